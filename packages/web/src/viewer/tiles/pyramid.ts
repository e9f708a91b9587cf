// Tile pyramid arithmetic: which tiles exist, and which level is sharp enough for the screen. Pure.
import { type Frame, visibleBox } from '../camera/geometry.ts';

/** Level `levels - 1` is 1:1; each level below halves it (rounding up); 0 is the smallest. */
export interface Pyramid {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Usually 512. Tiles at the right and lower edges may be smaller. */
  readonly tileSize: number;
  readonly levels: number;
}

export interface TileCoord {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** As in the URL of a tile. */
export const tilePath = ({ z, x, y }: TileCoord): string => `${z}/${x}/${y}`;

/** Identifies a tile in the cache; the same image id always means the same tiles. */
export const tileKey = (imageId: string, tile: TileCoord): string => `${imageId}/${tilePath(tile)}`;

/** Maximum tiles to preload; no screen shows more. */
export const MAX_PRELOADED_TILES = 64;
/** Tiles may be stretched by this factor before the next finer level is loaded; above it, text starts to look soft. */
const MAX_STRETCH = 1.15;

/** Plan pixels per tile pixel, coarsest first. */
export function levelResolutions(levels: number): readonly number[] {
  return Array.from({ length: levels }, (_, z) => 2 ** (levels - 1 - z));
}

export function levelTiles(plan: Pyramid, z: number): { readonly columns: number; readonly rows: number } {
  const resolution = 2 ** (plan.levels - 1 - z);
  const span = plan.tileSize * resolution;
  return { columns: Math.max(1, Math.ceil(plan.widthPx / span)), rows: Math.max(1, Math.ceil(plan.heightPx / span)) };
}

export function tileExists(plan: Pyramid, { z, x, y }: TileCoord): boolean {
  if (z < 0 || z >= plan.levels || x < 0 || y < 0) return false;
  const { columns, rows } = levelTiles(plan, z);
  return x < columns && y < rows;
}

/**
 * Positive where the coarser of two adjacent levels is still sharp at this resolution (plan pixels per device pixel).
 */
export function preferCoarser(resolution: number, coarser: number, _finer: number): number {
  return resolution - coarser / MAX_STRETCH;
}

/**
 * The level drawn at this resolution (plan pixels per device pixel), as OpenLayers picks it through `preferCoarser`.
 */
function sharpLevel(levels: number, resolution: number): number {
  const resolutions = levelResolutions(levels);
  const finer = resolutions.findIndex((one) => one <= resolution);
  if (finer <= 0) return finer === 0 ? 0 : levels - 1;
  const [coarse = 0, fine = 0] = resolutions.slice(finer - 1);
  return fine < resolution && preferCoarser(resolution, coarse, fine) > 0 ? finer - 1 : finer;
}

/** The tiles of a frame at full resolution, central ones first. */
export function sharpTiles(plan: Pyramid, frame: Frame): readonly TileCoord[] {
  const z = sharpLevel(plan.levels, 1 / (frame.scale * frame.ratio));
  const span = plan.tileSize * 2 ** (plan.levels - 1 - z);
  const { columns, rows } = levelTiles(plan, z);
  const box = visibleBox(frame, 0);
  const from = (min: number, size: number) => Math.max(0, Math.floor((min * size) / span));
  const to = (max: number, size: number, count: number) => Math.min(count, Math.ceil((max * size) / span));
  const found: (TileCoord & { distance: number })[] = [];
  for (let y = from(box.minY, plan.heightPx); y < to(box.maxY, plan.heightPx, rows); y++) {
    for (let x = from(box.minX, plan.widthPx); x < to(box.maxX, plan.widthPx, columns); x++) {
      const distance = Math.hypot((x + 0.5) * span - frame.centreX, (y + 0.5) * span - frame.centreY);
      found.push({ z, x, y, distance });
    }
  }
  return found.sort((a, b) => a.distance - b.distance).map(({ distance: _, ...tile }) => tile);
}
