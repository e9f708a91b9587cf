// Who tasks can be assigned to. Members need a role in the project and a membership that is not suspended; contacts need
// no account.
import type { ContactRow, MemberRow, TeamRow } from './rows/people.ts';

/** The states of a member who can be assigned tasks: invited people find theirs when they join. */
export const ASSIGNABLE_STATES = ['pending', 'invited', 'active'] as const satisfies readonly MemberRow['state'][];

export const isAssignableMember = ({ role, state }: Pick<MemberRow, 'role' | 'state'>): boolean =>
  role !== 'none' && (ASSIGNABLE_STATES as readonly string[]).includes(state);

export const isAssignableContact = ({ state }: Pick<ContactRow, 'state'>): boolean => state === 'active';

export const isAssignableTeam = ({ active }: Pick<TeamRow, 'active'>): boolean => active;

/** The assignee "Various" of a project has the project's id: no one in particular, so its creator follows it up. */
export const isVarious = (assigneeId: string, projectId: string): boolean => assigneeId === projectId;
