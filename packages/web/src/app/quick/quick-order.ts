// The plans of the quick selection in the chosen order. Pure.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { buildTree, type Facts, listed, type TreeSort } from '../../shared/site/plan-tree.ts';

type Query = {
  search: string;
  sort: TreeSort;
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
  const query = { folderId: null, search, active: true, sort, reverse: false, locale, here };
  return listed(buildTree(flat), query, facts);
}
