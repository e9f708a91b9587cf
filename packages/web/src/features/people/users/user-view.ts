// Filter and order of the user list as URL search parameters. Pure.
import { LICENCE_KINDS, ORGANISATION_STATUSES } from '@plumbline/core/access/membership-status';
import { USER_ROLES, USER_SORTS } from '@plumbline/core/features/people/users-contract';

export const LICENCE_FILTERS = [...LICENCE_KINDS, 'none'] as const;

export type UserView = {
  search: string;
  state: (typeof ORGANISATION_STATUSES)[number] | undefined;
  role: (typeof USER_ROLES)[number] | undefined;
  licence: (typeof LICENCE_FILTERS)[number] | undefined;
  /** A company id, or `none`. */
  company: string | undefined;
  sort: (typeof USER_SORTS)[number];
  reverse: boolean;
};

const among = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

const COMPANY = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;

/** Unknown and malformed parts of the URL are ignored. */
export function readUserView(search: Readonly<Record<string, unknown>>): UserView {
  const company = typeof search.company === 'string' && COMPANY.test(search.company) ? search.company : undefined;
  return {
    search: search.search === undefined ? '' : String(search.search).slice(0, 200),
    state: among(ORGANISATION_STATUSES, search.state),
    role: among(USER_ROLES, search.role),
    licence: among(LICENCE_FILTERS, search.licence),
    company,
    sort: among(USER_SORTS, search.sort) ?? 'name',
    reverse: search.reverse === true || search.reverse === 'true',
  };
}

/** Inverse of `readUserView`; default values are not written. */
export function writeUserView({ sort, reverse, ...filter }: UserView): Record<string, unknown> {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return { ...Object.fromEntries(set), ...(sort !== 'name' && { sort }), ...(reverse && { reverse: true }) };
}
