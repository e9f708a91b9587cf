// Sketch board: undo and redo, hit testing, resizing marks, simplifying lines.
import { type Mark, marks } from '@plumbline/core/site/values/sketch';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  commit,
  DRAGGED_KINDS,
  draggedMark,
  handlesOf,
  markAt,
  moved,
  newBoard,
  nextNumber,
  redo,
  replaced,
  simplified,
  undo,
  withHandleAt,
} from './board.ts';

const ID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const LOOK = { colour: 'red', width: 8 } as const;
const drawn = (kind: (typeof DRAGGED_KINDS)[number], n = 1) =>
  draggedMark(kind, ID(n), { x: 100, y: 80 }, { x: 20.4, y: 30.6 }, LOOK);
const number: Mark = { id: ID(9), kind: 'number', colour: 'blue', x: 50, y: 50, size: 20, number: 4 };
const line: Mark = { id: ID(8), kind: 'freehand', colour: 'red', width: 4, points: [0, 0, 50, 0, 100, 10] };

describe('undo and redo', () => {
  it('go back and forth, and a new mark clears the redo history', () => {
    const one = commit(newBoard([]), [number], number.id);
    const two = commit(one, [number, line], line.id);
    expect(undo(two).marks).toEqual([number]);
    // A removed mark is not selected.
    expect(undo(two).selected).toBeNull();
    expect(redo(undo(two)).marks).toEqual([number, line]);
    expect(undo(undo(undo(two))).marks).toEqual([]);
    const other = commit(undo(two), [number, drawn('arrow')]);
    expect(redo(other)).toBe(other);
  });
});

describe.each(DRAGGED_KINDS)('a %s drawn by dragging', (kind) => {
  it('is valid whichever way it was dragged, also after a move', () => {
    const mark = drawn(kind);
    expect(marks.safeParse([mark, moved({ ...mark, id: ID(2) }, { x: -500.5, y: 3.2 })]).success).toBe(true);
    expect(boundsOf(mark)).toEqual({ x: 20, y: 31, width: 80, height: 49 });
  });

  it('follows the dragged handle, even past its other end', () => {
    const mark = drawn(kind);
    const to = { x: 200, y: 300 };
    const next = withHandleAt(mark, 0, to);
    expect(handlesOf(next)).toContainEqual(to);
    expect(marks.safeParse([next]).success).toBe(true);
  });
});

it('hits the small mark on a large one, and a line by its stroke', () => {
  const big = draggedMark('rectangle', ID(3), { x: 0, y: 0 }, { x: 400, y: 400 }, LOOK);
  expect(markAt([number, big], { x: 52, y: 49 }, 4)?.id).toBe(number.id);
  expect(markAt([number, big], { x: 300, y: 300 }, 4)?.id).toBe(big.id);
  expect(markAt([line], { x: 60, y: 5 }, 4)?.id).toBe(line.id);
  expect(markAt([line], { x: 60, y: 40 }, 4)).toBeUndefined();
});

it('continues numbering after the highest number', () => {
  expect(nextNumber([])).toBe(1);
  expect(nextNumber([number, { ...number, id: ID(4), number: 2 }])).toBe(5);
});

it('replaces a mark at its index', () => {
  expect(replaced([number, line], moved(number, { x: 1, y: 1 }))).toEqual([{ ...number, x: 51, y: 51 }, line]);
});

it('drops points of a line that hardly matter, and limits their number', () => {
  const straight = Array.from({ length: 50 }, (_, x) => ({ x, y: 0 }));
  expect(simplified(straight, 1)).toEqual([
    { x: 0, y: 0 },
    { x: 49, y: 0 },
  ]);
  const wild = Array.from({ length: 9_000 }, (_, x) => ({ x, y: x % 2 === 0 ? 0 : 400 }));
  expect(simplified(wild, 1).length).toBeLessThanOrEqual(2_000);
  expect(simplified([], 1)).toEqual([]);
});
