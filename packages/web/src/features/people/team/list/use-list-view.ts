// The view of a list as encoded in the URL, and the selection in it.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type TeamView, teamAddress } from '../../../../shared/navigation/addresses.ts';
import type { Sort as TableSort } from '../../../../ui/data/table/virtual-table.tsx';
import { type ListView, readListView, writeListView } from './list-view.ts';

const NONE: ReadonlySet<string> = new Set();

/** Changing the view clears the selection, so that no hidden row stays selected. */
export function useListView<Sort extends string>(
  { projectId, view: place }: { projectId: string; view: TeamView },
  sorts: readonly [Sort, ...Sort[]],
) {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const view = useMemo(() => readListView(address, sorts), [address, sorts]);
  const [chosen, choose] = useState(NONE);
  const show = (part: Partial<ListView<Sort>>) => {
    choose(NONE);
    const search = writeListView({ ...view, ...part }, sorts);
    void navigate({ to: teamAddress(projectId, place), search: search as never, replace: true });
  };
  const sortBy = (sort: string, order: 'asc' | 'desc') => {
    const found = sorts.find((one) => one === sort);
    if (found) show({ sort: found, order });
  };
  const sort: TableSort = { column: view.sort, direction: view.order === 'asc' ? 'ascending' : 'descending' };
  const onSort = ({ column, direction }: TableSort) => sortBy(column, direction === 'ascending' ? 'asc' : 'desc');
  return { view, show, sortBy, sort, onSort, chosen, choose, clear: () => choose(NONE) };
}
