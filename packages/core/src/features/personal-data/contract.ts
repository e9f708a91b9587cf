// A person's data: exporting all of it as one file, and erasing it, after which the site's records no longer contain
// the name.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant } from '../../kernel/text.ts';
import { email } from '../auth/contract.ts';

export const EXPORT_STATES = ['waiting', 'ready', 'failed'] as const;

/** Hours for which a finished file can be downloaded. */
export const EXPORT_HOURS = 72;

export const personalExport = z.strictObject({
  id,
  state: z.enum(EXPORT_STATES),
  createdAt: instant,
  /** When the file is deleted; null until it is ready. */
  expiresAt: instant.nullable(),
  /** Valid for minutes and only for this session; null until the file is ready. */
  url: z.string().nullable(),
});
export type PersonalExport = z.infer<typeof personalExport>;

const list = z.strictObject({ exports: z.array(personalExport) });
const person = z.strictObject({ userId: id });

export const askOwnData = endpoint({
  name: 'askOwnData',
  summary: 'Asks for all own data as one file; a mail says when it is ready',
  method: 'POST',
  path: '/api/me/personalData',
  guard: { kind: 'user' },
  personal: true,
  reply: personalExport,
});

export const ownDataExports = endpoint({
  name: 'ownDataExports',
  summary: 'Own data that was asked for, newest first',
  method: 'GET',
  path: '/api/me/personalData',
  guard: { kind: 'user' },
  personal: true,
  reply: list,
});

export const askDataOf = endpoint({
  name: 'askDataOf',
  summary: 'Asks for all data of somebody in the organisation as one file, to answer that person',
  method: 'POST',
  path: '/api/users/:userId/personalData',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  reply: personalExport,
});

export const dataExportsOf = endpoint({
  name: 'dataExportsOf',
  summary: 'Data of somebody in the organisation that an administrator asked for, newest first',
  method: 'GET',
  path: '/api/users/:userId/personalData',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  reply: list,
});

export const eraseSelf = endpoint({
  name: 'eraseSelf',
  summary: 'Erases the own account: the person leaves, what was written stays without the name',
  method: 'POST',
  path: '/api/me/erase',
  guard: { kind: 'user' },
  personal: true,
  /** The user's own email address confirms the deletion. */
  body: z.strictObject({ password: z.string().min(1).max(1_000), confirm: email }),
  reply: z.void(),
});

export const erasePerson = endpoint({
  name: 'erasePerson',
  summary: 'Erases somebody of the organisation: the person leaves, what was written stays without the name',
  method: 'POST',
  path: '/api/users/:userId/erase',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  /** The person's email address confirms the deletion. */
  body: z.strictObject({ confirm: email }),
  reply: z.void(),
});
