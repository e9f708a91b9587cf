// The order in which tiles are counted.
import { expect, test } from 'vitest';
import { tileId } from './pmtiles.ts';

test.each([
  [0, 0, 0, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 2],
  [1, 1, 1, 3],
  [1, 1, 0, 4],
  [2, 0, 0, 5],
  [12, 3_423, 1_763, 19_078_479],
])('tile %i/%i/%i has the number %i', (z, x, y, id) => {
  expect(tileId(z, x, y)).toBe(id);
});

test('every tile of a level has a number of its own', () => {
  const ids = new Set<number>();
  for (let x = 0; x < 32; x++) for (let y = 0; y < 32; y++) ids.add(tileId(5, x, y));
  expect(ids.size).toBe(1_024);
  expect([Math.min(...ids), Math.max(...ids)]).toEqual([341, 1_364]);
});
