// Halves rows of pixels: each result is the mean of a block of two by two. Works on all four bytes of a pixel at once, without a copy.
// Pixels are signed numbers because the engine handles those several times faster than unsigned ones.

/** Rows of a picture, one number per pixel. */
export interface Pixels {
  readonly data: Int32Array;
  readonly width: number;
  readonly rows: number;
}

const EVEN = 0x00ff00ff;
const ROUND = 0x00020002;

/** Writes the halved rows to `target` from `offset`; an odd last column or row stands for its missing neighbour. Returns the rows written. */
export function halve(source: Pixels, target: Int32Array, offset: number): number {
  const { data, width, rows } = source;
  const halfRows = (rows + 1) >> 1;
  const halfWidth = (width + 1) >> 1;
  for (let row = 0; row < halfRows; row++) {
    const upper = 2 * row * width;
    const lower = 2 * row + 1 < rows ? upper + width : upper;
    halveRow(data, upper, lower, width, target, offset + row * halfWidth);
  }
  return halfRows;
}

function halveRow(
  data: Int32Array,
  upper: number,
  lower: number,
  width: number,
  target: Int32Array,
  offset: number,
): void {
  const pairs = width >> 1;
  for (let i = 0; i < pairs; i++) {
    // Every index lies within the rows.
    const a = data[upper + 2 * i] as number;
    const b = data[upper + 2 * i + 1] as number;
    const c = data[lower + 2 * i] as number;
    const d = data[lower + 2 * i + 1] as number;
    target[offset + i] = a === b && c === d && a === c ? a : mean(a, b, c, d);
  }
  if (width & 1) {
    const a = data[upper + width - 1] as number;
    const c = data[lower + width - 1] as number;
    target[offset + pairs] = mean(a, a, c, c);
  }
}

function mean(a: number, b: number, c: number, d: number): number {
  const even = ((a & EVEN) + (b & EVEN) + (c & EVEN) + (d & EVEN) + ROUND) | 0;
  const odd = (((a >>> 8) & EVEN) + ((b >>> 8) & EVEN) + ((c >>> 8) & EVEN) + ((d >>> 8) & EVEN) + ROUND) | 0;
  return ((even >>> 2) & EVEN) | (((odd >>> 2) & EVEN) << 8);
}
