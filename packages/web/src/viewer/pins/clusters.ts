// Which pins are shown individually and which are clustered into a bubble with a count, per zoom step. Pure; computed
// lazily per step and cached.
import type { PinColumns } from './columns.ts';
import { PIN_FLAG } from './columns.ts';
import { cellCode, cellOf, type GridIndex, lowerBound, MAX_DEPTH } from './grid-index.ts';

/**
 * Minimum cell width on screen in CSS pixels; the maximum is twice that. Finer cells show more of a plan that is small on
 * a phone; coarser ones reduce clutter on large screens.
 */
export const CELL_PX = { narrow: 72, wide: 120 } as const;
/**
 * Maximum pins of one cell shown individually, if they are far enough apart. With more, the pins of a dense plan hide it,
 * and drawing them takes a third of the time of drawing the plan.
 */
const MAX_ALONE = 5;
/** Bubbles closer than this (in CSS pixels, at the smallest size of a cell) are merged. */
const BUBBLE_GAP_PX = 50;

/** No colour reaches three fifths of a bubble's pins. */
export const MIXED = 255;
const ALERT = PIN_FLAG.overdue | PIN_FLAG.rejected;

export interface ClusterLevel {
  readonly depth: number;
  /** Z-order codes of the cells that contain pins, ascending; all arrays are parallel to it. */
  readonly codes: Uint32Array;
  /** Run of the cell in the index: [starts[i], starts[i + 1]). */
  readonly starts: Uint32Array;
  /** 0: pins are shown individually; otherwise the number of pins in the bubble of this cell. */
  readonly bubble: Uint32Array;
  /** The cell whose bubble absorbed this one, or -1. */
  readonly mergedInto: Int32Array;
  /** Centre of the bubble in plan fractions. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The palette index of most pins in the bubble, or MIXED. */
  readonly colour: Uint8Array;
  /** Number of overdue or rejected pins in the bubble. */
  readonly alerts: Uint32Array;
}

/** The subdivision depth whose cells have that size when the longer side of the plan is `sidePx` wide on screen. */
export function depthFor(sidePx: number, cellPx: number): number {
  return Math.min(MAX_DEPTH, Math.max(0, Math.floor(Math.log2(Math.max(1, sidePx / cellPx)))));
}

/** How far apart (CSS pixels, largest extent) the pins of one cell must be to be shown individually. */
function neededSpread(count: number, cellPx: number): number {
  return Math.min(cellPx * 0.6, 13 * (count - 1));
}

export function buildLevel(columns: PinColumns, index: GridIndex, depth: number, cellPx: number): ClusterLevel {
  const shift = 2 * (MAX_DEPTH - depth);
  const { codes, starts } = runs(index.codes, shift);
  const cells = codes.length;
  const level: ClusterLevel = {
    depth,
    codes,
    starts,
    bubble: new Uint32Array(cells),
    mergedInto: new Int32Array(cells).fill(-1),
    x: new Float64Array(cells),
    y: new Float64Array(cells),
    colour: new Uint8Array(cells),
    alerts: new Uint32Array(cells),
  };
  // CSS pixels per fraction of the square, when cells are at their smallest.
  const side = cellPx * 2 ** depth;
  for (let cell = 0; cell < cells; cell++) summarise(level, cell, columns, index, cellPx);
  merge(level, index, side);
  return level;
}

function runs(sorted: Uint32Array, shift: number): { codes: Uint32Array; starts: Uint32Array } {
  const codes = new Uint32Array(sorted.length);
  const starts = new Uint32Array(sorted.length + 1);
  const size = 2 ** shift;
  let cells = 0;
  let previous = -1;
  for (let i = 0; i < sorted.length; i++) {
    const code = Math.floor((sorted[i] ?? 0) / size);
    if (code === previous) continue;
    codes[cells] = code;
    starts[cells] = i;
    cells++;
    previous = code;
  }
  starts[cells] = sorted.length;
  return { codes: codes.slice(0, cells), starts: starts.slice(0, cells + 1) };
}

/** Palettes have at most sixteen colours. */
const histogram = new Uint32Array(16);

function summarise(level: ClusterLevel, cell: number, columns: PinColumns, index: GridIndex, cellPx: number): void {
  const side = cellPx * 2 ** level.depth;
  const start = level.starts[cell] ?? 0;
  const end = level.starts[cell + 1] ?? 0;
  const count = end - start;
  if (count < 2) return;
  let minX = 1;
  let maxX = 0;
  let minY = 1;
  let maxY = 0;
  let sumX = 0;
  let sumY = 0;
  let alerts = 0;
  histogram.fill(0);
  for (let i = start; i < end; i++) {
    const pin = index.order[i] ?? 0;
    const x = columns.x[pin] ?? 0;
    const y = columns.y[pin] ?? 0;
    sumX += x;
    sumY += y;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    const colour = (columns.colour[pin] ?? 0) & 15;
    histogram[colour] = (histogram[colour] ?? 0) + 1;
    if ((columns.flags[pin] ?? 0) & ALERT) alerts++;
  }
  const spreadPx = Math.max((maxX - minX) * index.aspectX, (maxY - minY) * index.aspectY) * side;
  if (count <= MAX_ALONE && spreadPx >= neededSpread(count, cellPx)) return;
  level.bubble[cell] = count;
  level.x[cell] = sumX / count;
  level.y[cell] = sumY / count;
  level.colour[cell] = majority(count);
  level.alerts[cell] = alerts;
}

function majority(count: number): number {
  for (let colour = 0; colour < 16; colour++) if ((histogram[colour] ?? 0) * 5 >= count * 3) return colour;
  return MIXED;
}

const NEIGHBOURS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const;

/** Merges overlapping bubbles of neighbouring cells, the larger absorbing the smaller. */
function merge(level: ClusterLevel, index: GridIndex, side: number): void {
  const last = 2 ** level.depth - 1;
  for (let cell = 0; cell < level.codes.length; cell++) {
    for (const [right, down] of NEIGHBOURS) {
      if ((level.bubble[cell] ?? 0) === 0) break;
      const { column, row } = cellOf(level.codes[cell] ?? 0);
      if (column + right < 0 || column + right > last || row + down > last) continue;
      const other = findCell(level, cellCode(column + right, row + down));
      if (other < 0 || (level.bubble[other] ?? 0) === 0) continue;
      const dx = ((level.x[cell] ?? 0) - (level.x[other] ?? 0)) * index.aspectX * side;
      const dy = ((level.y[cell] ?? 0) - (level.y[other] ?? 0)) * index.aspectY * side;
      if (dx * dx + dy * dy >= BUBBLE_GAP_PX * BUBBLE_GAP_PX) continue;
      const larger = (level.bubble[cell] ?? 0) >= (level.bubble[other] ?? 0) ? cell : other;
      absorb(level, larger, larger === cell ? other : cell);
    }
  }
}

function absorb(level: ClusterLevel, into: number, from: number): void {
  const a = level.bubble[into] ?? 0;
  const b = level.bubble[from] ?? 0;
  level.x[into] = ((level.x[into] ?? 0) * a + (level.x[from] ?? 0) * b) / (a + b);
  level.y[into] = ((level.y[into] ?? 0) * a + (level.y[from] ?? 0) * b) / (a + b);
  level.alerts[into] = (level.alerts[into] ?? 0) + (level.alerts[from] ?? 0);
  if (level.colour[into] !== level.colour[from]) level.colour[into] = MIXED;
  level.bubble[into] = a + b;
  level.bubble[from] = 0;
  level.mergedInto[from] = into;
}

/** The index of a cell code in the level, or -1 when the cell is empty. */
export function findCell(level: ClusterLevel, code: number): number {
  const place = lowerBound(level.codes, code);
  return level.codes[place] === code ? place : -1;
}

/** The bubble a cell ended up in, following the merges. */
function bubbleOf(level: ClusterLevel, cell: number): number {
  let at = cell;
  for (let into = level.mergedInto[at] ?? -1; into >= 0; into = level.mergedInto[at] ?? -1) at = into;
  return at;
}

/** All pins (column indexes) in a bubble. */
export function pinsOfBubble(level: ClusterLevel, index: GridIndex, bubble: number): number[] {
  const pins: number[] = [];
  for (let cell = 0; cell < level.codes.length; cell++) {
    if (cell !== bubble && ((level.mergedInto[cell] ?? -1) < 0 || bubbleOf(level, cell) !== bubble)) continue;
    for (let i = level.starts[cell] ?? 0; i < (level.starts[cell + 1] ?? 0); i++) pins.push(index.order[i] ?? 0);
  }
  return pins;
}
