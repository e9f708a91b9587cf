import { expect, test } from 'vitest';
import { completePairs, type DraftPair, nextPair, withoutPair, withPoint } from './pairs.ts';

const spot = { x: 0.5, y: 0.5 };

test('taps complete the open pair on their side first, then start a new one, up to three', () => {
  let drafts: readonly DraftPair[] = [];
  expect(nextPair(drafts, 'plan')).toBe(0);
  drafts = withPoint(drafts, 0, 'plan', spot);
  expect(nextPair(drafts, 'sheet')).toBe(0);
  expect(nextPair(drafts, 'plan')).toBe(1);
  drafts = withPoint(drafts, 0, 'sheet', spot);
  drafts = withPoint(drafts, 1, 'sheet', spot);
  expect(nextPair(drafts, 'plan')).toBe(1);
  drafts = withPoint(drafts, 2, 'sheet', spot);
  expect(nextPair(drafts, 'sheet')).toBeUndefined();
});

test('only pairs with both points count; a pair can be removed', () => {
  const drafts: DraftPair[] = [{ plan: spot, sheet: spot }, { plan: spot }];
  expect(completePairs(drafts)).toHaveLength(1);
  expect(withoutPair(drafts, 0)).toEqual([{ plan: spot }]);
});
