// The pins visible in one frame: single pins and bubbles in CSS pixels, back to front. Bounded by the size of the
// screen, never by the number of pins.
import { type Frame, planToScreen, visibleBox } from '../camera/geometry.ts';
import { CELL_PX, type ClusterLevel, depthFor, findCell } from './clusters.ts';
import type { PinColumns } from './columns.ts';
import { cellCode, cellIndex, type GridIndex } from './grid-index.ts';

/** Margin around the viewport in which a mark can still overlap it. */
const MARGIN_PX = 48;

export interface Layout {
  readonly depth: number;
  /** Column indexes of the pins shown individually, in order of screen height (nearer ones last), with their tips. */
  readonly pins: readonly number[];
  readonly pinX: Float64Array;
  readonly pinY: Float64Array;
  /** Cells (of the level) whose bubble is shown, with their centres. */
  readonly bubbles: readonly number[];
  readonly bubbleX: Float64Array;
  readonly bubbleY: Float64Array;
}

export const EMPTY_LAYOUT: Layout = {
  depth: 0,
  pins: [],
  pinX: new Float64Array(0),
  pinY: new Float64Array(0),
  bubbles: [],
  bubbleX: new Float64Array(0),
  bubbleY: new Float64Array(0),
};

const NARROW_PX = 640;

export function cellPxFor(frame: Frame): number {
  return frame.width < NARROW_PX ? CELL_PX.narrow : CELL_PX.wide;
}

export function depthOf(frame: Frame): number {
  return depthFor(Math.max(frame.widthPx, frame.heightPx) * frame.scale, cellPxFor(frame));
}

/** `slack`: CSS pixels around the viewport that are laid out as well. */
export function layOut(
  frame: Frame,
  columns: PinColumns,
  index: GridIndex,
  level: ClusterLevel,
  slack: number,
): Layout {
  const pins: number[] = [];
  const bubbles: number[] = [];
  const margin = MARGIN_PX + slack;
  for (const cell of visibleCells(frame, index, level, margin)) {
    if ((level.bubble[cell] ?? 0) > 0) bubbles.push(cell);
    else if ((level.mergedInto[cell] ?? -1) < 0) {
      for (let i = level.starts[cell] ?? 0; i < (level.starts[cell + 1] ?? 0); i++) pins.push(index.order[i] ?? 0);
    }
  }
  const placed = placePins(frame, columns, pins, margin);
  const bubbleX = new Float64Array(bubbles.length);
  const bubbleY = new Float64Array(bubbles.length);
  for (const [i, cell] of bubbles.entries()) {
    const at = planToScreen(frame, level.x[cell] ?? 0, level.y[cell] ?? 0);
    bubbleX[i] = at.x;
    bubbleY[i] = at.y;
  }
  return { depth: level.depth, ...placed, bubbles, bubbleX, bubbleY };
}

function visibleCells(frame: Frame, index: GridIndex, level: ClusterLevel, margin: number): number[] {
  const box = visibleBox(frame, margin);
  const left = cellIndex(box.minX * index.aspectX, level.depth);
  const right = cellIndex(box.maxX * index.aspectX, level.depth);
  const top = cellIndex(box.minY * index.aspectY, level.depth);
  const bottom = cellIndex(box.maxY * index.aspectY, level.depth);
  const cells: number[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const cell = findCell(level, cellCode(column, row));
      if (cell >= 0) cells.push(cell);
    }
  }
  return cells;
}

function placePins(
  frame: Frame,
  columns: PinColumns,
  pins: readonly number[],
  margin: number,
): Pick<Layout, 'pins' | 'pinX' | 'pinY'> {
  const seen: { readonly pin: number; readonly x: number; readonly y: number }[] = [];
  for (const pin of pins) {
    const at = planToScreen(frame, columns.x[pin] ?? 0, columns.y[pin] ?? 0);
    const outside = at.x < -margin || at.y < -margin || at.x > frame.width + margin || at.y > frame.height + margin;
    if (!outside) seen.push({ pin, x: at.x, y: at.y });
  }
  seen.sort((a, b) => a.y - b.y || a.pin - b.pin);
  return {
    pins: seen.map((one) => one.pin),
    pinX: Float64Array.from(seen, (one) => one.x),
    pinY: Float64Array.from(seen, (one) => one.y),
  };
}
