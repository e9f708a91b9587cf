// What a geo-map plan may be, how finely it is made, and how good a position is.
import { type Area, areaSize, type Geo, HALF_WORLD, toMercator, uprightGeo } from '../../site/geometry/mercator.ts';

/** The longest side of a geo-map plan, in metres. */
const MAX_MAP_METRES = 3_000;
/** Less is no map. */
const MIN_MAP_METRES = 10;
/** Tiles fetched for one plan at most. */
export const MAX_MAP_TILES = 484;
/** Pixels of a map tile's side. */
export const MAP_TILE = 256;

export type AreaProblem = 'too_big' | 'too_small';

/** Undefined where the area can be a plan. */
export function areaProblem(area: Area): AreaProblem | undefined {
  const { widthM, heightM } = areaSize(area);
  if (Math.max(widthM, heightM) > MAX_MAP_METRES) return 'too_big';
  return Math.min(widthM, heightM) < MIN_MAP_METRES ? 'too_small' : undefined;
}

/** The picture of an area at a zoom level: whole pixels of the world's picture, and so exactly where its tiles are. */
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

/** Columns and rows of tiles that a frame touches; `toX` and `toY` are still within. */
export function tilesOf({ left, top, width, height }: MapFrame) {
  const tile = (pixel: number): number => Math.floor(pixel / MAP_TILE);
  return { fromX: tile(left), toX: tile(left + width - 1), fromY: tile(top), toY: tile(top + height - 1) };
}

/** The finest picture of an area that its source has and that stays within the tiles a plan may take. */
export function mapFrame(area: Area, maxZoom: number): MapFrame {
  for (let zoom = maxZoom; zoom > 0; zoom--) {
    const frame = frameAt(area, zoom);
    const { fromX, toX, fromY, toY } = tilesOf(frame);
    if ((toX - fromX + 1) * (toY - fromY + 1) <= MAX_MAP_TILES) return frame;
  }
  return frameAt(area, 0);
}

/** Where a frame lies on the earth. */
export function frameGeo({ zoom, left, top, width, height }: MapFrame): Geo {
  const metres = (2 * HALF_WORLD) / worldPixels(zoom);
  return uprightGeo(
    left * metres - HALF_WORLD,
    HALF_WORLD - (top + height) * metres,
    (left + width) * metres - HALF_WORLD,
    HALF_WORLD - top * metres,
  );
}

/** Where an area lies whose picture is drawn and not made of tiles. */
export function areaGeo({ west, south, east, north }: Area): Geo {
  const low = toMercator({ lat: south, lon: west });
  const high = toMercator({ lat: north, lon: east });
  return uprightGeo(low.x, low.y, high.x, high.y);
}

const ACCURACIES = ['good', 'mediocre', 'bad'] as const;
export type Accuracy = (typeof ACCURACIES)[number];

/** How good a position is whose true place is within this many metres: below 5 good, up to 20 mediocre. */
export function accuracyOf(metres: number): Accuracy {
  if (metres < 5) return 'good';
  return metres <= 20 ? 'mediocre' : 'bad';
}
