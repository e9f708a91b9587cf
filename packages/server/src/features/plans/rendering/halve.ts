// Halves rows of pixels: each result is the mean of a block of two by two. Works on four bytes at once, without a copy.

/** A picture's rows as whole pixels, one number each. */
export interface Pixels {
  readonly data: Uint32Array;
  readonly width: number;
  readonly rows: number;
}

const EVEN = 0x00ff00ff;

/** Writes the halved rows to `target` from `offset`; odd last columns and rows stand for their missing neighbour. Returns the rows written. */
export function halve(source: Pixels, target: Uint32Array, offset: number): number {
  const { data, width, rows } = source;
  const halfRows = (rows + 1) >> 1;
  const pairs = width >> 1;
  let to = offset;
  for (let row = 0; row < halfRows; row++) {
    let upper = 2 * row * width;
    let lower = 2 * row + 1 < rows ? upper + width : upper;
    for (let pair = 0; pair < pairs; pair++) {
      const a = data[upper] ?? 0;
      const b = data[upper + 1] ?? 0;
      const c = data[lower] ?? 0;
      const d = data[lower + 1] ?? 0;
      target[to++] = a === b && c === d && a === c ? a : mean(a, b, c, d);
      upper += 2;
      lower += 2;
    }
    if (width & 1) {
      const a = data[upper] ?? 0;
      const c = data[lower] ?? 0;
      target[to++] = mean(a, a, c, c);
    }
  }
  return halfRows;
}

function mean(a: number, b: number, c: number, d: number): number {
  const even = (a & EVEN) + (b & EVEN) + (c & EVEN) + (d & EVEN) + 0x00020002;
  const odd = ((a >>> 8) & EVEN) + ((b >>> 8) & EVEN) + ((c >>> 8) & EVEN) + ((d >>> 8) & EVEN) + 0x00020002;
  return ((even >>> 2) & EVEN) | (((odd >>> 2) & EVEN) << 8);
}
