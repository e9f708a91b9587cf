import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { examplePlan } from '@plumbline/core/testing/rows';
import { expect, test } from 'vitest';
import { TREE_SORTS, type TreeSort } from '../../shared/site/plan-tree.ts';
import { quickPlans } from './quick-order.ts';

const row = (id: string, more: Partial<PlanRow> = {}): PlanRow =>
  examplePlan({ id, lastActivity: '2026-01-01T00:00:00.000Z', ...more });

const ROWS = [
  row('C', { lastActivity: '2026-01-02T00:00:00.000Z' }),
  row('Zone', { type: 'Folder' }),
  row('B', { parentId: 'Zone', planType: 'BimCloud' }),
  row('A', { lastActivity: '2026-01-03T00:00:00.000Z' }),
  row('Old', { active: false }),
];
const FACTS: Record<string, { fileSize: number; openPins: number; openTasks: number }> = {
  A: { fileSize: 1, openPins: 1, openTasks: 2 },
  B: { fileSize: 3, openPins: 2, openTasks: 3 },
  C: { fileSize: 2, openPins: 3, openTasks: 1 },
};
const names = (sort: TreeSort, search = '') =>
  quickPlans(ROWS, { search, sort, locale: 'en', here: new Set(['C']) }, (id) => FACTS[id])
    .map((one) => one.name)
    .join('');

test('plans of all folders are listed in the order of each sort key', () => {
  expect(Object.fromEntries(TREE_SORTS.map((sort) => [sort, names(sort)]))).toEqual({
    Title: 'ABC',
    LastActivity: 'ACB',
    Size: 'BCA',
    openTaskCount: 'BAC',
    openPins: 'CBA',
    type: 'BAC',
    offlineOnline: 'CAB',
  });
  expect(names('Size', 'b')).toBe('B');
});
