// The views of a list, the one that its address opens, and the query that the list shows.

import { type DeletedPart, type NamedThings, withoutDeleted } from '@plumbline/core/features/views/deleted-parts';
import type { SavedViewQuery, SavedViewRow, ViewedList } from '@plumbline/core/site/rows/saved-views';
import { canSeeSavedView } from '@plumbline/core/site/visibility';
import { useMemo } from 'react';
import { useIsPartial, useRowsBy } from '../../local/use-rows.ts';
import { useActor } from '../../shared/site/actor.ts';
import { usePeople } from '../../shared/site/people.ts';
import { useT } from '../../ui/translation.tsx';
import { isSameQuery, VIEW_PARAMETER, without } from './list-query.ts';

export type ListViews = {
  /** Shared views first, by title; undefined until they are read. */
  views: readonly SavedViewRow[] | undefined;
  /** The view that the address names. */
  open: SavedViewRow | undefined;
  /** Whether the address names a view that was deleted, or that this person may not see. */
  missing: boolean;
  /** Whether the address only names a view that is not read yet: until then, nobody knows what the list shows. */
  pending: boolean;
  /** What the list shows: that of the address, or that of the view where the address only names one. */
  query: SavedViewQuery;
  /** The stored query of the open view without deleted parts. */
  stored: SavedViewQuery;
  /** The parts of the open view that were deleted since. */
  deleted: readonly DeletedPart[];
};

const byTitle = (locale: string) => {
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return (a: SavedViewRow, b: SavedViewRow) =>
    Number(b.shared) - Number(a.shared) || words.compare(a.title, b.title) || (a.id < b.id ? -1 : 1);
};

/** Undefined until everything is read. */
export function useNamedThings(projectId: string): NamedThings | undefined {
  const categories = useRowsBy('category', 'projectId', projectId);
  const fields = useRowsBy('field', 'projectId', projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const people = usePeople(projectId);
  return useMemo(() => {
    if (!categories || !fields || !plans) return undefined;
    const titled = (rows: readonly { id: string; title: string; active: boolean }[]) =>
      new Map(rows.map(({ id, title, active }) => [id, { name: title, active }]));
    return {
      category: titled(categories),
      field: titled(fields),
      plan: new Map(plans.map(({ id, name, active }) => [id, { name, active }])),
      person: new Map(people.everAssignable.map(({ id, name, active }) => [id, { name, active }])),
    };
  }, [categories, fields, plans, people]);
}

/**
 * `address` is the query of the list's address, including the parameter that names a view. `normalise` keeps of a query
 * what the list understands.
 */
export function useListViews(
  projectId: string,
  list: ViewedList,
  address: SavedViewQuery,
  normalise: (query: SavedViewQuery) => SavedViewQuery,
): ListViews {
  const { locale } = useT();
  const rows = useRowsBy('savedView', 'projectId', projectId);
  const actor = useActor(projectId);
  const isPart = useIsPartial(projectId);
  const things = useNamedThings(projectId);
  const views = useMemo(
    () =>
      rows && actor
        ? rows
            .filter((view) => view.list === list && view.active && canSeeSavedView(actor, view))
            .toSorted(byTitle(locale))
        : undefined,
    [rows, actor, list, locale],
  );
  const named = address[VIEW_PARAMETER]?.[0];
  const open = named === undefined ? undefined : views?.find((view) => view.id === named);
  const own = without(address, VIEW_PARAMETER);
  const isOwn = Object.keys(own).length > 0;
  const { query: stored, deleted } = useMemo(() => {
    // While the project is being read, nothing is known to be deleted.
    const kept = open && things && !isPart ? withoutDeleted(open.query, things) : undefined;
    return { query: normalise(kept?.query ?? open?.query ?? {}), deleted: kept?.deleted ?? [] };
  }, [open, things, isPart, normalise]);
  const isUnknown = named !== undefined && !isOwn && open === undefined;
  const isMissing = isUnknown && views !== undefined && !isPart;
  return {
    views,
    open,
    missing: isMissing,
    pending: isUnknown && !isMissing,
    query: isOwn ? own : stored,
    stored,
    deleted: isOwn ? [] : deleted,
  };
}

/** The key under which the widths of columns are kept: each view has its own. */
export const widthsKey = (list: ViewedList, { open }: Pick<ListViews, 'open'>): string =>
  open ? `${list}.${open.id}` : list;

/**
 * How the address names a list that shows this query: by the open view alone while it is unchanged. `plain` is what the
 * address would carry as parameters; a list without any leaves its view.
 */
export function nameInAddress(
  { open, stored }: Pick<ListViews, 'open' | 'stored'>,
  shown: SavedViewQuery,
  plain: SavedViewQuery = shown,
): { viewId: string | undefined; whole: boolean } {
  if (open && isSameQuery(shown, stored)) return { viewId: open.id, whole: false };
  return { viewId: Object.keys(plain).length === 0 ? undefined : open?.id, whole: true };
}
