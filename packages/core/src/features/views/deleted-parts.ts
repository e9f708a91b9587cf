// Removes the parts of a view that name something deleted since: categories, custom fields, plans and people. Pure.

import type { SavedViewQuery } from '../../site/rows/saved-views.ts';
import { readCondition } from '../../site/values/field-conditions.ts';
import { NO_PLAN, READER } from '../../site/values/pin-filter.ts';
import { sortedField } from '../pins/filter.ts';

/** What a view can name, by id: its name, and whether it is still in use. */
export type Nameable = ReadonlyMap<string, { name: string; active: boolean }>;
export type NamedKind = 'category' | 'field' | 'plan' | 'person';
export type NamedThings = Readonly<Record<NamedKind, Nameable>>;

/** `name` is empty for what this device does not know at all. */
export type DeletedPart = { kind: NamedKind; name: string };

/** What the value of a parameter names; undefined for one that names nothing. */
function namedBy(parameter: string, value: string): { kind: NamedKind; id: string } | undefined {
  switch (parameter) {
    case 'category':
      return { kind: 'category', id: value };
    case 'plan':
      return value === NO_PLAN ? undefined : { kind: 'plan', id: value };
    case 'person':
      return value === READER ? undefined : { kind: 'person', id: value };
    case 'creator':
    case 'assignee':
      return { kind: 'person', id: value };
    case 'field': {
      const id = readCondition(value)?.fieldId;
      return id === undefined ? undefined : { kind: 'field', id };
    }
    case 'order': {
      const id = sortedField(value.replace(/^-/u, ''));
      return id === undefined ? undefined : { kind: 'field', id };
    }
    default:
      return undefined;
  }
}

/** The ids of everything that the query names. */
export function namedIds(query: SavedViewQuery): string[] {
  const named = Object.entries(query).flatMap(([parameter, values]) =>
    values.flatMap((value) => namedBy(parameter, value)?.id ?? []),
  );
  return [...new Set(named)];
}

/** Plans set inactive keep their pins in the lists, so only missing ones count as deleted. */
const isDeleted = (kind: NamedKind, found: { active: boolean } | undefined): boolean =>
  found === undefined || (kind !== 'plan' && !found.active);

/** The query without what has been deleted, and what that was. */
export function withoutDeleted(
  query: SavedViewQuery,
  things: NamedThings,
): { query: SavedViewQuery; deleted: DeletedPart[] } {
  const deleted = new Map<string, DeletedPart>();
  const isKept = (kind: NamedKind, id: string): boolean => {
    const found = things[kind].get(id);
    if (!isDeleted(kind, found)) return true;
    deleted.set(`${kind} ${id}`, { kind, name: found?.name ?? '' });
    return false;
  };
  const entries = Object.entries(query).map(([parameter, values]): [string, string[]] => {
    if (parameter === 'columns') {
      // One value holds all columns; words are columns that every list has.
      const columns = (values[0] ?? '').split(',').filter((id) => !id.includes('-') || isKept('field', id));
      return [parameter, columns.length > 0 ? [columns.join(',')] : []];
    }
    const kept = values.filter((value) => {
      const named = namedBy(parameter, value);
      return named === undefined || isKept(named.kind, named.id);
    });
    return [parameter, kept];
  });
  return {
    query: Object.fromEntries(entries.filter(([, values]) => values.length > 0)),
    deleted: [...deleted.values()],
  };
}
