// An organisation's licence and its usage.
import { z } from 'zod';
import { LICENCES } from '../../access/licence-limits.ts';
import { LICENCE_KINDS } from '../../access/membership-status.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id, instant } from '../../kernel/text.ts';
import { userFigures } from '../people/users-contract.ts';
import { BILLINGS } from './licences.ts';

const count = z.int().min(0);
const limit = z.int().min(0).nullable();
const quotas = z.strictObject({ projects: limit, plans: limit });

export const licenceReply = z.strictObject({
  licence: z.enum(LICENCES),
  billing: z.enum(BILLINGS),
  /** Null: no end. */
  endsAt: instant.nullable(),
  quotas,
  /** Active projects, and active plans in them. */
  use: z.strictObject({ projects: count, plans: count }),
  seats: z.strictObject({ full: limit, mobile: limit }),
  taken: z.strictObject({ full: count, mobile: count }),
  devicesPerPerson: count,
  /** Euros per month and person. */
  offers: z.array(
    z.strictObject({
      licence: z.enum(LICENCES),
      quotas,
      monthly: z.number(),
      yearly: z.number(),
      upgrade: z.number().nullable(),
    }),
  ),
  /** Whether the caller can change the plan, or must ask the operator or an owner. */
  changes: z.enum(['self', 'operator', 'owner']),
  supportEmail: z.string().nullable(),
});
export type LicenceReply = z.infer<typeof licenceReply>;

export const readLicence = endpoint({
  name: 'readLicence',
  summary: "Gets the organisation's licence: its limits, their use and the available plans",
  method: 'GET',
  path: '/api/organisation/licence',
  guard: { kind: 'organisation', privilege: 'users' },
  reply: licenceReply,
});

export const changeLicence = endpoint({
  name: 'changeLicence',
  summary: 'Changes the licence plan or the number of licences for people; for owners, if the operator allows it',
  method: 'PATCH',
  path: '/api/organisation/licence',
  guard: { kind: 'organisation' },
  personal: true,
  body: z.strictObject({
    licence: z.enum(LICENCES).exclude(['test']).optional(),
    billing: z.enum(BILLINGS).optional(),
    fullLicences: z.int().min(0).max(1_000_000).nullable().optional(),
    mobileLicences: z.int().min(0).max(1_000_000).nullable().optional(),
  }),
  reply: licenceReply,
});

/** Weeks of activity reported. */
export const ACTIVITY_WEEKS = 12;

export const organisationUse = endpoint({
  name: 'organisationUse',
  summary: "Gets the organisation's usage: projects, plans, storage, devices, people by status, activity by week",
  method: 'GET',
  path: '/api/organisation/use',
  guard: { kind: 'organisation' },
  reply: z.strictObject({
    name: z.string(),
    createdAt: instant,
    quotas,
    projects: z.strictObject({ active: count, inactive: count }),
    plans: count,
    /** Bytes. */
    storage: z.strictObject({ used: z.number().min(0), limit: z.number().nullable() }),
    devices: z.strictObject({ registered: count, limit: count }),
    states: userFigures.reply.shape.states,
    companies: count,
    contacts: count,
    /** By week, oldest first; `people` is how many changed something in it. */
    activity: z.array(z.strictObject({ week: day, changes: count, people: count })),
  }),
});

const bytes = z.number().min(0);

export const organisationStorage = endpoint({
  name: 'organisationStorage',
  summary: 'Gets how many bytes of files each project uses, and how many people with each licence have uploaded',
  method: 'GET',
  path: '/api/organisation/storage',
  guard: { kind: 'organisation' },
  reply: z.strictObject({
    /** Active and inactive ones, the largest first. A file in several projects counts in each. */
    projects: z.array(
      z.strictObject({
        id,
        title: z.string(),
        active: z.boolean(),
        /** Plans and building models with what is rendered from them. */
        plans: bytes,
        media: bytes,
        reports: bytes,
        total: bytes,
      }),
    ),
    /** Null: people without a licence, those who have left, and the program. */
    licences: z.array(z.strictObject({ licence: z.enum(LICENCE_KINDS).nullable(), people: count, bytes })),
  }),
});
