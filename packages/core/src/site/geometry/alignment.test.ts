import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Alignment,
  applyTo,
  compose,
  distortion,
  fromPairs,
  fromSimilarity,
  IDENTITY_ALIGNMENT,
  invert,
  maxDistance,
  type SheetSize,
  toSimilarity,
} from './alignment.ts';
import { alignment } from './alignment-schema.ts';

const size = fc.record({
  widthPt: fc.double({ min: 200, max: 6_000, noNaN: true }),
  heightPt: fc.double({ min: 200, max: 6_000, noNaN: true }),
});
const turn = fc.record({
  scale: fc.double({ min: 0.5, max: 2, noNaN: true }),
  angle: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
  dx: fc.double({ min: -500, max: 500, noNaN: true }),
  dy: fc.double({ min: -500, max: 500, noNaN: true }),
});
const spot = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
});
const A1: SheetSize = { widthPt: 2384, heightPt: 1684 };

const near = (a: { x: number; y: number }, b: { x: number; y: number }, within = 1e-9) => {
  expect(Math.abs(a.x - b.x)).toBeLessThan(within);
  expect(Math.abs(a.y - b.y)).toBeLessThan(within);
};

describe('transforms', () => {
  test('a round trip returns the same position', () => {
    fc.assert(
      fc.property(size, size, turn, spot, (from, to, similarity, at) => {
        const forth = fromSimilarity(similarity, from, to);
        near(applyTo(invert(forth), applyTo(forth, at)), at);
      }),
    );
  });

  test('rotation and uniform scale have no distortion; a stretch along one axis is reported as its share', () => {
    fc.assert(
      fc.property(size, size, turn, (from, to, similarity) => {
        expect(distortion(fromSimilarity(similarity, from, to), from, to)).toBeLessThan(1e-9);
      }),
    );
    expect(distortion([1.1, 0, 0, 0, 1, 0], A1, A1)).toBeCloseTo((2 * 0.1) / 2.2, 6);
  });

  test('composing applies one transform after the other', () => {
    fc.assert(
      fc.property(size, size, size, turn, turn, spot, (a, b, c, one, two, at) => {
        const inner = fromSimilarity(one, a, b);
        const outer = fromSimilarity(two, b, c);
        near(applyTo(compose(outer, inner), at), applyTo(outer, applyTo(inner, at)), 1e-6);
      }),
    );
  });

  test('a similarity is read back as it was written', () => {
    fc.assert(
      fc.property(size, size, turn, (from, to, similarity) => {
        const read = toSimilarity(fromSimilarity(similarity, from, to), from, to);
        for (const key of ['scale', 'angle', 'dx', 'dy'] as const) expect(read[key]).toBeCloseTo(similarity[key], 6);
      }),
    );
  });

  test('a pin does not drift over ten revisions, each aligned to the one before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(size, turn), { minLength: 10, maxLength: 10 }), spot, (steps, pin) => {
        // Each revision is aligned to its predecessor; the pin is looked up on every sheet and never rewritten.
        let upon: Alignment = IDENTITY_ALIGNMENT;
        let before: SheetSize = A1;
        let exact = pin;
        for (const [sheet, similarity] of steps) {
          const step = fromSimilarity(similarity, sheet, before);
          upon = compose(upon, step);
          exact = applyTo(invert(step), exact);
          before = sheet;
          const shown = applyTo(invert(upon), pin);
          const reach = Math.max(1, Math.abs(exact.x), Math.abs(exact.y));
          near(shown, exact, 1e-8 * reach);
          near(applyTo(upon, shown), pin, 1e-8);
        }
      }),
    );
  });
});

describe('point pairs', () => {
  test('two pairs yield rotation, scale and shift', () => {
    fc.assert(
      fc.property(size, size, turn, (from, to, similarity) => {
        const expected = fromSimilarity(similarity, from, to);
        fc.pre(alignment.safeParse(expected).success);
        const pairs = [
          { x: 0.2, y: 0.3 },
          { x: 0.8, y: 0.6 },
        ].map((sheet) => ({ sheet, plan: applyTo(expected, sheet) }));
        const found = fromPairs(pairs, from, to);
        // Pairs that coincide on the plan determine nothing.
        fc.pre(found !== undefined);
        if (found) expect(maxDistance(found, expected, to)).toBeLessThan(1e-6);
      }),
    );
  });

  test('three pairs also yield a stretch', () => {
    const stretched: Alignment = [1.02, 0.01, -0.03, -0.02, 0.97, 0.05];
    const pairs = [
      { x: 0.1, y: 0.1 },
      { x: 0.9, y: 0.2 },
      { x: 0.4, y: 0.9 },
    ].map((sheet) => ({ sheet, plan: applyTo(stretched, sheet) }));
    const found = fromPairs(pairs, A1, A1);
    expect(found && maxDistance(found, stretched, A1)).toBeLessThan(1e-9);
  });

  test('more pairs average out inaccurate clicks', () => {
    const expected = fromSimilarity({ scale: 1.1, angle: 0.2, dx: 30, dy: -20 }, A1, A1);
    const positions = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => ({ x, y })));
    const pairs = positions.map((sheet, i) => {
      const { x, y } = applyTo(expected, sheet);
      return { sheet, plan: { x: x + (i % 2 ? 0.001 : -0.001), y: y + (i % 3 ? 0.0005 : -0.001) } };
    });
    const found = fromPairs(pairs, A1, A1);
    expect(found && maxDistance(found, expected, A1)).toBeLessThan(0.0015);
  });

  test.each([
    ['one pair', [[0.5, 0.5]]],
    [
      'two at the same position',
      [
        [0.5, 0.5],
        [0.5001, 0.5],
      ],
    ],
    [
      'three in one line',
      [
        [0.1, 0.1],
        [0.5, 0.5],
        [0.9, 0.9],
      ],
    ],
  ])('%s determine no transform', (_name, positions) => {
    const pairs = positions.map(([x = 0, y = 0]) => ({ sheet: { x, y }, plan: { x, y } }));
    expect(fromPairs(pairs, A1, A1)).toBeUndefined();
  });

  test('pairs that mirror the building are refused', () => {
    const pairs = [
      [0.1, 0.1],
      [0.9, 0.2],
      [0.4, 0.9],
    ].map(([x = 0, y = 0]) => ({ sheet: { x, y }, plan: { x: 1 - x, y } }));
    expect(fromPairs(pairs, A1, A1)).toBeUndefined();
  });
});

test.each([
  ['flat', [1, 0, 0, 1, 0, 0]],
  ['mirrored', [-1, 0, 1, 0, 1, 0]],
  ['outside every sheet', [1, 0, 1e6, 0, 1, 0]],
  ['not a number', [Number.NaN, 0, 0, 0, 1, 0]],
])('a transform that is %s is refused', (_name, similarity) => {
  expect(alignment.safeParse(similarity).success).toBe(false);
});
