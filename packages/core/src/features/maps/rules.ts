// Limits and resolution of a geo-map plan, and classes of position accuracy.
import { type Area, areaSize, type Geo, HALF_WORLD, toMercator, uprightGeo } from '../../site/geometry/mercator.ts';

/** The longest allowed side of a geo-map plan, in metres. */
const MAX_MAP_METRES = 3_000;
/** The shortest allowed side, in metres. */
const MIN_MAP_METRES = 10;
/** Maximum tiles fetched for one plan. */
export const MAX_MAP_TILES = 484;
/** Side of a map tile in pixels. */
export const MAP_TILE = 256;

export type AreaProblem = 'too_big' | 'too_small';

/** Undefined if the area can become a plan. */
export function areaProblem(area: Area): AreaProblem | undefined {
  const { widthM, heightM } = areaSize(area);
  if (Math.max(widthM, heightM) > MAX_MAP_METRES) return 'too_big';
  return Math.min(widthM, heightM) < MIN_MAP_METRES ? 'too_small' : undefined;
}

/** The image of an area at a zoom level, aligned to whole pixels of the world image and therefore to its tiles. */
export type MapFrame = {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const worldPixels = (zoom: number): number => MAP_TILE * 2 ** zoom;

function frameAt({ west, south, east, north }: Area, zoom: number): MapFrame {
  const perMetre = worldPixels(zoom) / (2 * HALF_WORLD);
  const low = toMercator({ lat: south, lon: west });
  const high = toMercator({ lat: north, lon: east });
  const left = Math.floor((low.x + HALF_WORLD) * perMetre);
  const top = Math.floor((HALF_WORLD - high.y) * perMetre);
  const right = Math.ceil((high.x + HALF_WORLD) * perMetre);
  const bottom = Math.ceil((HALF_WORLD - low.y) * perMetre);
  return { zoom, left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Columns and rows of tiles that a frame touches; `toX` and `toY` are inclusive. */
export function tilesOf({ left, top, width, height }: MapFrame) {
  const tile = (pixel: number): number => Math.floor(pixel / MAP_TILE);
  return { fromX: tile(left), toX: tile(left + width - 1), fromY: tile(top), toY: tile(top + height - 1) };
}

/** The most detailed image of an area that the source provides and that stays within the tile limit. */
export function mapFrame(area: Area, maxZoom: number): MapFrame {
  for (let zoom = maxZoom; zoom > 0; zoom--) {
    const frame = frameAt(area, zoom);
    const { fromX, toX, fromY, toY } = tilesOf(frame);
    if ((toX - fromX + 1) * (toY - fromY + 1) <= MAX_MAP_TILES) return frame;
  }
  return frameAt(area, 0);
}

/** The georeference of a frame. */
export function frameGeo({ zoom, left, top, width, height }: MapFrame): Geo {
  const metres = (2 * HALF_WORLD) / worldPixels(zoom);
  return uprightGeo(
    left * metres - HALF_WORLD,
    HALF_WORLD - (top + height) * metres,
    (left + width) * metres - HALF_WORLD,
    HALF_WORLD - top * metres,
  );
}

/** The georeference of an area whose image is drawn rather than made of tiles. */
export function areaGeo({ west, south, east, north }: Area): Geo {
  const low = toMercator({ lat: south, lon: west });
  const high = toMercator({ lat: north, lon: east });
  return uprightGeo(low.x, low.y, high.x, high.y);
}

const ACCURACIES = ['good', 'mediocre', 'bad'] as const;
export type Accuracy = (typeof ACCURACIES)[number];

/** The class of a position's accuracy in metres: below 5 good, up to 20 mediocre. */
export function accuracyOf(metres: number): Accuracy {
  if (metres < 5) return 'good';
  return metres <= 20 ? 'mediocre' : 'bad';
}
