import { LINE_UNITS } from '@plumbline/core/features/plans/lines/sheet-lines';
import { SnapIndex } from '@plumbline/core/features/plans/lines/snap-index';
import { expect, test } from 'vitest';
import type { DrawEvent } from '../../../viewer/options.ts';
import { snapped } from './use-snapping.ts';

/** One line from (0.25, 0.5) to (0.75, 0.5) on a sheet of 100 × 100 points. */
const INDEX = new SnapIndex(
  Int32Array.from([0.25, 0.5, 0.75, 0.5], (at) => at * LINE_UNITS),
  { widthPt: 100, heightPt: 100 },
);
const point = (x: number, y: number, keys: { snap?: boolean; free?: boolean } = {}): DrawEvent => ({
  ...{ kind: 'point', at: { x, y }, snap: false, free: false },
  ...keys,
});

test('a point snaps to lines, except with Alt, at fixed angles, or far from every line', () => {
  expect(snapped(INDEX, point(0.26, 0.49), 5)).toEqual({
    event: point(0.25, 0.5),
    at: { x: 0.25, y: 0.5, kind: 'end' },
  });
  for (const event of [point(0.26, 0.49, { free: true }), point(0.26, 0.49, { snap: true }), point(0.26, 0.3)])
    expect(snapped(INDEX, event, 5)).toEqual({ event, at: undefined });
});

test('both ends of a dragged shape snap, and the snap mark is at its end', () => {
  const drag = { kind: 'drag', snap: false, free: false, done: false } as const;
  const { event, at } = snapped(INDEX, { ...drag, from: { x: 0.24, y: 0.52 }, to: { x: 0.5, y: 0.53 } }, 5);
  expect(event).toEqual({ ...drag, from: { x: 0.25, y: 0.5 }, to: { x: 0.5, y: 0.5 } });
  expect(at?.kind).toBe('nearest');
});

test('freehand strokes and undo do not snap', () => {
  const events: DrawEvent[] = [{ kind: 'stroke', points: [{ x: 0.26, y: 0.5 }], done: false }, { kind: 'undo' }];
  for (const event of events) expect(snapped(INDEX, event, 5)).toEqual({ event, at: undefined });
});
