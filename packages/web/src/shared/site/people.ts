// The people and teams of a project, by the ids in pins and tasks.

import { memberName } from '@plumbline/core/features/people/listed';
import { isAssignableContact, isAssignableMember, isAssignableTeam } from '@plumbline/core/site/assignable';
import type { ContactRow, MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo } from 'react';
import { SO_FAR, useIsPartial, useRowsBy } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';

/** An assignee as shown on screens. */
export type Assignee = {
  type: NonNullable<TaskRow['assigneeType']>;
  id: string;
  name: string;
  detail: string;
  /** Copied to a task together with the assignee. */
  companyName: string;
  craft: string;
  /** Of people, where the reader may see it. */
  phone?: string;
  /** Can still be assigned work. */
  active: boolean;
  /** No longer part of the project, though still known by name. */
  removed?: boolean;
};

export type People = {
  /** The name of a user; an empty string for an unknown one. */
  nameOf: (userId: string | null) => string;
  /** Undefined where no one is assigned. */
  assigneeOf: (task: Pick<TaskRow, 'assigneeType' | 'assigneeId'>) => Assignee | undefined;
  /** Everyone a task can be assigned to: users, contacts and teams, sorted by name, then Various. */
  assignees: readonly Assignee[];
  /** Also those who can no longer be assigned tasks, such as removed members. */
  everAssignable: readonly Assignee[];
  members: readonly MemberRow[];
};

const ofMember = (member: MemberRow): Assignee => ({
  type: 'User',
  id: member.userId,
  name: memberName(member),
  detail: inOneLine([member.companyName, member.craft]),
  companyName: member.companyName,
  craft: member.craft,
  phone: member.phone,
  active: isAssignableMember(member),
  removed: member.state === 'removed',
});

const ofContact = (contact: ContactRow): Assignee => ({
  type: 'Contact',
  id: contact.contactId,
  name: `${contact.firstName} ${contact.lastName}`.trim() || contact.companyName,
  detail: inOneLine([contact.companyName, contact.craft]),
  companyName: contact.companyName,
  craft: contact.craft,
  phone: contact.phone,
  active: isAssignableContact(contact),
  removed: contact.state === 'removed',
});

const ofTeam = (team: TeamRow, teamWord: string): Assignee => ({
  type: 'TeamGroup',
  id: team.id,
  name: team.title,
  detail: inOneLine([teamWord, team.companyName || team.craft]),
  companyName: team.companyName,
  craft: team.craft,
  active: isAssignableTeam(team),
});

const NOTHING_KNOWN = { detail: '', companyName: '', craft: '' } as const;
const NO_MEMBERS: readonly MemberRow[] = [];
const NO_CONTACTS: readonly ContactRow[] = [];
const NO_TEAMS: readonly TeamRow[] = [];

export function usePeople(projectId: string): People {
  const t = useT();
  const members = useRowsBy('member', 'projectId', projectId, SO_FAR) ?? NO_MEMBERS;
  const contacts = useRowsBy('contact', 'projectId', projectId, SO_FAR) ?? NO_CONTACTS;
  const teams = useRowsBy('team', 'projectId', projectId, SO_FAR) ?? NO_TEAMS;
  const isPart = useIsPartial(projectId);
  return useMemo(() => {
    const byUser = new Map(members.map((member) => [member.userId, ofMember(member)]));
    const byContact = new Map(contacts.map((contact) => [contact.contactId, ofContact(contact)]));
    const byTeam = new Map(teams.map((team) => [team.id, ofTeam(team, t('task.team'))]));
    const order = new Intl.Collator(t.locale);
    const byName = (a: Assignee, b: Assignee) => order.compare(a.name, b.name);
    const various: Assignee = {
      ...{ type: 'Various', id: projectId, name: t('task.various'), detail: t('task.variousHelp') },
      ...{ companyName: '', craft: '', active: true },
    };
    const everAssignable = [...[byUser, byContact, byTeam].flatMap((some) => [...some.values()].sort(byName)), various];
    return {
      members,
      nameOf: (userId) => (userId === null ? '' : (byUser.get(userId)?.name ?? '')),
      assigneeOf: ({ assigneeType, assigneeId }) => {
        if (assigneeId === null) return undefined;
        if (assigneeType === 'Various') return various;
        const among = { TeamGroup: byTeam, Contact: byContact, User: byUser }[assigneeType ?? 'User'];
        const found = among.get(assigneeId);
        const name = isPart ? '' : t('task.removed');
        return found ?? { type: 'User', id: assigneeId, name, ...NOTHING_KNOWN, active: false };
      },
      assignees: everAssignable.filter((one) => one.active),
      everAssignable,
    };
  }, [members, contacts, teams, isPart, projectId, t]);
}
