import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readView, writeView } from './view-address.ts';

const view = fc.record({
  cx: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  cy: fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  zoom: fc.double({ min: -10, max: 3, noNaN: true }),
  rotation: fc.integer({ min: 0, max: 359 }),
});

it('a view written into an address is read again, as near as anybody sees', () => {
  fc.assert(
    fc.property(view, (its) => {
      const read = readView(writeView(its));
      expect(read?.cx).toBeCloseTo(its.cx, 3);
      expect(read?.cy).toBeCloseTo(its.cy, 3);
      expect(read?.zoom).toBeCloseTo(its.zoom, 1);
      expect(read?.rotation).toBe(its.rotation);
    }),
  );
});

it('an address stays short and needs no escaping', () => {
  fc.assert(
    fc.property(view, (its) => {
      const text = writeView(its);
      expect(encodeURIComponent(text)).toBe(text);
      expect(text.length).toBeLessThan(32);
    }),
  );
});

it.each([
  '',
  '1',
  '0.5_0.5',
  'a_b_c',
  '0.5_0.5_99',
  '9_0.5_0',
  '0.5_0.5_0_400',
  '0.5__0',
  '1_1_1_1_1',
  5,
  null,
  undefined,
])('%j is no view', (text) => {
  expect(readView(text)).toBeUndefined();
});

it('whatever stands in an address is a view within reach, or none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readView(text);
      expect(read === undefined || Object.values(read).every(Number.isFinite)).toBe(true);
    }),
  );
});
