// Filter and order of the team and contact lists as URL search parameters, and the rows that match. Pure.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';

export const TEAM_SORTS = ['title', 'role', 'company', 'craft', 'members'] as const;
export const CONTACT_SORTS = ['name', 'company', 'craft', 'email'] as const;

export type ListView<Sort extends string> = {
  search: string;
  /** Also includes inactive rows. */
  inactive: boolean;
  role: Role | undefined;
  company: string | undefined;
  sort: Sort;
  order: 'asc' | 'desc';
};

/** Unknown and malformed parts of the URL are ignored. Without a sort, the first of `sorts` applies. */
export function readListView<Sort extends string>(
  search: Readonly<Record<string, unknown>>,
  sorts: readonly [Sort, ...Sort[]],
): ListView<Sort> {
  const text = (value: unknown) => (value === undefined ? '' : String(value).slice(0, 200));
  return {
    search: text(search.search),
    inactive: search.inactive === true || search.inactive === 'true',
    role: ROLES.find((role) => role === search.role),
    company: text(search.company) || undefined,
    sort: sorts.find((sort) => sort === search.sort) ?? sorts[0],
    order: search.order === 'desc' ? 'desc' : 'asc',
  };
}

/** Inverse of `readListView`; default values are not written. */
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

/** The values of a row used for filtering and sorting. */
export type Facts<Sort extends string> = {
  active: boolean;
  role?: Role;
  company: string;
  /** The texts that are searched. */
  words: readonly string[];
  by: Record<Sort, string | number>;
};

/** The matching rows, sorted; the sort is stable. */
export function listBy<Row, Sort extends string>(
  rows: readonly Row[],
  factsOf: (row: Row) => Facts<Sort>,
  { search, inactive, role, company, sort, order }: ListView<Sort>,
  locale: string,
): Row[] {
  const requested = search.toLocaleLowerCase(locale).split(/\s+/u).filter(Boolean);
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
      if (requested.length === 0) return true;
      const text = facts.words.join(' ').toLocaleLowerCase(locale);
      return requested.every((word) => text.includes(word));
    })
    .toSorted((a, b) => sign * compare(a.facts.by[sort], b.facts.by[sort]))
    .map(({ row }) => row);
}
