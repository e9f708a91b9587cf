// The extent of a building and its floor levels, computed from the boxes of its elements: elevations in the file and
// outliers are not trusted. Pure.
import type { Box } from '@plumbline/core/features/models/pack';

/** Elements further than this from the median position may be outliers; a building or site is smaller. In metres. */
const OUTLIER_DISTANCE_M = 1_500;
/** The share of elements that must be near for the others to count as outliers. */
const MIN_NEAR_SHARE = 0.95;
/** Maximum distance in metres between a floor and what stands on it. */
const OFF = 1;

export class Bounds {
  readonly min = [Infinity, Infinity, Infinity];
  readonly max = [-Infinity, -Infinity, -Infinity];

  take(placed: ArrayLike<number>): void {
    for (let i = 0; i < placed.length; i += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const at = placed[i + axis] ?? 0;
        if (at < (this.min[axis] ?? 0)) this.min[axis] = at;
        if (at > (this.max[axis] ?? 0)) this.max[axis] = at;
      }
    }
  }

  add({ min, max }: Box): void {
    this.take(min);
    this.take(max);
  }

  get box(): Box | null {
    return this.min.every(Number.isFinite) && this.max.every(Number.isFinite) ? this : null;
  }
}

/** The median. */
function middleOf(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The box around all elements, without isolated outliers. Six numbers each: minimum corner, maximum corner. */
export function boxWithoutOutliers(boxes: readonly (readonly number[])[]): Box | null {
  const whole = new Bounds();
  for (const box of boxes) whole.take(box);
  const { box } = whole;
  if (!box || [0, 1].every((axis) => (box.max[axis] ?? 0) - (box.min[axis] ?? 0) <= 2 * OUTLIER_DISTANCE_M)) return box;
  const centre = (one: readonly number[], axis: number) => ((one[axis] ?? 0) + (one[axis + 3] ?? 0)) / 2;
  const [x, y] = [0, 1].map((axis) => middleOf(boxes.map((one) => centre(one, axis)))) as [number, number];
  const near = boxes.filter((one) => Math.hypot(centre(one, 0) - x, centre(one, 1) - y) < OUTLIER_DISTANCE_M);
  if (near.length < MIN_NEAR_SHARE * boxes.length) return box;
  const kept = new Bounds();
  for (const one of near) kept.take(one);
  return kept.box;
}

/**
 * The level of a floor: the stated elevation if any of its elements lies between it and the next floor; otherwise the
 * lowest element on it. `own`: six numbers for each element of the storey.
 */
export function floorOf(reported: number, next: number, own: readonly number[]): number {
  let lowest = Infinity;
  for (let i = 0; i + 5 < own.length; i += 6) {
    const [low, high] = [own[i + 2] ?? 0, own[i + 5] ?? 0];
    if (high > reported - OFF && low < Math.min(next, reported + 100) + OFF) return reported;
    lowest = Math.min(lowest, low);
  }
  return Number.isFinite(lowest) ? lowest : reported;
}
