// Tile pyramid arithmetic: which tiles exist, and which level is sharp enough for the screen. Pure.
import { type Frame, visibleBox } from '../camera/geometry.ts';
import type { PlanSource } from '../options.ts';

export type Pyramid = Pick<PlanSource, 'widthPx' | 'heightPx' | 'tileSize' | 'levels'>;

export interface TileIndex {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Maximum tiles to preload; no screen shows more. */
export const MAX_PREFETCHED_TILES = 64;
/** Tiles may be stretched by this factor before the next finer level is loaded; above it, text starts to look soft. */
const STRETCH_MAX = 1.15;

/** Plan pixels per tile pixel, coarsest first. */
export function levelResolutions(levels: number): readonly number[] {
  return Array.from({ length: levels }, (_, z) => 2 ** (levels - 1 - z));
}

export function levelTiles(plan: Pyramid, z: number): { readonly columns: number; readonly rows: number } {
  const resolution = 2 ** (plan.levels - 1 - z);
  const span = plan.tileSize * resolution;
  return { columns: Math.max(1, Math.ceil(plan.widthPx / span)), rows: Math.max(1, Math.ceil(plan.heightPx / span)) };
}

export function tileExists(plan: Pyramid, z: number, x: number, y: number): boolean {
  if (z < 0 || z >= plan.levels || x < 0 || y < 0) return false;
  const { columns, rows } = levelTiles(plan, z);
  return x < columns && y < rows;
}

/**
 * Positive where the coarser of two adjacent levels is still sharp at this resolution (plan pixels per device pixel).
 */
export function preferCoarser(resolution: number, coarser: number, _finer: number): number {
  return resolution - coarser / STRETCH_MAX;
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
export function sharpTiles(plan: Pyramid, frame: Frame): readonly TileIndex[] {
  const z = sharpLevel(plan.levels, 1 / (frame.scale * frame.ratio));
  const span = plan.tileSize * 2 ** (plan.levels - 1 - z);
  const { columns, rows } = levelTiles(plan, z);
  const box = visibleBox(frame, 0);
  const from = (least: number, size: number) => Math.max(0, Math.floor((least * size) / span));
  const to = (most: number, size: number, count: number) => Math.min(count, Math.ceil((most * size) / span));
  const found: (TileIndex & { far: number })[] = [];
  for (let y = from(box.minY, plan.heightPx); y < to(box.maxY, plan.heightPx, rows); y++) {
    for (let x = from(box.minX, plan.widthPx); x < to(box.maxX, plan.widthPx, columns); x++) {
      const far = Math.hypot((x + 0.5) * span - frame.centreX, (y + 0.5) * span - frame.centreY);
      found.push({ z, x, y, far });
    }
  }
  return found.sort((a, b) => a.far - b.far).map(({ far: _, ...place }) => place);
}
