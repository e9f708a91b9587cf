// Filter and order of the member list as URL search parameters. Pure.
import { ROLES } from '@plumbline/core/access/capabilities';
import { MEMBER_SORTS, type MemberView } from '@plumbline/core/features/people/listed';
import { MEMBER_STATES } from '@plumbline/core/site/rows/people';

export const SHOWN_STATES = MEMBER_STATES.filter((state) => state !== 'removed');

/** Unknown and malformed parts of the URL are ignored. */
export function readMemberView(search: Readonly<Record<string, unknown>>): MemberView {
  return {
    search: search.search === undefined ? '' : String(search.search).slice(0, 200),
    inactive: search.inactive === true || search.inactive === 'true',
    role: ROLES.find((role) => role === search.role),
    state: SHOWN_STATES.find((shownState) => shownState === search.state),
    sort: MEMBER_SORTS.find((memberSort) => memberSort === search.sort) ?? 'name',
    order: search.order === 'desc' ? 'desc' : 'asc',
  };
}

/** Inverse of `readMemberView`; default values are not written. */
export function writeMemberView({ search, inactive, role, state, sort, order }: MemberView): Record<string, unknown> {
  return {
    ...(search !== '' && { search }),
    ...(inactive && { inactive }),
    ...(role && { role }),
    ...(state && { state }),
    ...(sort !== 'name' && { sort }),
    ...(order === 'desc' && { order }),
  };
}
