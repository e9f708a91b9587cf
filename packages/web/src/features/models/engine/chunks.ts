// What is drawn of a storey in which order: elements that lie near each other together, so that whole groups are passed over that are
// beside the picture, or too small in it to be seen. Pure.
import { type BakedStorey, RANGE } from './bake.ts';
import { diagonal, SMALL } from './in-space.ts';
import type { Box3, Matrix4, Size } from './rig.ts';

export type Run = readonly [start: number, count: number];
export type Chunk = {
  readonly box: Box3;
  /** The longest diagonal of its elements, in metres. */
  readonly largest: number;
  readonly solid: readonly Run[];
  readonly glass: readonly Run[];
  readonly lines: readonly Run[];
};

/** Triangles and elements of one chunk: enough for one call, few enough that little is drawn for nothing. */
const TRIANGLES = 16_000;
const ELEMENTS = 400;
class Filling {
  readonly min = [Infinity, Infinity, Infinity];
  readonly max = [-Infinity, -Infinity, -Infinity];
  readonly runs: [number, number][][] = [[], [], []];
  largest = 0;
  indices = 0;
  elements = 0;

  add(baked: BakedStorey, element: number): void {
    for (let axis = 0; axis < 3; axis++) {
      this.min[axis] = Math.min(this.min[axis] ?? 0, baked.boxes[6 * element + axis] ?? 0);
      this.max[axis] = Math.max(this.max[axis] ?? 0, baked.boxes[6 * element + axis + 3] ?? 0);
    }
    this.largest = Math.max(this.largest, diagonal(baked.boxes, element));
    this.elements++;
    this.runs.forEach((runs, part) => {
      const start = baked.ranges[RANGE * element + 2 * part] ?? 0;
      const count = baked.ranges[RANGE * element + 2 * part + 1] ?? 0;
      if (count === 0) return;
      if (part < 2) this.indices += count;
      const last = runs.at(-1);
      if (last && last[0] + last[1] === start) last[1] += count;
      else runs.push([start, count]);
    });
  }

  get isFull(): boolean {
    return this.indices >= 3 * TRIANGLES || this.elements >= ELEMENTS;
  }

  get chunk(): Chunk {
    const [solid = [], glass = [], lines = []] = this.runs;
    return { box: { min: this.min, max: this.max }, largest: this.largest, solid, glass, lines };
  }
}

export function chunksOf(baked: BakedStorey, isShown: (element: number) => boolean): Chunk[] {
  const chunks: Chunk[] = [];
  let filling = new Filling();
  const end = () => {
    if (filling.elements > 0) chunks.push(filling.chunk);
    filling = new Filling();
  };
  let small = false;
  for (const element of baked.order) {
    if (!isShown(element)) continue;
    const smaller = diagonal(baked.boxes, element) < SMALL;
    if (filling.isFull || smaller !== small) end();
    small = smaller;
    filling.add(baked, element);
  }
  end();
  return chunks;
}

/** Whether a box may reach into the picture: false only where all its corners lie beyond one of its sides. */
export function isInPicture(m: Matrix4, { min, max }: Box3): boolean {
  const n = (i: number) => m[i] ?? 0;
  const beyond = [0, 0, 0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1 ? max[0] : min[0]) ?? 0;
    const y = (corner & 2 ? max[1] : min[1]) ?? 0;
    const z = (corner & 4 ? max[2] : min[2]) ?? 0;
    const w = n(3) * x + n(7) * y + n(11) * z + n(15);
    const px = n(0) * x + n(4) * y + n(8) * z + n(12);
    const py = n(1) * x + n(5) * y + n(9) * z + n(13);
    const outside = [px < -w, px > w, py < -w, py > w, w <= 0];
    for (let side = 0; side < 5; side++) if (outside[side]) beyond[side] = (beyond[side] ?? 0) + 1;
  }
  return beyond.every((count) => count < 8);
}

/** How many pixels the largest element of a chunk is long at most. */
export function pixelsOf(eye: readonly number[], { box, largest }: Chunk, { height }: Size, field: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const at = eye[axis] ?? 0;
    const off = Math.max((box.min[axis] ?? 0) - at, 0, at - (box.max[axis] ?? 0));
    squared += off * off;
  }
  return (largest / Math.max(Math.sqrt(squared), 1e-6)) * (height / 2 / Math.tan(field / 2));
}
