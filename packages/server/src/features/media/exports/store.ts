// Requested exports, and their files as far as the requester may see them when they are read.

import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import { Params, visible } from '../../../db/tx/visibility.ts';
import type { Services } from '../../../platform/services.ts';
import type { NamedMedia } from './file-names.ts';

export type Export = { projectId: string; userId: string; blobIds: string[] };
type ExportRow = Export & { id: string; organisationId: string };

/** Lifetime of an export, during which an interrupted download can be restarted. */
const LIFETIME_MS = 3_600_000;

/** Repeating the same id returns the same export. Throws `already_exists` if it belongs to another user. */
export async function storeExport({ pool, clock }: Services, requested: ExportRow): Promise<void> {
  const now = clock.now();
  await tenantTransaction(pool, requested.organisationId, async (db) => {
    await db.query('DELETE FROM media_export WHERE organisation_id = $1 AND expires_at < $2', [
      requested.organisationId,
      now,
    ]);
    await db.query(
      `INSERT INTO media_export (organisation_id, id, project_id, user_id, blob_ids, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        requested.organisationId,
        requested.id,
        requested.projectId,
        requested.userId,
        requested.blobIds,
        now,
        new Date(now.getTime() + LIFETIME_MS),
      ],
    );
    const found = await db.query(
      'SELECT FROM media_export WHERE organisation_id = $1 AND id = $2 AND user_id = $3 AND project_id = $4',
      [requested.organisationId, requested.id, requested.userId, requested.projectId],
    );
    if (found.rowCount !== 1) throw new AppError('already_exists');
  });
}

/** Throws `link_expired` for an export that has expired or belongs to another user. */
export async function readExport(
  { pool, clock }: Services,
  who: { organisationId: string; userId: string },
  id: string,
): Promise<Export> {
  const found = await tenantTransaction(pool, who.organisationId, (db) =>
    db.query<Export>(
      `SELECT project_id AS "projectId", user_id AS "userId", blob_ids AS "blobIds" FROM media_export
       WHERE organisation_id = $1 AND id = $2 AND user_id = $3 AND expires_at > $4`,
      [who.organisationId, id, who.userId, clock.now()],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('link_expired');
  return row;
}

export type ExportedFile = NamedMedia & { blobId: string; key: string };

/** Files read per batch; bounds the memory of an export. */
const BATCH = 200;

async function readBatch(
  db: PoolClient,
  projectKey: { organisationId: string; projectId: string },
  actor: Actor,
  blobIds: readonly string[],
) {
  const params = new Params(projectKey.organisationId, projectKey.projectId, blobIds);
  const found = await db.query<ExportedFile>(
    `SELECT b.id AS "blobId", b.key, coalesce(r.taken_at, r.created_at) AS "takenAt", p.number AS "pinNumber",
            p.title AS "pinTitle", r.caption, file ->> 'name' AS name
     FROM unnest($3::uuid[]) WITH ORDINALITY wanted (id, place)
     JOIN blob b ON b.organisation_id = $1 AND b.id = wanted.id
     JOIN LATERAL (
       SELECT r.* FROM blob_reference u JOIN post r ON r.organisation_id = u.organisation_id AND r.id = u.entity_id
       WHERE u.organisation_id = $1 AND u.project_id = $2 AND u.blob_id = b.id AND u.entity = 'post'
         AND r.project_id = $2 AND ${visible('post', 'r', actor, params)}
       ORDER BY r.created_at LIMIT 1) r ON true
     JOIN LATERAL (SELECT file FROM jsonb_array_elements(r.files) file WHERE (file ->> 'blobId')::uuid = b.id LIMIT 1) f ON true
     JOIN pin p ON p.organisation_id = r.organisation_id AND p.id = r.pin_id
     ORDER BY wanted.place`,
    params.values,
  );
  return found.rows;
}

/** The files of an export that are still in posts the actor can see, in the requested order. */
export async function* exportedFiles(
  { pool }: Services,
  organisationId: string,
  requested: Export,
  actor: Actor,
): AsyncGenerator<ExportedFile> {
  for (let at = 0; at < requested.blobIds.length; at += BATCH) {
    const projectKey = { organisationId, projectId: requested.projectId };
    yield* await tenantSnapshot(pool, organisationId, (db) =>
      readBatch(db, projectKey, actor, requested.blobIds.slice(at, at + BATCH)),
    );
  }
}
