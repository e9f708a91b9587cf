import { expect, it } from 'vitest';
import { readView, writeView } from './view-address.ts';

const VIEWS = [-0.5, 0, 0.123456, 1 / 3, 1, 1.49999].flatMap((cx) =>
  [-10, -3.217, 0, 2.999].flatMap((zoom) =>
    [0, 1, 90, 359].map((rotation) => ({ cx, cy: 1 - cx / 2, zoom, rotation })),
  ),
);

it('a view written to an address is read back with no visible difference', () => {
  for (const view of VIEWS) {
    const read = readView(writeView(view));
    expect(read?.cx).toBeCloseTo(view.cx, 3);
    expect(read?.cy).toBeCloseTo(view.cy, 3);
    expect(read?.zoom).toBeCloseTo(view.zoom, 1);
    expect(read?.rotation).toBe(view.rotation);
  }
});

it('an address stays short and needs no escaping', () => {
  for (const text of VIEWS.map(writeView)) {
    expect(encodeURIComponent(text)).toBe(text);
    expect(text.length).toBeLessThan(32);
  }
});

it.each([
  ...['', '1', '0.5_0.5', 'a_b_c', '0.5_0.5_99', '9_0.5_0', '0.5_0.5_0_400', '0.5__0', '1_1_1_1_1'],
  ...['..._._-', '-_-_-', '1e9_0_0', 'Infinity_0_0', 5, null, undefined],
])('%j is not a view', (text) => {
  expect(readView(text)).toBeUndefined();
});
