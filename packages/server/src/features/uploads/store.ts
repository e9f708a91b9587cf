// Uploads as rows and parts: created, leased while a chunk streams in, assembled into a blob named by its content.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { HEAD_BYTES, trueType } from '@plumbline/core/features/uploads/content-type';
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { lockFile } from '../../db/file-locks.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Queryable } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { insertBlob, type NewBlob } from './blob-rows.ts';
import { requireDiskSpace } from './disk-space.ts';
import { requireUploadQuota } from './quota.ts';
import { requireClean } from './scan.ts';

/** Prepares an uploaded video for playback. */
export const VIDEO_TASK = 'media.video';

type Owner = { organisationId: string; userId: string };

export type Upload = {
  id: string;
  userId: string;
  purpose: Purpose;
  name: string;
  mime: string;
  size: number;
  sha256: Buffer | null;
  received: number;
  complete: boolean;
  /** SHA-256 of the stored bytes; null until the upload is complete. */
  stored: Buffer | null;
};

export type NewUpload = Pick<Upload, 'id' | 'purpose' | 'name' | 'mime' | 'size' | 'sha256'>;

/** Unfinished uploads are kept for this long. */
const LIFETIME_MS = 24 * 3_600_000;
/** A chunk's lease, renewed while bytes arrive. */
const LEASE_MS = 30_000;

const COLUMNS = `u.id, u.user_id AS "userId", u.purpose, u.name, u.mime, u.size::float8 AS size, u.sha256,
  u.received::float8 AS received, b.id IS NOT NULL AS complete, b.sha256 AS stored`;
const TABLES = 'upload u LEFT JOIN blob b ON b.organisation_id = u.organisation_id AND b.id = u.id';

/**
 * Creates an upload; the same id with the same file resumes the existing one. Throws `too_large`,
 * `unsupported_type` and `already_exists`.
 */
export async function createUpload(services: Services, owner: Owner, requested: NewUpload): Promise<Upload> {
  if (requested.size < 1) throw new AppError('invalid_input', { fields: [{ path: 'size', outcome: 'TOO_SMALL' }] });
  if (requested.purpose === 'video' && !requested.mime.startsWith('video/')) throw new AppError('unsupported_type');
  const limit = services.config.uploadLimits[requested.purpose];
  if (requested.size > limit) throw new AppError('too_large', { params: { limit } });
  await requireDiskSpace(services, requested.size);
  const now = services.clock.now();
  return tenantTransaction(services.pool, owner.organisationId, async (db) => {
    await requireUploadQuota(db, services.config.uploadQuota, {
      ...owner,
      id: requested.id,
      size: requested.size,
      now,
    });
    await db.query(
      `INSERT INTO upload (organisation_id, id, user_id, purpose, name, mime, size, sha256, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        owner.organisationId,
        requested.id,
        owner.userId,
        requested.purpose,
        requested.name,
        requested.mime,
        requested.size,
        requested.sha256,
        now,
        new Date(now.getTime() + LIFETIME_MS),
      ],
    );
    const upload = await find(db, owner, requested.id);
    const same =
      upload?.userId === owner.userId && upload.size === requested.size && upload.purpose === requested.purpose;
    if (!upload || !same) throw new AppError('already_exists');
    return upload;
  });
}

type Db = Parameters<Parameters<typeof tenantTransaction>[2]>[0];

async function find(db: Db, owner: Owner, id: string): Promise<Upload | undefined> {
  const found = await db.query<Upload>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE u.organisation_id = $1 AND u.id = $2`, [
    owner.organisationId,
    id,
  ]);
  return found.rows[0];
}

/** The upload of this user. Throws `not_found` for missing uploads and those of others. */
export async function readUpload(services: Services, owner: Owner, id: string): Promise<Upload> {
  const upload = await tenantTransaction(services.pool, owner.organisationId, (db) => find(db, owner, id));
  if (upload?.userId !== owner.userId) throw new AppError('not_found');
  return upload;
}

/**
 * Takes the lease for the chunk at `offset`. Throws `upload_offset` if the upload is at another offset, `upload_locked`
 * while another chunk streams.
 */
async function lease(services: Services, owner: Owner, id: string, offset: number): Promise<string> {
  const token = randomUUID();
  const now = services.clock.now();
  await tenantTransaction(services.pool, owner.organisationId, async (db) => {
    const taken = await db.query(
      `UPDATE upload SET lease = $3, leased_until = $4
       WHERE organisation_id = $1 AND id = $2 AND received = $5 AND (leased_until IS NULL OR leased_until < $6)`,
      [owner.organisationId, id, token, new Date(now.getTime() + LEASE_MS), offset, now],
    );
    if (taken.rowCount === 1) return;
    const upload = await find(db, owner, id);
    if (!upload) throw new AppError('not_found');
    if (upload.received !== offset) throw new AppError('upload_offset', { params: { offset: upload.received } });
    throw new AppError('upload_locked', { retryAfter: 1 });
  });
  return token;
}

const release = (services: Services, owner: Owner, id: string, token: string) =>
  tenantTransaction(services.pool, owner.organisationId, (db) =>
    db.query(
      'UPDATE upload SET lease = NULL, leased_until = NULL WHERE organisation_id = $1 AND id = $2 AND lease = $3',
      [owner.organisationId, id, token],
    ),
  );

export type Chunk = { offset: number; sha256: Buffer | undefined; body: AsyncIterable<Buffer>; length: number };

/**
 * Streams one chunk into the file store and then advances the offset; an incomplete or altered chunk leaves nothing
 * behind. Returns the new offset. Throws `upload_checksum`, `upload_offset`, `upload_locked`, `too_large`.
 */
export async function writeChunk(services: Services, owner: Owner, upload: Upload, chunk: Chunk): Promise<number> {
  if (chunk.offset + chunk.length > upload.size) throw new AppError('too_large', { params: { limit: upload.size } });
  if (chunk.length === 0) {
    // An empty part would take the place of the one with the bytes.
    if (chunk.offset !== upload.received) throw new AppError('upload_offset', { params: { offset: upload.received } });
    return upload.received;
  }
  await requireDiskSpace(services, chunk.length);
  const token = await lease(services, owner, upload.id, chunk.offset);
  const key = `uploads/${owner.organisationId}/${upload.id}/${chunk.offset}-${token}`;
  const renewal = setInterval(() => {
    const until = new Date(services.clock.now().getTime() + LEASE_MS);
    renew(services, owner, upload.id, token, until).catch((error: unknown) =>
      services.log.warn({ err: error }, 'an upload lease could not be renewed'),
    );
  }, LEASE_MS / 3);
  try {
    const stored = await services.files.put(key, Readable.from(exactly(chunk.body, chunk.length)));
    if (chunk.sha256 && !chunk.sha256.equals(Buffer.from(stored.sha256, 'hex'))) throw new AppError('upload_checksum');
    const received = chunk.offset + stored.size;
    await tenantTransaction(services.pool, owner.organisationId, async (db) => {
      const moved = await db.query(
        `UPDATE upload SET received = $4, lease = NULL, leased_until = NULL
         WHERE organisation_id = $1 AND id = $2 AND lease = $3`,
        [owner.organisationId, upload.id, token, received],
      );
      if (moved.rowCount !== 1) throw new AppError('upload_locked', { retryAfter: 1 });
      await db.query(
        'INSERT INTO upload_part (organisation_id, upload_id, start, size, key) VALUES ($1, $2, $3, $4, $5)',
        [owner.organisationId, upload.id, chunk.offset, stored.size, key],
      );
    });
    return received;
  } catch (error) {
    // What cannot be removed now is removed with the upload.
    const undone = [services.files.remove(key), release(services, owner, upload.id, token)];
    for (const undo of await Promise.allSettled(undone))
      if (undo.status === 'rejected') services.log.warn({ err: undo.reason }, 'a refused chunk could not be undone');
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

const renew = (services: Services, owner: Owner, id: string, token: string, until: Date) =>
  tenantTransaction(services.pool, owner.organisationId, (db) =>
    db.query('UPDATE upload SET leased_until = $4 WHERE organisation_id = $1 AND id = $2 AND lease = $3', [
      owner.organisationId,
      id,
      token,
      until,
    ]),
  );

/** Passes the bytes through; throws `bad_request` if there are fewer or more than announced. */
async function* exactly(body: AsyncIterable<Buffer>, length: number): AsyncIterable<Buffer> {
  let passed = 0;
  for await (const piece of body) {
    passed += piece.length;
    if (passed > length) throw new AppError('bad_request');
    yield piece;
  }
  if (passed !== length) throw new AppError('bad_request');
}

type Part = { start: number; size: number; key: string };

async function* joined(services: Services, pieces: readonly Part[], hash: ReturnType<typeof createHash>) {
  for (const piece of pieces) {
    for await (const bytes of await services.files.open(piece.key)) {
      hash.update(bytes as Buffer);
      yield bytes as Buffer;
    }
  }
}

/**
 * Creates the blob of a fully received upload; safe to repeat. The bytes are stored under their own hash, within the
 * organisation. Returns that hash. Throws `upload_checksum` if they differ from what the client announced: the upload
 * then starts over. Throws `file_infected`, and `unavailable` while they cannot be scanned.
 */
export async function completeUpload(services: Services, owner: Owner, upload: Upload): Promise<Buffer> {
  if (upload.stored) return upload.stored;
  const pieces = await tenantTransaction(services.pool, owner.organisationId, async (db) => {
    const found = await db.query<Part>(
      `SELECT start::float8 AS start, size::float8 AS size, key FROM upload_part
       WHERE organisation_id = $1 AND upload_id = $2 ORDER BY start`,
      [owner.organisationId, upload.id],
    );
    return found.rows;
  });
  const assembling = `uploads/${owner.organisationId}/${upload.id}/whole-${randomUUID()}`;
  const hash = createHash('sha256');
  const first = pieces.length === 1 ? pieces[0] : undefined;
  const source = first ? first.key : assembling;
  if (first) for await (const bytes of joined(services, pieces, hash)) void bytes;
  else await services.files.put(assembling, Readable.from(joined(services, pieces, hash)));
  const sha256 = hash.digest();
  if (upload.sha256 && !upload.sha256.equals(sha256)) {
    await discardUpload(services, owner, upload);
    throw new AppError('upload_checksum');
  }
  try {
    await requireClean(services, owner, { name: upload.name, key: source });
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_infected') await discardUpload(services, owner, upload);
    throw error;
  }
  const key = `blobs/${owner.organisationId}/${sha256.toString('hex')}`;
  await services.files.rename(source, key);
  try {
    const mime = await typeByContent(services, upload, key);
    await recordBlob(services, owner, { id: upload.id, key, sha256, size: upload.size, mime, name: upload.name });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    // Identical bytes were stored but unreferenced, and have just been deleted: they must be uploaded again.
    await discardUpload(services, owner, upload);
    throw new AppError('upload_checksum');
  }
  await deleteParts(services, owner, upload.id);
  return sha256;
}

/** The type detected from the bytes, so that a page labelled as an image is never served as one. */
async function typeByContent(services: Services, upload: Upload, key: string): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await services.files.open(key, { start: 0, end: Math.min(upload.size, HEAD_BYTES) - 1 }))
    pieces.push(piece as Buffer);
  return trueType(upload.mime, Buffer.concat(pieces));
}

/** Records the bytes under a key as a file of the organisation. Throws `not_found` if there are none. */
export async function recordBlob(
  services: Services,
  owner: { organisationId: string; userId: string | null },
  blob: NewBlob,
  /** Called in the same transaction, before the file counts. */
  check: (db: PoolClient) => Promise<void> = async () => {},
): Promise<void> {
  await tenantTransaction(services.pool, owner.organisationId, async (db) => {
    await lockFile(db, blob.key);
    if (!(await services.files.stat(blob.key))) throw new AppError('not_found');
    await check(db);
    await insertBlob(db, { ...owner, now: services.clock.now() }, blob);
    if (blob.mime.startsWith('video/')) {
      await enqueueVideo(services, db, { organisationId: owner.organisationId, blobId: blob.id });
    }
  });
}

type VideoKey = { organisationId: string; blobId: string };

/** Enqueues the job that prepares a video for playback, unless it waits already. */
export function enqueueVideo({ queue }: Pick<Services, 'queue'>, db: Queryable, video: VideoKey): Promise<void> {
  const options = { owner: video.organisationId, key: `${VIDEO_TASK}:${video.blobId}`, maxAttempts: 3 };
  return queue.enqueueFair(db, VIDEO_TASK, video, options);
}

async function deleteParts(services: Services, owner: Owner, id: string): Promise<void> {
  await tenantTransaction(services.pool, owner.organisationId, (db) =>
    db.query('DELETE FROM upload_part WHERE organisation_id = $1 AND upload_id = $2', [owner.organisationId, id]),
  );
  for await (const entry of services.files.list(`uploads/${owner.organisationId}/${id}/`))
    await services.files.remove(entry.key);
}

/** Abandons an unfinished upload. */
export async function discardUpload(services: Services, owner: Owner, upload: Pick<Upload, 'id'>): Promise<void> {
  await tenantTransaction(services.pool, owner.organisationId, (db) =>
    db.query('DELETE FROM upload WHERE organisation_id = $1 AND id = $2 AND user_id = $3', [
      owner.organisationId,
      upload.id,
      owner.userId,
    ]),
  );
  await deleteParts(services, owner, upload.id);
}
