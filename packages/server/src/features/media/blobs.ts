// Metadata of stored files, which never changes and is therefore cached, and which of them a user can see.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { Pool, PoolClient } from 'pg';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { RecentCache } from '../../platform/recent-cache.ts';

type VisibleBlob = { id: string; mime: string };

/**
 * Those of the given blobs that the actor can see in the project: blobs referenced by a visible row, and the actor's own
 * uploads.
 */
export async function visibleBlobs(
  db: PoolClient,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  actor: Actor,
  blobIds: readonly string[],
): Promise<VisibleBlob[]> {
  const params = new Params(organisationId, projectId, blobIds, actor.userId);
  const named = (['project', 'revision', 'post', 'comment'] as const).map(
    (
      entity,
    ) => `EXISTS (SELECT FROM blob_reference u JOIN "${entity}" r ON r.organisation_id = u.organisation_id AND r.id = u.entity_id
      WHERE u.organisation_id = $1 AND u.project_id = $2 AND u.blob_id = b.id AND u.entity = '${entity}'
        AND r.project_id = $2 AND ${visible(entity, 'r', actor, params)})`,
  );
  const found = await db.query<VisibleBlob>(
    `SELECT b.id, b.mime FROM blob b
     WHERE b.organisation_id = $1 AND b.id = ANY ($3::uuid[]) AND (b.created_by = $4 OR ${named.join(' OR ')})`,
    params.values,
  );
  return found.rows;
}

export type Blob = {
  organisationId: string;
  id: string;
  /** In hexadecimal. */
  sha256: string;
  size: number;
  mime: string;
  name: string;
  key: string;
};

/** Creates the function that reads a blob of an organisation. It throws `not_found` if there is none. */
export function createBlobs(pool: Pool) {
  const known = new RecentCache<Blob>(20_000);
  return async (organisationId: string, blobId: string): Promise<Blob> => {
    const held = known.get(`${organisationId}/${blobId}`);
    if (held) return held;
    const found = await tenantTransaction(pool, organisationId, (db) =>
      db.query<Blob>(
        `SELECT organisation_id AS "organisationId", id, encode(sha256, 'hex') AS sha256, size::float8 AS size, mime, name, key
         FROM blob WHERE organisation_id = $1 AND id = $2`,
        [organisationId, blobId],
      ),
    );
    const blob = found.rows[0];
    if (!blob) throw new AppError('not_found');
    known.set(`${organisationId}/${blobId}`, blob);
    return blob;
  };
}
