// The users of an organisation: list, invite, change, deactivate and reactivate.
import { z } from 'zod';
import { ROLES } from '../../access/capabilities.ts';
import { LICENCE_KINDS, ORGANISATION_STATUSES } from '../../access/membership-status.ts';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { phone } from '../account/contract.ts';
import { email, languageCode } from '../auth/contract.ts';

/** Anyone who manages users, as an administrator or by a separate right. */
const guard = { kind: 'organisation', privilege: 'users' } as const;

/** The highest role a person has in the organisation, independent of single projects. */
export const USER_ROLES = ['owner', 'admin', 'manageUsers', 'createProjects', 'member'] as const;

export const USER_SORTS = ['name', 'email', 'company', 'role', 'state', 'licence', 'projects', 'createdAt'] as const;

const person = {
  phone: line(40),
  fax: line(40),
  jobTitle: line(120),
  department: line(120),
  internalId: line(80),
};

export const userEntry = z.strictObject({
  userId: id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ...person,
  companyId: id.nullable(),
  companyName: z.string(),
  owner: z.boolean(),
  admin: z.boolean(),
  manageUsers: z.boolean(),
  createProjects: z.boolean(),
  state: z.enum(ORGANISATION_STATUSES),
  licence: z.enum(LICENCE_KINDS).nullable(),
  licenceEndsAt: instant.nullable(),
  /** Active projects of which the person is an active member. */
  projects: z.int().min(0),
  invitedAt: instant.nullable(),
  createdAt: instant,
  /** The last activity in any session; null if never seen. */
  lastSeenAt: instant.nullable(),
});
export type UserEntry = z.infer<typeof userEntry>;

const filter = {
  search: line(200).optional(),
  state: z.enum(ORGANISATION_STATUSES).optional(),
  role: z.enum(USER_ROLES).optional(),
  licence: z.enum([...LICENCE_KINDS, 'none']).optional(),
  company: z.union([z.literal('none'), id]).optional(),
};

export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'Lists people of the organisation; removed ones only if that state is requested',
  method: 'GET',
  path: '/api/users',
  guard,
  query: z.strictObject({
    ...paging,
    ...filter,
    sort: z.enum(USER_SORTS).default('name'),
    reverse: z.enum(['true', 'false']).default('false'),
  }),
  reply: paged(userEntry),
});

const countsOf = <const T extends readonly string[]>(names: T) =>
  z.strictObject(
    // Each name is a key.
    Object.fromEntries(names.map((name) => [name, z.int().min(0)])) as { [K in T[number]]: z.ZodInt },
  );

export const userFigures = endpoint({
  name: 'userFigures',
  summary: 'Counts the people of the organisation by status and the assigned licences',
  method: 'GET',
  path: '/api/users/figures',
  guard,
  reply: z.strictObject({
    states: countsOf(ORGANISATION_STATUSES),
    licences: z.strictObject({ full: z.int(), mobile: z.int() }),
    /** Null: no limit. */
    seats: z.strictObject({ full: z.int().nullable(), mobile: z.int().nullable() }),
  }),
});

export const inviteUser = endpoint({
  name: 'inviteUser',
  summary: 'Invites a person to the organisation and to projects; the activation link is sent by email',
  method: 'POST',
  path: '/api/users/invite',
  guard,
  personal: true,
  body: z.strictObject({
    email,
    firstName: line(100, 0).default(''),
    lastName: line(100, 0).default(''),
    language: languageCode,
    /** If omitted: the fullest licence still available. */
    licence: z.enum(LICENCE_KINDS).nullable().optional(),
    companyId: id.nullable().default(null),
    /** Projects to add the person to; the caller must manage the members of each. */
    projects: z
      .array(z.strictObject({ projectId: id, role: z.enum(ROLES).exclude(['none']) }))
      .max(100)
      .default([]),
  }),
  reply: z.void(),
});

export const changeUser = endpoint({
  name: 'changeUser',
  summary:
    "Updates the permissions and details of a person in the organisation; changed permissions end the person's sessions",
  method: 'PATCH',
  path: '/api/users/:userId',
  guard,
  personal: true,
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    owner: z.boolean().optional(),
    admin: z.boolean().optional(),
    manageUsers: z.boolean().optional(),
    createProjects: z.boolean().optional(),
    companyId: id.nullable().optional(),
    ...z.strictObject({ ...person, phone: z.union([z.literal(''), phone]) }).partial().shape,
  }),
  reply: userEntry,
});

/** The bulk operations. `licence` names the licence to assign; null removes it. */
export const USER_ACTS = ['invite', 'deactivate', 'reactivate', 'remove', 'licence'] as const;
export type UserAct = (typeof USER_ACTS)[number];

export const actOnUsers = endpoint({
  name: 'actOnUsers',
  summary:
    'Invites people again, deactivates, reactivates, removes or licenses them; reports each that was skipped and why',
  method: 'POST',
  path: '/api/users/batch',
  guard,
  personal: true,
  body: z.strictObject({
    userIds: z.array(id).min(1).max(5_000),
    act: z.enum(USER_ACTS),
    licence: z.enum(LICENCE_KINDS).nullable().default(null),
    /** The end of the licence; null for no end. */
    licenceEndsAt: instant.nullable().default(null),
    /** Changes nothing: tells only who would be changed, and who would be passed over. */
    preview: z.boolean().default(false),
  }),
  bodyLimit: 524_288,
  reply: z.strictObject({
    done: z.array(id),
    skipped: z.array(
      z.strictObject({
        userId: id,
        name: z.string(),
        /** An error code; its text is in the catalog. */
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    ),
  }),
});

export const leaveOrganisation = endpoint({
  name: 'leaveOrganisation',
  summary: 'Leaves the organisation; the last owner cannot leave',
  method: 'POST',
  path: '/api/organisation/leave',
  guard: { kind: 'user' },
  personal: true,
  reply: z.void(),
});
