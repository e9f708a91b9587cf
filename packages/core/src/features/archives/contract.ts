// Archives of projects: everything the caller may see of them in one ZIP file, which opens without a server.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant } from '../../kernel/text.ts';

export const ARCHIVE_STATES = ['waiting', 'ready', 'failed'] as const;

/** Days for which a finished archive can be downloaded. */
export const ARCHIVE_DAYS = 7;
/** Maximum projects per archive. */
export const MAX_ARCHIVED_PROJECTS = 500;

export const archive = z.strictObject({
  id,
  state: z.enum(ARCHIVE_STATES),
  /** Why it failed, where that is known: the disk of the installation is full. */
  problem: z.enum(['no_space']).nullable(),
  /** Titles of the projects at the time of the request. */
  titles: z.array(z.string()),
  /** Bytes written so far; the size of the file once it is ready. */
  size: z.int().min(0),
  /** SHA-256 of the file in hexadecimal; null until it is ready. */
  sha256: z.string().nullable(),
  createdAt: instant,
  /** When the file is deleted; null until it is ready. */
  expiresAt: instant.nullable(),
  /** Valid for minutes and only for this session; null until the file is ready. */
  url: z.string().nullable(),
});
export type Archive = z.infer<typeof archive>;

export const requestArchive = endpoint({
  name: 'requestArchive',
  summary:
    'Requests an archive of projects: all data that the caller may see as JSON, all files, and a page to read it',
  method: 'POST',
  path: '/api/archives',
  guard: { kind: 'user' },
  personal: true,
  site: true,
  body: z.strictObject({
    /** Without duplicates; the caller must be an active member of each. */
    projectIds: z
      .array(id)
      .min(1)
      .max(MAX_ARCHIVED_PROJECTS)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'ALREADY_IN_USE' }),
  }),
  reply: archive,
});

export const getArchiveKey = endpoint({
  name: 'getArchiveKey',
  summary: 'Gets the public key with which the history in archives of this installation is signed',
  method: 'GET',
  path: '/api/archives/key',
  guard: { kind: 'public' },
  reply: z.strictObject({
    algorithm: z.literal('Ed25519'),
    /** 32 bytes in hexadecimal. */
    publicKey: z.string(),
  }),
});

export const listArchives = endpoint({
  name: 'listArchives',
  summary: 'Lists the archives that the caller requested, newest first',
  method: 'GET',
  path: '/api/archives',
  guard: { kind: 'user' },
  personal: true,
  reply: z.strictObject({ archives: z.array(archive) }),
});

export const deleteArchive = endpoint({
  name: 'deleteArchive',
  summary: 'Deletes an archive, or cancels one that is being made',
  method: 'DELETE',
  path: '/api/archives/:archiveId',
  guard: { kind: 'user' },
  personal: true,
  params: z.strictObject({ archiveId: id }),
  reply: z.void(),
});
