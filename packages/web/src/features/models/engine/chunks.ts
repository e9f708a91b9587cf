// Groups neighbouring elements of a storey for drawing, so that
// groups outside the view or too small in it can be skipped. Pure.
import { type BakedStorey, RANGE } from './bake.ts';
import type { Box3, Size, Vec } from './camera.ts';
import { diagonal, SMALL } from './spatial-order.ts';

/** Start and count within an index. */
export type Run = readonly [start: number, count: number];
export type Chunk = {
  readonly box: Box3;
  /** The longest diagonal of its elements, in metres. */
  readonly largest: number;
  readonly solid: readonly Run[];
  readonly glass: readonly Run[];
  readonly lines: readonly Run[];
};

/** Triangles and elements per chunk: enough for one draw call, few enough that little is drawn outside the view. */
const MAX_TRIANGLES = 16_000;
const MAX_ELEMENTS = 400;

class ChunkBuilder {
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
    return this.indices >= 3 * MAX_TRIANGLES || this.elements >= MAX_ELEMENTS;
  }

  get chunk(): Chunk {
    const [solid = [], glass = [], lines = []] = this.runs;
    return { box: { min: this.min, max: this.max }, largest: this.largest, solid, glass, lines };
  }
}

export function chunksOf(baked: BakedStorey, isShown: (element: number) => boolean): Chunk[] {
  const chunks: Chunk[] = [];
  let builder = new ChunkBuilder();
  const end = () => {
    if (builder.elements > 0) chunks.push(builder.chunk);
    builder = new ChunkBuilder();
  };
  let small = false;
  for (const element of baked.order) {
    if (!isShown(element)) continue;
    const isSmall = diagonal(baked.boxes, element) < SMALL;
    if (builder.isFull || isSmall !== small) end();
    small = isSmall;
    builder.add(baked, element);
  }
  end();
  return chunks;
}

/** The part of an index that the runs cover; not copied when it is a single run. */
export function indicesOf(index: Uint32Array<ArrayBuffer>, runs: readonly Run[]): Uint32Array<ArrayBuffer> {
  const parts = runs.map(([start, count]) => index.subarray(start, start + count));
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const all = new Uint32Array(runs.reduce((sum, [, count]) => sum + count, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An upper bound of the size of a chunk's largest element, in pixels. */
export function pixelsOf(eye: Vec, { box, largest }: Chunk, { height }: Size, field: number): number {
  const off = eye.map((at, axis) => Math.max((box.min[axis] ?? 0) - at, 0, at - (box.max[axis] ?? 0)));
  return (largest / Math.max(Math.hypot(...off), 1e-6)) * (height / 2 / Math.tan(field / 2));
}
