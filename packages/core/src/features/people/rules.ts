// Invariants for people in a project: someone manages it; each member is in at most one team, and everyone in a team
// has its role.
import { accessRoleOf, can } from '../../access/capabilities.ts';
import type { MemberRow, TeamRow } from '../../site/rows/people.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';

type Stakeholders = Pick<ProjectRow, 'ownerId' | 'assistantId'> | undefined;

/** Whether this member manages the project's members: as administrator, or as its owner. */
export const managesMembers = (
  { state, role, userId }: Pick<MemberRow, 'state' | 'role' | 'userId'>,
  project: Stakeholders,
): boolean => state === 'active' && can(accessRoleOf(role, project, userId), 'member.manage');

/** Whether someone manages the project, with `next` replacing the row of the same id. */
export const staysManaged = (members: readonly MemberRow[], project: Stakeholders, next?: MemberRow): boolean =>
  members.some((member) => managesMembers(next?.id === member.id ? next : member, project));

/** The project after a former member returns: with the newly assigned role, and no longer as its owner or assistant. */
export const afterReturn = (project: ProjectRow, userId: string): ProjectRow => ({
  ...project,
  ownerId: project.ownerId === userId ? null : project.ownerId,
  assistantId: project.assistantId === userId ? null : project.assistantId,
});

/** The normalised form in which titles are compared. */
export const teamTitleKey = (title: string): string => title.trim().normalize('NFC').toLocaleLowerCase('en');

/** The person's active team. */
export const teamOf = (teams: readonly TeamRow[], userId: string): TeamRow | undefined =>
  teams.find((team) => team.active && team.memberIds.includes(userId));

/** Whether a member may join the team: active, with its role, and in no other team. */
export function fitsTeam(
  member: Pick<MemberRow, 'userId' | 'role' | 'state'>,
  team: Pick<TeamRow, 'id' | 'role'>,
  teams: readonly TeamRow[],
): boolean {
  if (member.state !== 'active' || member.role !== team.role) return false;
  const present = teamOf(teams, member.userId);
  return present === undefined || present.id === team.id;
}
