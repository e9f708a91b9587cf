// The query of a list's address as parameters with their values: how views are stored, compared and opened. Pure.
import type { SavedViewQuery } from '@plumbline/core/site/rows/saved-views';

/** The parameter that names the open view. */
export const VIEW_PARAMETER = 'view';

/** `status=open&status=closed` → `{status: ['open', 'closed']}`. A text in another format is a search. */
export function readQuery(text: string | undefined): SavedViewQuery {
  if (!text) return {};
  if (!text.includes('=')) return { search: [text] };
  const query: SavedViewQuery = {};
  for (const [name, value] of new URLSearchParams(text))
    if (value !== '') query[name] = [...(query[name] ?? []), value];
  return query;
}

/** The inverse of `readQuery`. */
export function writeQuery(query: SavedViewQuery): string {
  const pairs = Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value]));
  return new URLSearchParams(pairs).toString();
}

/** Search parameters, as the router reads them, as a query; empty values are omitted. */
export function queryOfSearch(search: Readonly<Record<string, unknown>>): SavedViewQuery {
  const entries = Object.entries(search).map(([name, value]): [string, string[]] => {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null);
    return [name, values.map(String).filter((one) => one !== '')];
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

/** The inverse of `queryOfSearch`: a single value is not a list. */
export const searchOfQuery = (query: SavedViewQuery): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );

export const without = (query: SavedViewQuery, ...names: readonly string[]): SavedViewQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

const canonical = (query: SavedViewQuery): string =>
  JSON.stringify(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether both mean the same list; the order of the parameters has no meaning. */
export const isSameQuery = (a: SavedViewQuery, b: SavedViewQuery): boolean => canonical(a) === canonical(b);
