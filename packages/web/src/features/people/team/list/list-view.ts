// What the lists of teams and of contacts show and in which order, as text of an address; and the rows that fit. Pure.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';

export const TEAM_SORTS = ['title', 'role', 'company', 'craft', 'members'] as const;
export const CONTACT_SORTS = ['name', 'company', 'craft', 'email'] as const;

export type ListView<Sort extends string> = {
  search: string;
  /** Also those that are set inactive. */
  inactive: boolean;
  role: Role | undefined;
  company: string | undefined;
  sort: Sort;
  order: 'asc' | 'desc';
};

/** Unknown and broken parts of an address are left out. Without a sort the first of `sorts` holds. */
export function readListView<Sort extends string>(
  search: Readonly<Record<string, unknown>>,
  sorts: readonly [Sort, ...Sort[]],
): ListView<Sort> {
  const text = (value: unknown) => (value === undefined ? '' : String(value).slice(0, 200));
  return {
    search: text(search.search),
    inactive: search.inactive === true || search.inactive === 'true',
    role: ROLES.find((one) => one === search.role),
    company: text(search.company) || undefined,
    sort: sorts.find((one) => one === search.sort) ?? sorts[0],
    order: search.order === 'desc' ? 'desc' : 'asc',
  };
}

/** The other way; what is as it is at first is not written. */
export function writeListView<Sort extends string>(
  { search, inactive, role, company, sort, order }: ListView<Sort>,
  sorts: readonly [Sort, ...Sort[]],
): Record<string, unknown> {
  return {
    ...(search !== '' && { search }),
    ...(inactive && { inactive }),
    ...(role && { role }),
    ...(company && { company }),
    ...(sort !== sorts[0] && { sort }),
    ...(order === 'desc' && { order }),
  };
}

/** What of a row is looked at. */
export type Facts<Sort extends string> = {
  active: boolean;
  role?: Role;
  company: string;
  /** What is searched in. */
  words: readonly string[];
  by: Record<Sort, string | number>;
};

/** Those that fit, in order; equal ones stay as they come. */
export function listBy<Row, Sort extends string>(
  rows: readonly Row[],
  factsOf: (row: Row) => Facts<Sort>,
  { search, inactive, role, company, sort, order }: ListView<Sort>,
  locale: string,
): Row[] {
  const wanted = search.toLocaleLowerCase(locale).split(/\s+/u).filter(Boolean);
  const collator = new Intl.Collator(locale, { numeric: true });
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return rows
    .map((row) => ({ row, facts: factsOf(row) }))
    .filter(({ facts }) => inactive || facts.active)
    .filter(({ facts }) => role === undefined || facts.role === role)
    .filter(({ facts }) => company === undefined || facts.company === company)
    .filter(({ facts }) => {
      if (wanted.length === 0) return true;
      const text = facts.words.join(' ').toLocaleLowerCase(locale);
      return wanted.every((word) => text.includes(word));
    })
    .toSorted((a, b) => sign * compare(a.facts.by[sort], b.facts.by[sort]))
    .map(({ row }) => row);
}
