// Archives as rows: requested, listed, downloaded by a link valid for minutes, deleted after days.
import { ARCHIVE_DAYS, type Archive } from '@plumbline/core/features/archives/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Config } from '../../config/config.ts';
import { systemTransaction, tenantSnapshot, tenantTransaction } from '../../db/tx/transaction.ts';
import { readActor } from '../../http/project-actor.ts';
import { instanceKey, macOf, sameBytes } from '../../http/security/instance-key.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';

export const MAKE = 'archive.make';
export const MAX_ATTEMPTS = 3;
const DAY = 86_400_000;
/** Long enough to resume the download of a large file; the link ends with the session. */
const LINK_MS = DAY;
/** How many archives are listed, newest first. */
const MAX_LISTED = 20;
/** How many archives of one person may be made at the same time. */
const MAX_WAITING = 3;

export type ArchiveKey = { organisationId: string; archiveId: string };
/** The request as its job reads it. */
export type Order = { userId: string; projectIds: string[]; createdAt: Date };
type Row = Pick<Archive, 'id' | 'state' | 'problem' | 'titles' | 'size' | 'sha256'> & {
  createdAt: Date;
  expiresAt: Date | null;
};
type Signed = { expires: number; audience: string; signature: string };

const ROW = `id, state, problem, titles, size::float8 AS size, encode(sha256, 'hex') AS sha256, created_at AS "createdAt",
  expires_at AS "expiresAt"`;

function sign({ secretKey }: Pick<Config, 'secretKey'>, archiveId: string, expires: number, audience: string): string {
  const mac = macOf(instanceKey(secretKey, 'signed link'), 'archive', archiveId, expires, audience);
  return mac.subarray(0, 16).toString('base64url');
}

/** Throws `link_expired` for a link that has expired, was altered or is not ours. */
export function requireLink(config: Config, archiveId: string, { expires, audience, signature }: Signed, now: Date) {
  const expected = sign(config, archiveId, expires, audience);
  if (!sameBytes(Buffer.from(expected), Buffer.from(signature)) || expires <= now.getTime())
    throw new AppError('link_expired');
}

function shown({ config, clock }: Services, { sessionId }: Session, row: Row): Archive {
  const expires = clock.now().getTime() + LINK_MS;
  const query = `e=${expires}&a=${sessionId}&s=${sign(config, row.id, expires, sessionId)}`;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    url: row.state === 'ready' ? `/m/archives/${row.id}?${query}` : null,
  };
}

/** Anyone who has left one of its projects since can no longer download an archive. `$1` organisation, `$2` person. */
const STILL_OPEN = `NOT EXISTS (SELECT FROM project p
    WHERE p.organisation_id = $1 AND p.id = ANY (project_ids) AND NOT EXISTS (SELECT FROM member m
      WHERE m.organisation_id = $1 AND m.project_id = p.id AND m.user_id = $2 AND m.state = 'active' AND m.role <> 'none'))`;

/** Archives that the caller requested, of projects the caller is still in; no one sees those of others. */
export async function listArchives(services: Services, session: Session): Promise<Archive[]> {
  const found = await tenantSnapshot(services.pool, session.organisationId, (db) =>
    db.query<Row>(
      `SELECT ${ROW} FROM project_archive WHERE organisation_id = $1 AND requested_by = $2
         AND (expires_at IS NULL OR expires_at > $3) AND ${STILL_OPEN} ORDER BY created_at DESC, id LIMIT ${MAX_LISTED}`,
      [session.organisationId, session.userId, services.clock.now()],
    ),
  );
  return found.rows.map((row) => shown(services, session, row));
}

/**
 * Throws `not_found` unless the caller is an active member of every project, and `rate_limited` if several archives
 * of the caller are still being made.
 */
export async function requestArchive(
  services: Services,
  session: Session,
  projectIds: readonly string[],
): Promise<Archive> {
  const { organisationId, userId } = session;
  for (const projectId of projectIds) await readActor(services.pool, session, projectId);
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`archive ${userId}`]);
    const waiting = await db.query(
      `SELECT FROM project_archive WHERE organisation_id = $1 AND requested_by = $2 AND state = 'waiting'`,
      [organisationId, userId],
    );
    if ((waiting.rowCount ?? 0) >= MAX_WAITING) throw new AppError('rate_limited', { retryAfter: 60 });
    const archiveId = services.newId();
    const added = await db.query<Row>(
      `INSERT INTO project_archive (organisation_id, id, project_ids, titles, requested_by, state, created_at)
       SELECT $1, $2, $3, array_agg(p.title ORDER BY lower(p.title), p.id), $4, 'waiting', $5
       FROM project p WHERE p.organisation_id = $1 AND p.id = ANY ($3) RETURNING ${ROW}`,
      [organisationId, archiveId, projectIds, userId, services.clock.now()],
    );
    await services.queue.enqueueFair(
      db,
      MAKE,
      { organisationId, archiveId },
      { owner: organisationId, maxAttempts: MAX_ATTEMPTS * 2 },
    );
    if (!added.rows[0]) throw new AppError('internal');
    return shown(services, session, added.rows[0]);
  });
}

/** Deletes the archive and its file. A job that is making it notices and stops. */
export async function deleteArchive(services: Services, session: Session, archiveId: string): Promise<void> {
  const gone = await tenantTransaction(services.pool, session.organisationId, (db) =>
    db.query<{ key: string | null }>(
      'DELETE FROM project_archive WHERE organisation_id = $1 AND id = $2 AND requested_by = $3 RETURNING key',
      [session.organisationId, archiveId, session.userId],
    ),
  );
  const row = gone.rows[0];
  if (!row) throw new AppError('not_found');
  if (row.key) await services.files.remove(row.key);
}

export type ArchiveFile = { key: string; size: number; sha256: string; title: string; createdAt: Date };

/** The file behind a link, for the person who requested it. Throws `link_expired` if there is none. */
export async function archiveFile(
  services: Services,
  who: { organisationId: string; userId: string },
  archiveId: string,
): Promise<ArchiveFile> {
  const found = await tenantSnapshot(services.pool, who.organisationId, (db) =>
    db.query<ArchiveFile>(
      `SELECT key, size::float8 AS size, encode(sha256, 'hex') AS sha256, created_at AS "createdAt",
         CASE cardinality(titles) WHEN 1 THEN titles[1] ELSE '' END AS title
       FROM project_archive
       WHERE organisation_id = $1 AND id = $3 AND requested_by = $2 AND state = 'ready' AND expires_at > $4 AND ${STILL_OPEN}`,
      [who.organisationId, who.userId, archiveId, services.clock.now()],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('link_expired');
  return row;
}

/** The request of an archive that is still to be made; undefined once it is done, failed or deleted. */
export async function readOrder(
  { pool }: Services,
  { organisationId, archiveId }: ArchiveKey,
): Promise<Order | undefined> {
  const found = await tenantSnapshot(pool, organisationId, (db) =>
    db.query<Order>(
      `SELECT requested_by AS "userId", project_ids AS "projectIds", created_at AS "createdAt" FROM project_archive
       WHERE organisation_id = $1 AND id = $2 AND state = 'waiting'`,
      [organisationId, archiveId],
    ),
  );
  return found.rows[0];
}

/** Records the bytes written so far. Returns whether the archive is still wanted. */
export async function noteSize(services: Services, key: ArchiveKey, size: number): Promise<boolean> {
  const found = await tenantTransaction(services.pool, key.organisationId, (db) =>
    db.query(`UPDATE project_archive SET size = $3 WHERE organisation_id = $1 AND id = $2 AND state = 'waiting'`, [
      key.organisationId,
      key.archiveId,
      size,
    ]),
  );
  return found.rowCount === 1;
}

/** Returns whether the archive was still wanted. */
export async function noteReady(
  services: Services,
  { organisationId, archiveId }: ArchiveKey,
  file: { key: string; size: number; sha256: Buffer },
): Promise<boolean> {
  const expiresAt = new Date(services.clock.now().getTime() + ARCHIVE_DAYS * DAY);
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE project_archive SET state = 'ready', key = $3, size = $4, sha256 = $5, expires_at = $6
       WHERE organisation_id = $1 AND id = $2 AND state = 'waiting'`,
      [organisationId, archiveId, file.key, file.size, file.sha256, expiresAt],
    ),
  );
  return found.rowCount === 1;
}

export async function noteFailed(
  services: Services,
  { organisationId, archiveId }: ArchiveKey,
  problem: Archive['problem'],
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE project_archive SET state = 'failed', problem = $3
       WHERE organisation_id = $1 AND id = $2 AND state = 'waiting'`,
      [organisationId, archiveId, problem],
    ),
  );
}

/** Deletes expired archives, and failed ones after the same time. */
export async function sweepArchives(services: Services): Promise<void> {
  const now = services.clock.now();
  const over = await systemTransaction(services.pool, (db) =>
    db.query<{ organisationId: string; id: string; key: string | null }>(
      `SELECT organisation_id AS "organisationId", id, key FROM project_archive
       WHERE expires_at < $1 OR (state <> 'ready' AND created_at < $2)`,
      [now, new Date(now.getTime() - ARCHIVE_DAYS * DAY)],
    ),
  );
  for (const { organisationId, id, key } of over.rows) {
    // The file first: without its row it would never be deleted.
    if (key) await services.files.remove(key);
    await systemTransaction(services.pool, (db) =>
      db.query('DELETE FROM project_archive WHERE organisation_id = $1 AND id = $2', [organisationId, id]),
    );
  }
}
