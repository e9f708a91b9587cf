// The arithmetic of the tile pyramid: which tiles exist, and which level is sharp enough for the screen. Pure.
import type { PlanSource } from '../options.ts';

/** Tiles may be stretched by this much before the next finer level is loaded; text starts to look soft above. */
const STRETCH_MAX = 1.15;

/** Plan pixels per tile pixel, coarsest first. */
export function levelResolutions(levels: number): readonly number[] {
  return Array.from({ length: levels }, (_, z) => 2 ** (levels - 1 - z));
}

export function levelTiles(plan: PlanSource, z: number): { readonly columns: number; readonly rows: number } {
  const resolution = 2 ** (plan.levels - 1 - z);
  const span = plan.tileSize * resolution;
  return { columns: Math.max(1, Math.ceil(plan.widthPx / span)), rows: Math.max(1, Math.ceil(plan.heightPx / span)) };
}

export function tileExists(plan: PlanSource, z: number, x: number, y: number): boolean {
  if (z < 0 || z >= plan.levels || x < 0 || y < 0) return false;
  const { columns, rows } = levelTiles(plan, z);
  return x < columns && y < rows;
}

/** Positive where the coarser of two neighbouring levels is still sharp at this resolution (plan pixels per device pixel). */
export function preferCoarser(resolution: number, coarser: number, _finer: number): number {
  return resolution - coarser / STRETCH_MAX;
}
