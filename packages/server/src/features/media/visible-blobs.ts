// Which files a user can see: those referenced by a visible row, and the user's own uploads not yet referenced
// anywhere.
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { Params, visible } from '../../db/tx/visibility.ts';

export type VisibleBlob = { id: string; mime: string };

/** Those of the given blobs that the actor can see in the project. */
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
