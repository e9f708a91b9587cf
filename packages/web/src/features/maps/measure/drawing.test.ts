import { describe, expect, it } from 'vitest';
import type { DrawEvent } from '../../../viewer/options.ts';
import { cutOut, type Draft, type Drawing, drawn, EMPTY, ringsOfDraft, thinned } from './drawing.ts';

const SIDES = { widthM: 20, heightM: 10 };
const point = (x: number, y: number, snap = false): DrawEvent => ({ kind: 'point', at: { x, y }, snap });
const after = (drawing: Drawing, ...events: DrawEvent[]): Draft =>
  events.reduce((draft, event) => drawn(draft, drawing, event, SIDES), EMPTY);

describe('drawing over a plan', () => {
  it('extends a distance until it is finished, counting a double click once', () => {
    const going = after('distance', point(0, 0), point(0.5, 0), point(0.5, 0.5));
    expect(going).toMatchObject({ done: false, points: [{}, {}, {}] });
    const ended = after('distance', point(0, 0), point(0.5, 0), point(0.5, 0.000_01), { kind: 'finish' });
    expect(ended).toEqual({
      rings: [],
      done: true,
      hover: undefined,
      points: [
        { x: 0, y: 0 },
        { x: 0.5, y: 0 },
      ],
    });
  });

  it('starts a new drawing after the previous one is finished', () => {
    const next = after('distance', point(0, 0), point(0.5, 0), { kind: 'finish' }, point(0.9, 0.9));
    expect(next).toEqual({ rings: [], done: false, hover: undefined, points: [{ x: 0.9, y: 0.9 }] });
  });

  it('does not finish an area with only two points', () => {
    expect(after('area', point(0, 0), point(1, 0), { kind: 'finish' })).toMatchObject({ done: false });
    expect(after('area', point(0, 0), point(1, 0), point(1, 1), { kind: 'finish' })).toMatchObject({ done: true });
  });

  it.each([
    ['scale', 2],
    ['arrow', 2],
    ['rectangle', 2],
    ['cloud', 2],
    ['callout', 2],
    ['angle', 3],
    ['text', 1],
    ['geo', 1],
  ] as const)('%s is finished after %i points', (drawing, places) => {
    const steps = [point(0.1, 0.1), point(0.4, 0.6), point(0.7, 0.2)].slice(0, places);
    expect(after(drawing, ...steps.slice(0, -1)).done).toBe(false);
    expect(after(drawing, ...steps).done).toBe(true);
  });

  it('snaps in true proportions when requested', () => {
    const { points, hover } = after('distance', point(0.5, 0.5), {
      kind: 'hover',
      at: { x: 0.9, y: 0.55 },
      snap: true,
    });
    expect(points).toHaveLength(1);
    expect(hover).toEqual({ x: 0.9, y: 0.5 });
    expect(after('distance', point(0.5, 0.5), point(0.9, 0.55, true)).points[1]).toEqual({ x: 0.9, y: 0.5 });
  });

  it('discards a point that was only hovered and a stroke that was cancelled', () => {
    const aimed = after('distance', point(0, 0), { kind: 'hover', at: { x: 0.4, y: 0.4 }, snap: false });
    expect(drawn(aimed, 'distance', { kind: 'away' }, SIDES)).toEqual({ ...EMPTY, points: [{ x: 0, y: 0 }] });
    const points = [
      { x: 0, y: 0 },
      { x: 0.1, y: 0.1 },
    ];
    expect(after('freehand', { kind: 'stroke', points, done: false }, { kind: 'away' })).toEqual(EMPTY);
    expect(after('freehand', { kind: 'stroke', points, done: true }, { kind: 'away' })).toMatchObject({ points });
  });

  it('undoes the last point, even of a finished drawing, and cancels all', () => {
    const two = [point(0, 0), point(0.5, 0)];
    expect(after('distance', ...two, { kind: 'undo' }).points).toEqual([{ x: 0, y: 0 }]);
    expect(after('distance', ...two, { kind: 'finish' }, { kind: 'undo' })).toMatchObject({
      done: false,
      points: [{}],
    });
    expect(after('distance', ...two, { kind: 'cancel' })).toEqual(EMPTY);
    expect(after('distance', { kind: 'undo' })).toEqual(EMPTY);
  });

  it('draws a shape by dragging, and nothing without a distance', () => {
    const [from, to] = [
      { x: 0.2, y: 0.2 },
      { x: 0.6, y: 0.4 },
    ];
    const drag = (end: typeof to, done: boolean): DrawEvent => ({ kind: 'drag', from, to: end, snap: false, done });
    expect(after('cloud', drag(to, false))).toEqual({ ...EMPTY, points: [from], hover: to });
    expect(after('cloud', point(0.9, 0.9), drag(to, false), drag(to, true))).toEqual({
      ...EMPTY,
      points: [from, to],
      done: true,
    });
    expect(after('cloud', drag(from, true))).toEqual(EMPTY);
  });

  it('cuts parts out of a finished area, and undoes them', () => {
    const corners = [point(0, 0), point(1, 0), point(1, 1)];
    const area = after('area', ...corners, { kind: 'finish' });
    const inner = [point(0.5, 0.1), point(0.9, 0.1), point(0.9, 0.5)];
    const more = (draft: Draft, ...events: DrawEvent[]) =>
      events.reduce((one, event) => drawn(one, 'area', event, SIDES), draft);
    const cut = more(cutOut(area), ...inner, { kind: 'finish' });
    expect(ringsOfDraft(cut).map((ring) => ring.length)).toEqual([3, 3]);
    expect(cut.done).toBe(true);
    expect(more(cutOut(area), { kind: 'undo' })).toEqual({ ...area, done: false });
    expect(more(cutOut(area), { kind: 'finish' })).toEqual(area);
    expect(more(cut, { kind: 'cancel' })).toEqual(EMPTY);
  });

  it('keeps both ends of a long stroke', () => {
    const stroke = Array.from({ length: 1_700 }, (_, i) => ({ x: i / 1_700, y: 0.5 }));
    const kept = thinned(stroke);
    expect(kept.length).toBeLessThanOrEqual(500);
    expect([kept[0], kept.at(-1)]).toEqual([stroke[0], stroke.at(-1)]);
    expect(after('freehand', { kind: 'stroke', points: stroke, done: true }).done).toBe(true);
  });
});
