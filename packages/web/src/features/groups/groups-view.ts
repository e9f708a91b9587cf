// Search, filter and order of the group list, read from and written to the URL and applied to rows. Pure.

import { EXACT_COUNT } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';

const SORTS = ['title', 'count', 'createdAt'] as const;

export type GroupsView = {
  search?: string | undefined;
  state: 'active' | 'inactive';
  sort: (typeof SORTS)[number];
  direction: 'ascending' | 'descending';
};

export type CountedGroup = { group: GroupRow; count: number };

/** Parses URL search parameters into a view. Unknown and invalid values are dropped. */
export function readGroupsView(search: Readonly<Record<string, unknown>>): GroupsView {
  // The router parses number-like text as a number.
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return {
    search: typeof words === 'string' && words !== '' ? words.slice(0, 200) : undefined,
    state: search.state === 'inactive' ? 'inactive' : 'active',
    sort: SORTS.find((sort) => sort === search.sort) ?? 'title',
    direction: search.order === 'descending' ? 'descending' : 'ascending',
  };
}

/** The inverse; default values are omitted. */
export function writeGroupsView({ search, state, sort, direction }: GroupsView): Record<string, string> {
  return {
    ...(search && { search }),
    ...(state === 'inactive' && { state }),
    ...(sort !== 'title' && { sort }),
    ...(direction === 'descending' && { order: direction }),
  };
}

/** The view as query parameters of the export. */
export function exportQuery({ search, state, sort, direction }: GroupsView): URLSearchParams {
  const query = new URLSearchParams({ state, sort, order: direction === 'ascending' ? 'asc' : 'desc' });
  if (search) query.set('search', search);
  return query;
}

/** The matching groups in order, ties sorted by title. Expects groups sorted by title. */
export function viewGroups(groups: readonly CountedGroup[], view: GroupsView, locale: string): CountedGroup[] {
  const words = (view.search ?? '').toLocaleLowerCase(locale).split(/\s+/u).filter(Boolean);
  const found = groups.filter(({ group }) => {
    const title = group.title.toLocaleLowerCase(locale);
    return group.active === (view.state === 'active') && words.every((word) => title.includes(word));
  });
  const sign = view.direction === 'ascending' ? 1 : -1;
  if (view.sort === 'title') return sign === 1 ? found : found.toReversed();
  // Counts displayed as "more than" are treated as equal.
  const counted = ({ count }: CountedGroup) => Math.min(count, EXACT_COUNT + 1);
  return found.toSorted((a, b) =>
    view.sort === 'count' ? sign * (counted(a) - counted(b)) : sign * (a.group.createdAt < b.group.createdAt ? -1 : 1),
  );
}
