import { expect, test } from 'vitest';
import { buildLevel, CELL_PX, depthFor, findCell, MIXED, pinsOfBubble } from './clusters.ts';
import { PIN_FLAG, type PinInfo, pinColumns } from './columns.ts';
import { buildGridIndex, cellCode, cellIndex, MAX_DEPTH } from './grid-index.ts';

const pin = (id: number, x: number, y: number, more: Partial<PinInfo> = {}): PinInfo => ({
  id: String(id),
  x,
  y,
  colour: 3,
  status: 0,
  flags: 0,
  number: id,
  ...more,
});

function levelOf(pins: readonly PinInfo[], depth: number, aspectY = 1) {
  const columns = pinColumns(pins);
  const index = buildGridIndex(columns.x, columns.y, 1, aspectY);
  return { columns, index, level: buildLevel(columns, index, depth, CELL_PX.wide) };
}

/** Evenly spread pins with a dense group in the middle. */
function many(count: number): PinInfo[] {
  return Array.from({ length: count }, (_, i) => {
    const heap = i % 3 === 0;
    const x = heap ? 0.5 + 0.02 * Math.sin(i) : (i * 0.618034) % 1;
    const y = heap ? 0.5 + 0.02 * Math.cos(i * 1.7) : (i * 0.414214) % 1;
    return pin(i, x, y, { colour: i % 5, flags: i % 10 === 0 ? PIN_FLAG.overdue : 0 });
  });
}

test.each(Object.values(CELL_PX))('cells of %s pixels are one to two times that wide on screen', (px) => {
  for (const side of [px, 500, 1_000, 8_000, 100_000]) {
    const cell = side / 2 ** depthFor(side, px);
    expect(cell).toBeGreaterThanOrEqual(px);
    expect(cell).toBeLessThan(2 * px + 1e-9);
  }
  expect(depthFor(1, px)).toBe(0);
  expect(depthFor(Number.MAX_SAFE_INTEGER, px)).toBe(MAX_DEPTH);
});

test.each([0, 2, 4, 7, 12])('at depth %s every pin is drawn once: alone or in one bubble', (depth) => {
  const pins = many(3_000);
  const { level, index } = levelOf(pins, depth, 0.7);
  const seen = new Map<number, number>();
  const note = (at: number) => seen.set(at, (seen.get(at) ?? 0) + 1);
  let counted = 0;
  for (let cell = 0; cell < level.codes.length; cell++) {
    if ((level.bubble[cell] ?? 0) > 0) {
      const inside = pinsOfBubble(level, index, cell);
      expect(inside).toHaveLength(level.bubble[cell] ?? 0);
      counted += inside.length;
      inside.forEach(note);
    } else if ((level.mergedInto[cell] ?? -1) < 0) {
      for (let i = level.starts[cell] ?? 0; i < (level.starts[cell + 1] ?? 0); i++) note(index.order[i] ?? 0);
    }
  }
  expect(seen.size).toBe(pins.length);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
  if (depth === 0) expect(counted).toBe(pins.length);
});

test('alerts of a bubble are counted, also after merging', () => {
  const pins = many(3_000);
  const { level } = levelOf(pins, 0);
  expect(level.alerts[0]).toBe(pins.filter((one) => one.flags !== 0).length);
  const deeper = levelOf(pins, 3).level;
  const shown = deeper.alerts.reduce((sum, alerts, cell) => sum + ((deeper.bubble[cell] ?? 0) > 0 ? alerts : 0), 0);
  expect(shown).toBeLessThanOrEqual(pins.filter((one) => one.flags !== 0).length);
  expect(shown).toBeGreaterThan(0);
});

test('two distant pins are shown individually, two at one position are not', () => {
  expect(levelOf([pin(1, 0.1, 0.1), pin(2, 0.9, 0.9)], 0).level.bubble[0]).toBe(0);
  expect(levelOf([pin(1, 0.5, 0.5), pin(2, 0.5, 0.5)], 0).level.bubble[0]).toBe(2);
});

test('pins at one position stay together at every depth', () => {
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const { level } = levelOf([pin(1, 0.3, 0.3), pin(2, 0.3, 0.3)], depth);
    expect(Math.max(...level.bubble)).toBe(2);
  }
});

test('a bubble takes the colour of three fifths of its pins, else none', () => {
  const heap = (colours: readonly number[]) => colours.map((colour, i) => pin(i, 0.5, 0.5, { colour }));
  expect(levelOf(heap([7, 7, 7, 1, 2]), 0).level.colour[0]).toBe(7);
  expect(levelOf(heap([7, 7, 1, 1, 2]), 0).level.colour[0]).toBe(MIXED);
});

test('bubbles at the border of two cells merge into one at the centre of their pins', () => {
  const left = Array.from({ length: 6 }, (_, i) => pin(i, 0.499, 0.3));
  const right = Array.from({ length: 2 }, (_, i) => pin(10 + i, 0.501, 0.3));
  const { level, index } = levelOf([...left, ...right], 2);
  const into = findCell(level, cellCode(cellIndex(0.499, 2), cellIndex(0.3, 2)));
  const from = findCell(level, cellCode(cellIndex(0.501, 2), cellIndex(0.3, 2)));
  expect(level.bubble[into]).toBe(8);
  expect(level.bubble[from]).toBe(0);
  expect(level.mergedInto[from]).toBe(into);
  expect(level.x[into]).toBeCloseTo((6 * 0.499 + 2 * 0.501) / 8, 9);
  expect(pinsOfBubble(level, index, into)).toHaveLength(8);
});

test('no pins produce an empty level', () => {
  const { level } = levelOf([], 3);
  expect(level.codes).toHaveLength(0);
  expect(findCell(level, 0)).toBe(-1);
});
