// What holds for teams: each member is in one at most, and everybody in it has its role.
import type { MemberRow, TeamRow } from './schema.ts';

/** The form in which titles are compared. */
export const teamTitleKey = (title: string): string => title.trim().normalize('NFC').toLocaleLowerCase('en');

/** The active team a person is in. */
export const teamOf = (teams: readonly TeamRow[], userId: string): TeamRow | undefined =>
  teams.find((team) => team.active && team.memberIds.includes(userId));

/** Whether a member may come into the team: present, of its role, and in no other. */
export function fitsTeam(
  member: Pick<MemberRow, 'userId' | 'role' | 'state'>,
  team: Pick<TeamRow, 'id' | 'role'>,
  teams: readonly TeamRow[],
): boolean {
  if (member.state !== 'active' || member.role !== team.role) return false;
  const present = teamOf(teams, member.userId);
  return present === undefined || present.id === team.id;
}
