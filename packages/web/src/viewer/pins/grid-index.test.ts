import { expect, test } from 'vitest';
import { buildGridIndex, cellCode, cellIndex, cellOf, cellRange, lowerBound, MAX_DEPTH } from './grid-index.ts';

/** A fixed sequence of numbers from 0 to below 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function scattered(count: number): { x: Float64Array; y: Float64Array } {
  const next = sequence(7);
  return { x: Float64Array.from({ length: count }, next), y: Float64Array.from({ length: count }, next) };
}

test('a cell code converts to its column and row and back', () => {
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [65_535, 65_535],
    [12_345, 54_321],
  ] as const) {
    expect(cellOf(cellCode(column, row))).toEqual({ column, row });
  }
});

test('codes ascend and the order contains every pin once', () => {
  const { x, y } = scattered(5_000);
  const index = buildGridIndex(x, y, 1, 0.7);
  for (let i = 1; i < index.codes.length; i++)
    expect(index.codes[i] ?? 0).toBeGreaterThanOrEqual(index.codes[i - 1] ?? 0);
  expect([...index.order].sort((a, b) => a - b)).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
});

test.each([0, 1, 3, 6, MAX_DEPTH])('a cell at depth %s contains exactly its pins', (depth) => {
  const { x, y } = scattered(2_000);
  const aspect = { x: 1, y: 0.6 };
  const index = buildGridIndex(x, y, aspect.x, aspect.y);
  const expected = new Map<string, number[]>();
  for (let i = 0; i < x.length; i++) {
    const key = `${cellIndex((x[i] ?? 0) * aspect.x, depth)}/${cellIndex((y[i] ?? 0) * aspect.y, depth)}`;
    expected.set(key, [...(expected.get(key) ?? []), i]);
  }
  for (const [key, pins] of [...expected].slice(0, 300)) {
    const [column = 0, row = 0] = key.split('/').map(Number);
    const [start, end] = cellRange(index, column, row, depth);
    expect([...index.order.slice(start, end)].sort((a, b) => a - b)).toEqual(pins);
  }
});

test('pins on the far edges or outside the plan fall into an outer cell', () => {
  const index = buildGridIndex(Float64Array.of(1, 0, 1.5, -3), Float64Array.of(1, 0, 0, 1), 1, 1);
  const last = 2 ** 4 - 1;
  expect(cellIndex(1, 4)).toBe(last);
  const [start, end] = cellRange(index, last, last, 4);
  expect([...index.order.slice(start, end)]).toEqual([0]);
  expect(index.order).toHaveLength(4);
});

test('pins at one position keep their order, so that the later one is drawn above', () => {
  const index = buildGridIndex(new Float64Array(5).fill(0.5), new Float64Array(5).fill(0.5), 1, 1);
  expect([...index.order]).toEqual([0, 1, 2, 3, 4]);
});

test('the lower bound is the first index not below the value', () => {
  const sorted = Uint32Array.of(2, 2, 5, 9);
  expect([0, 2, 3, 5, 9, 10].map((value) => lowerBound(sorted, value))).toEqual([0, 0, 2, 2, 3, 4]);
  expect(lowerBound(new Uint32Array(0), 1)).toBe(0);
});
