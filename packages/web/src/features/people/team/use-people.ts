// Members and teams of a project, and the actions on them. Members can only be changed on the server.
import type { Role } from '@plumbline/core/access/capabilities';
import { ROLES } from '@plumbline/core/access/capabilities';
import { addMember, changeMember } from '@plumbline/core/features/people/contract';
import { memberName } from '@plumbline/core/features/people/listed';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { SO_FAR, useRows } from '../../../local/use-rows.ts';

export type AssignableRole = Exclude<Role, 'none'>;

/** The roles that members and teams can be assigned. */
export const ASSIGNABLE_ROLES: readonly AssignableRole[] = ROLES.filter((role) => role !== 'none');

export type Person = { member: MemberRow; name: string; team: TeamRow | undefined };

/** Sorted by last name; undefined until the first ones are read (`useIsPartial`). Removed people are not included. */
export function usePeople(projectId: string): { people: readonly Person[] | undefined; teams: readonly TeamRow[] } {
  const members = useRows('member', projectId, SO_FAR);
  const rows = useRows('team', projectId, SO_FAR);
  return useMemo(() => {
    const by = new Intl.Collator(undefined, { numeric: true });
    const teams = (rows ?? []).toSorted((a, b) => by.compare(a.title, b.title));
    const inTeam = new Map<string, TeamRow>();
    for (const team of teams) {
      if (team.active) for (const userId of team.memberIds) if (!inTeam.has(userId)) inTeam.set(userId, team);
    }
    const people = members
      ?.filter((member) => member.state !== 'removed')
      .map((member) => ({ member, name: memberName(member), team: inTeam.get(member.userId) }))
      .toSorted(
        (a, b) =>
          by.compare(a.member.lastName, b.member.lastName) || by.compare(a.member.firstName, b.member.firstName),
      );
    return { people, teams };
  }, [members, rows]);
}

export const useAddMember = (projectId: string) =>
  useMutation({
    mutationFn: (body: CallOf<typeof addMember>['body']) => call(addMember, { params: { projectId }, body }),
  });

export const useChangeMember = (projectId: string) =>
  useMutation({
    mutationFn: ({ memberId, ...body }: CallOf<typeof changeMember>['body'] & { memberId: string }) =>
      call(changeMember, { params: { projectId, memberId }, body }),
  });
