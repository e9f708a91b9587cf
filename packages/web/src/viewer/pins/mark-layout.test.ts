import { expect, test } from 'vitest';
import { type Frame, planToScreen } from '../camera/geometry.ts';
import { type PinInfo, pinColumns } from './columns.ts';
import { focusOrder, nextFocus } from './focus-order.ts';
import { hitTest } from './hit-test.ts';
import { labelledPins } from './label-layout.ts';
import { EMPTY_LAYOUT } from './mark-layout.ts';
import { bubbleRadius, HEAD_HEIGHT, HEAD_RADIUS } from './pin-shape.ts';
import { PinStore } from './pin-store.ts';

const frame = (more: Partial<Frame> = {}): Frame => ({
  width: 1_000,
  height: 800,
  widthPx: 8_000,
  heightPx: 6_000,
  centreX: 4_000,
  centreY: 3_000,
  scale: 0.125,
  cos: 1,
  sin: 0,
  ratio: 1,
  ...more,
});

const pin = (id: string, x: number, y: number): PinInfo => ({ id, x, y, colour: 0, status: 0, flags: 0, number: 1 });

function storeOf(pins: readonly PinInfo[]): PinStore {
  const store = new PinStore();
  store.set(pinColumns(pins));
  return store;
}

const FOUR = [pin('a', 0.2, 0.2), pin('b', 0.8, 0.2), pin('c', 0.5, 0.6), pin('d', 0.5, 0.62)];

test('pins on screen are drawn at their position, nearer ones last', () => {
  const store = storeOf(FOUR.slice(0, 3));
  const layout = store.layout(frame());
  expect(layout.pins.map((at) => store.info(at).id)).toEqual(['a', 'b', 'c']);
  const at = planToScreen(frame(), 0.2, 0.2);
  expect(layout.pinX[0]).toBeCloseTo(at.x, 9);
  expect(layout.pinY[0]).toBeCloseTo(at.y, 9);
});

test('off-screen pins are omitted, rotated or not', () => {
  const store = storeOf(FOUR);
  const near = frame({ scale: 4, centreX: 0.2 * 8_000, centreY: 0.2 * 6_000 });
  expect(store.layout(near).pins.map((at) => store.info(at).id)).toEqual(['a']);
  const turned = frame({ ...near, cos: Math.cos(1), sin: Math.sin(1), scale: 4 });
  const layout = store.layout({ ...turned, centreX: near.centreX, centreY: near.centreY });
  expect(layout.pins.map((at) => store.info(at).id)).toEqual(['a']);
});

test('a hundred thousand pins never draw more marks than fit on screen', () => {
  const store = storeOf(
    Array.from({ length: 100_000 }, (_, i) => pin(String(i), (i * 0.618034) % 1, (i * 0.414214) % 1)),
  );
  for (const scale of [0.05, 0.125, 0.5, 1, 4]) {
    const { pins, bubbles } = store.layout(frame({ scale }));
    expect(pins.length + bubbles.length).toBeLessThan(1_500);
    expect(pins.length + bubbles.length).toBeGreaterThan(0);
  }
});

test('a patched pin moves, an unknown one is reported as unknown', () => {
  const store = storeOf(FOUR.slice(0, 2));
  store.layout(frame());
  expect(store.patch('a', { x: 0.4, y: 0.4 })).toBe(true);
  expect(store.patch('nobody', { x: 0 })).toBe(false);
  const layout = store.layout(frame());
  const place = layout.pins.findIndex((at) => store.info(at).id === 'a');
  expect(layout.pinX[place]).toBeCloseTo(planToScreen(frame(), 0.4, 0.4).x, 9);
});

test("patching never writes into the caller's arrays", () => {
  const columns = pinColumns([pin('a', 0.2, 0.2)]);
  const store = new PinStore();
  store.set(columns);
  store.patch('a', { x: 0.9 });
  expect(columns.x[0]).toBe(0.2);
});

test('columns of unequal length are rejected', () => {
  const columns = { ...pinColumns([pin('a', 0, 0)]), y: new Float64Array(2) };
  expect(() => new PinStore().set(columns)).toThrow(RangeError);
});

const NO_BUBBLES = new Uint32Array(0);

test('a click on the head hits, one next to it does not; touch tolerates a larger miss', () => {
  const store = storeOf([pin('a', 0.5, 0.5)]);
  const layout = store.layout(frame());
  const hit = (dx: number, dy: number, pointer: 'mouse' | 'touch') =>
    hitTest(layout, NO_BUBBLES, 1, 500 + dx, 400 + dy, pointer)?.kind;
  expect(hit(0, -HEAD_HEIGHT, 'mouse')).toBe('pin');
  expect(hit(0, 0, 'mouse')).toBe('pin');
  expect(hit(HEAD_RADIUS + 6, -HEAD_HEIGHT, 'mouse')).toBeUndefined();
  expect(hit(HEAD_RADIUS + 6, -HEAD_HEIGHT, 'touch')).toBe('pin');
  expect(hit(0, 30, 'touch')).toBeUndefined();
});

test('of two pins, the one with the nearer drop is hit', () => {
  const store = storeOf([pin('a', 0.5, 0.5), pin('b', 0.53, 0.5)]);
  const layout = store.layout(frame());
  const hit = hitTest(layout, NO_BUBBLES, 1, 500 + 26, 400 - HEAD_HEIGHT, 'touch');
  expect(hit?.kind === 'pin' && store.info(hit.pin).id).toBe('b');
});

test('a bubble is hit on its whole disc and returns its count', () => {
  const store = storeOf(Array.from({ length: 40 }, (_, i) => pin(String(i), 0.5, 0.5)));
  const view = frame();
  const layout = store.layout(view);
  const counts = store.level(layout.depth, view).bubble;
  const at = { x: layout.bubbleX[0] ?? 0, y: layout.bubbleY[0] ?? 0 };
  const hit = hitTest(layout, counts, 1, at.x + bubbleRadius(40) - 1, at.y, 'mouse');
  expect(hit).toMatchObject({ kind: 'bubble', count: 40 });
  expect(hitTest(layout, counts, 1, at.x + bubbleRadius(40) + 3, at.y, 'mouse')).toBeUndefined();
  expect(store.pinsOfBubble(layout.depth, layout.bubbles[0] ?? -1, view)).toHaveLength(40);
});

const SCREEN = { left: 0, top: 0, right: 1_000, bottom: 800 };

test('Tab goes row by row from left to right and leaves at the end', () => {
  const store = storeOf([pin('c', 0.5, 0.6), pin('b', 0.8, 0.2), pin('a', 0.2, 0.2)]);
  const order = focusOrder(store.layout(frame()), SCREEN);
  const names = order.map((stop) => (stop.kind === 'pin' ? store.info(stop.pin).id : 'bubble'));
  expect(names).toEqual(['a', 'b', 'c']);
  const first = nextFocus(order, undefined, 1);
  expect(first).toEqual(order[0]);
  expect(nextFocus(order, first, 1)).toEqual(order[1]);
  expect(nextFocus(order, order[2], 1)).toBeUndefined();
  expect(nextFocus(order, undefined, -1)).toEqual(order[2]);
  expect(nextFocus(order, { kind: 'pin', pin: 99 }, 1)).toEqual(order[0]);
});

test('marks covered by a panel are skipped', () => {
  const store = storeOf([pin('a', 0.1, 0.5), pin('b', 0.9, 0.5)]);
  const order = focusOrder(store.layout(frame()), { ...SCREEN, right: 500 });
  expect(order).toHaveLength(1);
});

/** The labelled ones of pins at these screen positions, by number. */
function labels(pins: readonly (readonly [x: number, y: number, number?: number])[], without = new Set<number>()) {
  const columns = pinColumns(
    pins.map(([, , number], i) => ({
      id: `${i}`,
      x: 0,
      y: 0,
      colour: 0,
      status: 0,
      flags: 0,
      number: number ?? i + 1,
    })),
  );
  const layout = {
    ...EMPTY_LAYOUT,
    pins: pins.map((_, i) => i),
    pinX: Float64Array.from(pins, ([x]) => x),
    pinY: Float64Array.from(pins, ([, y]) => y),
  };
  return labelledPins(layout, columns, 1, without).map((i) => columns.number[i]);
}

test('a label is left out where it would cover another one, or the head of a pin', () => {
  expect(
    labels([
      [0, 0],
      [100, 0],
    ]),
  ).toEqual([1, 2]);
  expect(
    labels([
      [0, 0],
      [10, 2],
    ]),
  ).toEqual([1]);
  expect(
    labels([
      [0, 0],
      [0, HEAD_HEIGHT + 10],
    ]),
  ).toEqual([2]);
});

test('pins without a number, and those drawn elsewhere, have no label and leave their place to others', () => {
  expect(
    labels([
      [0, 0, 0],
      [100, 0],
    ]),
  ).toEqual([2]);
  expect(
    labels(
      [
        [0, 0],
        [10, 2],
      ],
      new Set([0]),
    ),
  ).toEqual([2]);
});

test('no labels are shown with very many pins', () => {
  const row = (count: number) => Array.from({ length: count }, (_, i) => [i * 100, 0] as const);
  expect(labels(row(140))).toHaveLength(140);
  expect(labels(row(141))).toEqual([]);
});
