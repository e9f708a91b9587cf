// A spatial index without a grid in memory: pins sorted along a Z-order curve. Every square cell of every size (the
// plan halved `depth` times) is a run in the sorted array, found by two binary searches.

const BITS = 16;
const SIDE = 2 ** BITS;

export interface GridIndex {
  /** Pin indexes along the curve. */
  readonly order: Uint32Array;
  /** Their Z-order codes, ascending. */
  readonly codes: Uint32Array;
  /** Plan fraction → fraction of the square on the plan's longer side. */
  readonly aspectX: number;
  readonly aspectY: number;
}

export const MAX_DEPTH = BITS;

function spread(value: number): number {
  let v = value & 0xffff;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  return (v | (v << 1)) & 0x55555555;
}

/** The Z-order code of a grid cell: interleaved bits of column and row. */
export function cellCode(column: number, row: number): number {
  return (spread(column) | (spread(row) << 1)) >>> 0;
}

function squeeze(value: number): number {
  let v = value & 0x55555555;
  v = (v | (v >>> 1)) & 0x33333333;
  v = (v | (v >>> 2)) & 0x0f0f0f0f;
  v = (v | (v >>> 4)) & 0x00ff00ff;
  return (v | (v >>> 8)) & 0xffff;
}

/** Column and row of a cell code. */
export function cellOf(code: number): { readonly column: number; readonly row: number } {
  return { column: squeeze(code), row: squeeze(code >>> 1) };
}

/** The column or row, at this depth, of a fraction of the square; clamped to the grid. */
export function cellIndex(fraction: number, depth: number): number {
  const cells = 2 ** depth;
  return Math.min(cells - 1, Math.max(0, Math.floor(fraction * cells)));
}

export function buildGridIndex(x: Float64Array, y: Float64Array, aspectX: number, aspectY: number): GridIndex {
  const length = x.length;
  const raw = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const column = Math.min(SIDE - 1, Math.max(0, ((x[i] ?? 0) * aspectX * SIDE) | 0));
    const row = Math.min(SIDE - 1, Math.max(0, ((y[i] ?? 0) * aspectY * SIDE) | 0));
    raw[i] = cellCode(column, row);
  }
  return { ...sortByCode(raw), aspectX, aspectY };
}

/** Radix sort in four passes of eight bits: 100,000 pins in a few milliseconds, stable for equal codes. */
function sortByCode(raw: Uint32Array): { order: Uint32Array; codes: Uint32Array } {
  const length = raw.length;
  let codes: Uint32Array = raw;
  let order: Uint32Array = Uint32Array.from({ length }, (_, i) => i);
  let nextCodes: Uint32Array = new Uint32Array(length);
  let nextOrder: Uint32Array = new Uint32Array(length);
  const starts = new Uint32Array(257);
  for (let shift = 0; shift < 32; shift += 8) {
    starts.fill(0);
    for (let i = 0; i < length; i++) {
      const slot = (((codes[i] ?? 0) >>> shift) & 255) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    for (let digit = 1; digit < 257; digit++) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
    for (let i = 0; i < length; i++) {
      const code = codes[i] ?? 0;
      const digit = (code >>> shift) & 255;
      const place = starts[digit] ?? 0;
      starts[digit] = place + 1;
      nextCodes[place] = code;
      nextOrder[place] = order[i] ?? 0;
    }
    [codes, nextCodes] = [nextCodes, codes];
    [order, nextOrder] = [nextOrder, order];
  }
  return { order, codes };
}

/** The first index in an ascending array whose value is not less than `value`. */
export function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The run [start, end) of the index covered by one cell. */
export function cellRange(index: GridIndex, column: number, row: number, depth: number): readonly [number, number] {
  const shift = 2 * (BITS - depth);
  const code = cellCode(column, row);
  const size = 2 ** shift;
  return [lowerBound(index.codes, code * size), lowerBound(index.codes, (code + 1) * size)];
}
