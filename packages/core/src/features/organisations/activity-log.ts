// The activity log of an organisation: what its people and administrators have done, apart from the content of projects.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant } from '../../kernel/text.ts';

/** What is logged, by the groups it is filtered by. */
export const ACTIVITY = {
  signIn: [
    'signin.done',
    'signin.failed',
    'code.failed',
    'codes.locked',
    'codes.unlocked',
    'recovery_code.used',
    'session.ended',
    'session.reused',
    'sign_on.done',
    'sign_on.refused',
  ],
  accounts: [
    'account.activated',
    'account.changed',
    'account.erased',
    'password.changed',
    'email.changing',
    'email.changed',
    'second_step.on',
    'second_step.off',
    'second_step.ending',
    'second_step.kept',
    'second_step.lapsed',
    'recovery_codes.made',
    'passkey.added',
    'passkey.removed',
    'device.registered',
    'device.unregistered',
    'support_token.made',
  ],
  users: ['membership.changed'],
  organisation: ['policy.changed', 'licence.changed', 'sign_on.changed', 'domain.decided'],
  projects: [
    'project.created',
    'project.changed',
    'project.deactivated',
    'project.reactivated',
    'member.added',
    'member.changed',
    'member.removed',
  ],
} as const;

export type ActivityGroup = keyof typeof ACTIVITY;
export type ActivityKind = (typeof ACTIVITY)[ActivityGroup][number];
export const ACTIVITY_GROUPS = Object.keys(ACTIVITY) as [ActivityGroup, ...ActivityGroup[]];
export const ACTIVITY_KINDS = Object.values(ACTIVITY).flat() as [ActivityKind, ...ActivityKind[]];

const person = z.strictObject({ id: id.nullable(), name: z.string() });

export const activityEntry = z.strictObject({
  /** Identifies the entry; the next page starts after the last one. */
  cursor: z.string(),
  at: instant,
  kind: z.enum(ACTIVITY_KINDS),
  /** Null: the program, or not recorded. */
  actor: person.nullable(),
  /** Whom it concerns, if that is someone else. */
  subject: person.nullable(),
  project: z.strictObject({ id, title: z.string() }).nullable(),
  detail: z.strictObject({
    state: z.string().optional(),
    licence: z.string().optional(),
    role: z.string().optional(),
    /** Permissions granted (true) and withdrawn (false). */
    rights: z.record(z.string(), z.boolean()).optional(),
  }),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[\w-]{1,80}$/u;

export const activityFilter = {
  group: z.enum(ACTIVITY_GROUPS).optional(),
  /** Who did it, or whom it concerns. */
  person: id.optional(),
  /** Days in the time zone of the reader. */
  from: day.optional(),
  to: day.optional(),
};

export const organisationActivity = endpoint({
  name: 'organisationActivity',
  summary:
    'Lists sign-ins, changes of accounts, users, policies, projects and their members in the organisation, newest first',
  method: 'GET',
  path: '/api/organisation/activity',
  guard: { kind: 'organisation' },
  query: z.strictObject({
    ...activityFilter,
    after: z.string().regex(CURSOR).optional(),
    size: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.strictObject({
    entries: z.array(activityEntry),
    /** `after` of the next page; null at the end. */
    next: z.string().nullable(),
  }),
});

/** What happened, with its details. `text` returns the text of a key. */
export function activityText({ kind, detail }: ActivityEntry, text: (key: string) => string): string {
  const { state, licence, role, rights = {} } = detail;
  const details = [
    ...(state === undefined ? [] : [text(`organisation.status.${state}`)]),
    ...(licence === undefined ? [] : [text(`organisation.licence.${licence}`)]),
    ...(role === undefined ? [] : [text(`role.${role}`)]),
    ...Object.entries(rights).map(
      ([right, granted]) => `${granted ? '+' : '−'} ${text(`organisation.right.${right}`)}`,
    ),
  ];
  return [text(`activity.kind.${kind}`), ...details].join(' · ');
}
