// Who is in a project, and who tasks can be assigned to.
import { z } from 'zod';
import { ROLES } from '../../access/capabilities.ts';
import { batchReply, MAX_BULK_ROWS } from '../../kernel/batch-reply.ts';
import { endpoint, paged, paging, several } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { CONTACT_STATES, contactRow, memberRow, teamRow } from '../../site/rows/people.ts';
import { ASSIGNEE_STATES, ASSIGNEE_TYPES } from '../../site/rows/tasks.ts';
import { email } from '../auth/contract.ts';

const params = z.strictObject({ projectId: id });
const guard = { kind: 'project', needs: 'member.view' } as const;
const search = line(200).optional();

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Lists the members of a project by name',
  method: 'GET',
  path: '/api/memberships-api/projects/:projectId/members',
  guard,
  params,
  query: z.strictObject({ ...paging, search, state: z.enum(['current', 'all']).default('current') }),
  reply: paged(memberRow),
});

export const listTeams = endpoint({
  name: 'listTeams',
  summary: 'Lists the teams of a project by title',
  method: 'GET',
  path: '/api/team-groups-api/projects/:projectId/teams',
  guard,
  params,
  query: z.strictObject({ ...paging, search }),
  reply: paged(teamRow),
});

export const assigneeEntry = z.strictObject({
  /** A user id, a contact's id in the organisation, a team id or, for Various, the project id: as referenced by a task. */
  id,
  type: z.enum(ASSIGNEE_TYPES),
  /** Empty for Various. */
  name: z.string(),
  companyName: z.string(),
  craft: z.string(),
  memberCount: z.int().min(0),
  /** Only active ones can be assigned tasks. */
  state: z.enum(ASSIGNEE_STATES),
});
export type AssigneeEntry = z.infer<typeof assigneeEntry>;

export const listAssignees = endpoint({
  name: 'listAssignees',
  summary: 'Lists users, contacts and teams a task can be assigned to, teams first; those named in `id` in any state',
  method: 'GET',
  path: '/api/assignees/projects/:projectId/assignees',
  guard,
  params,
  query: z.strictObject({
    ...paging,
    search,
    id: several(id, 1_000),
  }),
  reply: paged(assigneeEntry),
});

export const addMember = endpoint({
  name: 'addMember',
  summary: 'Adds a person of the organisation to the project by email address, with a role',
  method: 'POST',
  path: '/api/memberships-api/projects/:projectId/members',
  guard: { kind: 'project', needs: 'member.manage' },
  params,
  body: z.strictObject({
    id,
    email,
    role: z.enum(ROLES),
    companyName: line(200).default(''),
    craft: line(120).default(''),
  }),
  reply: memberRow,
});

export const changeMember = endpoint({
  name: 'changeMember',
  summary: "Changes a member's role or state; a removed member loses access to the project",
  method: 'PATCH',
  path: '/api/memberships-api/projects/:projectId/members/:memberId',
  guard: { kind: 'project', needs: 'member.manage' },
  params: z.strictObject({ projectId: id, memberId: id }),
  body: z.strictObject({
    role: z.enum(ROLES).optional(),
    state: z.enum(['active', 'inactive', 'removed']).optional(),
    companyName: line(200).optional(),
    craft: line(120).optional(),
  }),
  reply: memberRow,
});

const manage = { kind: 'project', needs: 'member.manage' } as const;

export const changeMembers = endpoint({
  name: 'changeMembers',
  summary: 'Sets the role or state of several members; reports each that was skipped and why',
  method: 'POST',
  path: '/api/memberships-api/projects/:projectId/members/batch',
  guard: manage,
  params,
  body: z.strictObject({
    memberIds: z.array(id).min(1).max(MAX_BULK_ROWS),
    role: z.enum(ROLES).optional(),
    state: z.enum(['active', 'inactive', 'removed']).optional(),
  }),
  reply: batchReply,
});

export const listMemberChoices = endpoint({
  name: 'listMemberChoices',
  summary: 'Lists people of the organisation who are not in the project yet',
  method: 'GET',
  path: '/api/memberships-api/projects/:projectId/memberChoices',
  guard: manage,
  params,
  query: z.strictObject({ ...paging, search }),
  reply: paged(memberRow.pick({ userId: true, firstName: true, lastName: true, email: true, companyName: true })),
});

export const addMembers = endpoint({
  name: 'addMembers',
  summary: 'Adds several people of the organisation to the project with one role; current members are skipped',
  method: 'POST',
  path: '/api/memberships-api/projects/:projectId/members/several',
  guard: manage,
  params,
  body: z.strictObject({
    members: z
      .array(z.strictObject({ id, userId: id }))
      .min(1)
      .max(500),
    role: z.enum(ROLES).exclude(['none']),
  }),
  reply: z.strictObject({ members: z.array(memberRow) }),
});

export const listContactChoices = endpoint({
  name: 'listContactChoices',
  summary: 'Lists contacts of the organisation that are not in the project yet',
  method: 'GET',
  path: '/api/memberships-api/projects/:projectId/contactChoices',
  guard: manage,
  params,
  query: z.strictObject({ ...paging, search }),
  reply: paged(contactRow.pick({ contactId: true, firstName: true, lastName: true, companyName: true, craft: true })),
});

export const addContacts = endpoint({
  name: 'addContacts',
  summary: 'Adds contacts of the organisation to the project; existing ones are skipped',
  method: 'POST',
  path: '/api/memberships-api/projects/:projectId/contacts',
  guard: manage,
  params,
  body: z.strictObject({
    contacts: z
      .array(z.strictObject({ id, contactId: id }))
      .min(1)
      .max(500),
  }),
  reply: z.strictObject({ contacts: z.array(contactRow) }),
});

export const changeProjectContact = endpoint({
  name: 'changeProjectContact',
  summary: 'Sets a contact of the project inactive, removes or reactivates it; existing references remain',
  method: 'PATCH',
  path: '/api/memberships-api/projects/:projectId/contacts/:contactRowId',
  guard: manage,
  params: z.strictObject({ projectId: id, contactRowId: id }),
  body: z.strictObject({ state: z.enum(CONTACT_STATES) }),
  reply: contactRow,
});

export const changeProjectContacts = endpoint({
  name: 'changeProjectContacts',
  summary:
    'Sets several contacts active or inactive in the project, or removes them; reports each that was skipped and why',
  method: 'POST',
  path: '/api/memberships-api/projects/:projectId/contacts/batch',
  guard: manage,
  params,
  body: z.strictObject({
    contactRowIds: z.array(id).min(1).max(MAX_BULK_ROWS),
    state: z.enum(CONTACT_STATES),
  }),
  reply: batchReply,
});
