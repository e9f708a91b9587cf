// Filtering and ordering the list of members: shared by the screen and its export.
import type { Role } from '../../access/capabilities.ts';
import type { ContactRow, MemberRow } from '../../site/rows/people.ts';

export const MEMBER_SORTS = ['name', 'company', 'craft', 'role', 'team'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** A member with derived texts: the role's name in the reader's language, and the title of the team. */
export type ListedMember = { member: MemberRow; name: string; roleName: string; teamTitle: string };

export type MemberView = {
  search: string;
  /** Include inactive ones. */
  inactive: boolean;
  /** Only those of this role and in this state; `removed` is never shown. */
  role?: Role | undefined;
  state?: Exclude<MemberRow['state'], 'removed'> | undefined;
  sort: MemberSort;
  order: 'asc' | 'desc';
};

const TEXTS: Record<MemberSort, (one: ListedMember) => string> = {
  name: ({ member, name }) => `${member.lastName} ${name}`,
  company: ({ member }) => member.companyName,
  craft: ({ member }) => member.craft,
  role: ({ roleName }) => roleName,
  team: ({ teamTitle }) => teamTitle,
};

/** A member without a name is shown by email address or, where that is hidden, by company. */
export const memberName = ({
  firstName,
  lastName,
  email,
  companyName,
}: Pick<MemberRow, 'firstName' | 'lastName' | 'email' | 'companyName'>): string =>
  `${firstName} ${lastName}`.trim() || email || companyName;

/** A contact without a name is shown by company. */
export const contactName = ({
  firstName,
  lastName,
  companyName,
}: Pick<ContactRow, 'firstName' | 'lastName' | 'companyName'>): string =>
  `${firstName} ${lastName}`.trim() || companyName;

/** The members to show, in order; the sort is stable. Removed members are never included. */
export function listMembersBy<One extends ListedMember>(
  people: readonly One[],
  { search, inactive, role, state, sort, order }: MemberView,
  locale: string,
): One[] {
  const words = search.toLocaleLowerCase(locale).split(/\s+/u).filter(Boolean);
  const collator = new Intl.Collator(locale, { numeric: true });
  const textOf = TEXTS[sort];
  const sign = order === 'asc' ? 1 : -1;
  return people
    .filter(({ member }) => member.state !== 'removed')
    .filter(({ member }) => role === undefined || member.role === role)
    .filter(({ member }) => state === undefined || member.state === state)
    .filter(
      ({ member }) =>
        inactive || state !== undefined || (member.state !== 'inactive' && member.state !== 'deactivated'),
    )
    .filter(({ member, name, roleName, teamTitle }) => {
      if (words.length === 0) return true;
      const text = [name, member.email, member.companyName, member.craft, roleName, teamTitle].join(' ');
      const lower = text.toLocaleLowerCase(locale);
      return words.every((word) => lower.includes(word));
    })
    .toSorted((a, b) => sign * collator.compare(textOf(a), textOf(b)));
}
