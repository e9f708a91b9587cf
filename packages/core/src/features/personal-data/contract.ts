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
  summary: "Requests an export of the caller's own data; an email says when it is ready",
  method: 'POST',
  path: '/api/me/personalData',
  guard: { kind: 'user' },
  personal: true,
  reply: personalExport,
});

export const ownDataExports = endpoint({
  name: 'ownDataExports',
  summary: "Lists the caller's own data exports, newest first",
  method: 'GET',
  path: '/api/me/personalData',
  guard: { kind: 'user' },
  personal: true,
  reply: list,
});

export const askDataOf = endpoint({
  name: 'askDataOf',
  summary: 'Requests an export of all data of a person in the organisation, to answer a request for access',
  method: 'POST',
  path: '/api/users/:userId/personalData',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  reply: personalExport,
});

export const dataExportsOf = endpoint({
  name: 'dataExportsOf',
  summary: "Lists exports of other people's data that administrators requested, newest first",
  method: 'GET',
  path: '/api/users/:userId/personalData',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  reply: list,
});

export const eraseSelf = endpoint({
  name: 'eraseSelf',
  summary: "Erases the caller's account: removes all memberships and the name from content, which remains",
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
  summary: 'Erases a person in the organisation: removes the membership and the name from content, which remains',
  method: 'POST',
  path: '/api/users/:userId/erase',
  guard: { kind: 'organisation' },
  personal: true,
  params: person,
  /** The person's email address confirms the deletion. */
  body: z.strictObject({ confirm: email }),
  reply: z.void(),
});
