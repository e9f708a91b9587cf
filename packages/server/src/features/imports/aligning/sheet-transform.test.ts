import { type Alignment, applyTo, IDENTITY_ALIGNMENT, maxDistance } from '@plumbline/core/site/geometry/alignment';
import { describe, expect, test } from 'vitest';
import { automaticAlignment, inPlanSpace, transformOf } from './sheet-transform.ts';

const A1 = { widthPt: 2384, heightPt: 1684 };
const crept: Alignment = [1.001, 0, 0, 0, 1.001, 0.0004];
const current = { ...A1, alignment: crept };
const proposal = (alignment: Alignment, sure = true) => ({ alignment, fit: sure ? 0.8 : 0.1, sure });

describe('the transform that a new sheet gets automatically', () => {
  test.each([
    ['an equal sheet found at the same position', A1, proposal(crept), crept],
    [
      'an equal sheet found at almost the same position: exactly the old transform',
      A1,
      proposal([1.0012, 0, 0, 0, 1.001, 0.0004]),
      crept,
    ],
    ['an equal sheet without a match', A1, null, crept],
    ['an equal sheet that may have moved, with low confidence', A1, proposal([1, 0, 0.2, 0, 1, 0], false), crept],
    ['an equal sheet whose drawing has clearly moved', A1, proposal([1, 0, 0.2, 0, 1, 0]), null],
    ['a sheet of a different size, whatever the confidence', { widthPt: 1684, heightPt: 1191 }, proposal(crept), null],
  ])('%s', (_name, sheet, found, expected) => {
    expect(automaticAlignment(sheet, current, A1, found)).toEqual(expected);
  });
});

test('a transform in pixels is converted to fractions of the plan, using the alignment of the other revision', () => {
  // Half the size and a quarter turn, in pixels of two previews with different aspect ratios.
  const turn = { p: 0, q: 0.5, u: 900, v: 40 };
  const found = transformOf({ turn, fit: 0.7 }, { width: 1600, height: 1000 }, { width: 1200, height: 1600 });
  const { x, y } = applyTo(found, { x: 0.25, y: 0.5 });
  expect(x * 1200).toBeCloseTo(900 - 0.5 * 500, 6);
  expect(y * 1600).toBeCloseTo(40 + 0.5 * 400, 6);
  const upon = inPlanSpace(found, 0.7, { ...A1, alignment: [1, 0, 0.1, 0, 1, 0] });
  expect(upon.sure).toBe(true);
  expect(maxDistance(upon.alignment, found, A1)).toBeCloseTo(0.1, 6);
  expect(inPlanSpace(IDENTITY_ALIGNMENT, 0.05, { ...A1, alignment: IDENTITY_ALIGNMENT }).sure).toBe(false);
});
