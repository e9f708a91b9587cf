// The plans of the quick selection in the chosen order. Pure.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { buildTree, type Facts, listed, TREE_SORTS } from '../../shared/site/plan-tree.ts';

export const QUICK_PLAN_SORTS = [...TREE_SORTS, 'type', 'offlineOnline'] as const;
export type QuickPlanSort = (typeof QUICK_PLAN_SORTS)[number];

type Query = {
  search: string;
  sort: QuickPlanSort;
  locale: string;
  /** Ids of the plans on this device. */
  here: ReadonlySet<string>;
};

/** The active plans of all folders in one list: a user of quick selection knows the plan, not its folder. */
export function quickPlans(
  rows: readonly PlanRow[],
  { search, sort, locale, here }: Query,
  facts: (id: string) => Facts | undefined,
): PlanRow[] {
  const flat = rows.filter((row) => row.type === 'Plan').map((row) => ({ ...row, parentId: null }));
  const treeSort = TREE_SORTS.find((one) => one === sort) ?? 'Title';
  const query = { folderId: null, search, active: true, sort: treeSort, reverse: false, locale };
  const shown = listed(buildTree(flat), query, facts);
  if (sort === 'type') shown.sort((a, b) => a.planType.localeCompare(b.planType));
  if (sort === 'offlineOnline') shown.sort((a, b) => Number(here.has(b.id)) - Number(here.has(a.id)));
  return shown;
}
