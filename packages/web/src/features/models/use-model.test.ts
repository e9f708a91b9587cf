// Which storeys are loaded automatically.
import { expect, it } from 'vitest';
import { storeysToLoad } from './use-model.ts';

const part = (triangles: number, elements = 1) => ({ offset: 0, length: 1, elements, triangles, box: null });

it('loads storeys from the ground up within the limit, and at least one', () => {
  expect(storeysToLoad([part(10), part(0, 0), part(20), part(30)], 35)).toEqual([0, 2]);
  expect(storeysToLoad([part(100), part(10)], 35)).toEqual([0]);
});
