// Divides a sheet into its views along blank bands, so that each part has one caption. A part that cannot be divided
// without doubt is left out. Pure.
import type { Ink } from '@plumbline/core/features/plans/changes';
import type { Box, ViewCaption } from './view-captions.ts';

export type View = { readonly caption: ViewCaption; readonly box: Box };

/** Cells along the longer side. */
const CELLS = 400;
const INKED = 60;
/** Lines of at least this share of the sheet, at most this many cells thick, are its frame. */
const FRAME_SHARE = 0.6;
const FRAME_CELLS = 2;
/** Cells with ink in a row or column that still counts as blank: lines of a frame cross it. */
const BLANK_SHARE = 0.012;
/** Minimum width of a blank band, in cells. */
const MIN_BAND = 3;
/** Minimum sides of a view, as fractions of the sheet. */
const MIN_SIDE = 0.05;
/** The caption is in this part of its view, from below. */
const CAPTION_SHARE = 0.4;

type Grid = { readonly columns: number; readonly rows: number; readonly filled: Uint8Array };
type Caption = { readonly caption: ViewCaption; readonly box: Box };
type Cut = { readonly band: number; readonly first: readonly Caption[]; readonly boxes: readonly [Box, Box] };

export function splitSheet(picture: Ink, captions: readonly ViewCaption[]): View[] {
  const grid = gridOf(picture);
  const { columns, rows } = grid;
  const placed = captions.map((caption) => ({
    caption,
    box: {
      left: Math.floor(caption.box.left * columns),
      top: Math.floor(caption.box.top * rows),
      right: Math.ceil(caption.box.right * columns),
      bottom: Math.ceil(caption.box.bottom * rows),
    },
  }));
  return split(grid, { left: 0, top: 0, right: columns, bottom: rows }, placed).flatMap(({ caption, box }) => {
    const view = viewIn(grid, box, caption);
    if (!view) return [];
    const fractions = {
      left: Math.max(0, view.left / columns),
      top: Math.max(0, view.top / rows),
      right: Math.min(1, view.right / columns),
      bottom: Math.min(1, view.bottom / rows),
    };
    return [{ caption, box: fractions }];
  });
}

function gridOf({ width, height, ink }: Ink): Grid {
  const cell = Math.max(1, Math.max(width, height) / CELLS);
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const filled = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) if ((ink[y * width + x] ?? 0) >= INKED) filled[row + Math.floor(x / cell)] = 1;
  }
  const grid = { columns, rows, filled };
  clearFrame(grid);
  return grid;
}

function clearFrame(grid: Grid): void {
  const whole = { left: 0, top: 0, right: grid.columns, bottom: grid.rows };
  const counts = { row: inkPer(grid, whole, 'row'), column: inkPer(grid, whole, 'column') };
  for (const run of runs(counts.row, (count) => count >= FRAME_SHARE * grid.columns))
    if (run.to - run.from <= FRAME_CELLS) grid.filled.fill(0, run.from * grid.columns, run.to * grid.columns);
  for (const run of runs(counts.column, (count) => count >= FRAME_SHARE * grid.rows)) {
    if (run.to - run.from > FRAME_CELLS) continue;
    for (let y = 0; y < grid.rows; y++) grid.filled.fill(0, y * grid.columns + run.from, y * grid.columns + run.to);
  }
}

/** Cells with ink in each row or column of a box. */
function inkPer({ columns, filled }: Grid, { left, top, right, bottom }: Box, direction: 'row' | 'column'): number[] {
  const counts = new Array<number>(direction === 'row' ? bottom - top : right - left).fill(0);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = direction === 'row' ? y - top : x - left;
      if (filled[y * columns + x]) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

function runs(counts: readonly number[], matches: (count: number) => boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, count] of counts.entries()) {
    if (!matches(count)) continue;
    const last = found.at(-1);
    if (last?.to === at) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}

function split(grid: Grid, box: Box, captions: readonly Caption[]): Caption[] {
  const [only] = captions;
  if (!only) return [];
  if (captions.length === 1) return [{ caption: only.caption, box }];
  const [best] = [...cutsBelow(grid, box, captions), ...cutsBeside(grid, box, captions)].sort(
    (a, b) => b.band - a.band,
  );
  if (!best) return [];
  const [one, other] = best.boxes;
  const rest = captions.filter((caption) => !best.first.includes(caption));
  return [...split(grid, one, best.first), ...split(grid, other, rest)];
}

const blankIn = (counts: readonly number[], across: number) =>
  runs(counts, (count) => count <= Math.max(1, BLANK_SHARE * across)).filter(({ from, to }) => to - from >= MIN_BAND);

/** Below a caption its view ends: the first blank band there separates it from the views below. */
function cutsBelow(grid: Grid, box: Box, captions: readonly Caption[]): Cut[] {
  const sorted = captions.toSorted((a, b) => a.box.bottom - b.box.bottom);
  const blank = blankIn(inkPer(grid, box, 'row'), box.right - box.left);
  return sorted.slice(0, -1).flatMap((_, i) => {
    const [first, rest] = [sorted.slice(0, i + 1), sorted.slice(i + 1)];
    const from = Math.max(...first.map((one) => one.box.bottom)) - box.top;
    const to = Math.min(...rest.map((one) => one.box.top)) - box.top;
    const band = blank.map((run) => within(run, from, to)).find((run) => run.to - run.from >= MIN_BAND);
    if (!band) return [];
    const at = box.top + Math.floor((band.from + band.to) / 2);
    return [
      {
        band: band.to - band.from,
        first,
        boxes: [
          { ...box, bottom: at },
          { ...box, top: at },
        ] as const,
      },
    ];
  });
}

function cutsBeside(grid: Grid, box: Box, captions: readonly Caption[]): Cut[] {
  const sorted = captions.toSorted((a, b) => a.box.left - b.box.left);
  const blank = blankIn(inkPer(grid, box, 'column'), box.bottom - box.top);
  return sorted.slice(0, -1).flatMap((_, i) => {
    const [first, rest] = [sorted.slice(0, i + 1), sorted.slice(i + 1)];
    const from = Math.max(...first.map((one) => one.box.right)) - box.left;
    const to = Math.min(...rest.map((one) => one.box.left)) - box.left;
    const [band] = blank.map((run) => within(run, from, to)).sort((a, b) => b.to - b.from - (a.to - a.from));
    if (!band || band.to - band.from < MIN_BAND) return [];
    const at = box.left + Math.floor((band.from + band.to) / 2);
    return [
      {
        band: band.to - band.from,
        first,
        boxes: [
          { ...box, right: at },
          { ...box, left: at },
        ] as const,
      },
    ];
  });
}

const within = (run: { from: number; to: number }, from: number, to: number) => ({
  from: Math.max(run.from, from),
  to: Math.min(run.to, to),
});

/** The ink in a part of the sheet, if it is a view above its caption. */
function viewIn(grid: Grid, box: Box, caption: ViewCaption): Box | undefined {
  const [rows, columns] = [inkPer(grid, box, 'row'), inkPer(grid, box, 'column')];
  const inked = (count: number) => count > 0;
  const [top, left] = [rows.findIndex(inked), columns.findIndex(inked)];
  if (top < 0 || left < 0) return undefined;
  const view = {
    left: Math.max(box.left, box.left + left - 1),
    top: Math.max(box.top, box.top + top - 1),
    right: Math.min(box.right, box.left + columns.findLastIndex(inked) + 2),
    bottom: Math.min(box.bottom, box.top + rows.findLastIndex(inked) + 2),
  };
  const height = view.bottom - view.top;
  const large = height >= MIN_SIDE * grid.rows && view.right - view.left >= MIN_SIDE * grid.columns;
  const isBelow = caption.box.top * grid.rows >= view.bottom - CAPTION_SHARE * height;
  return large && isBelow ? view : undefined;
}
