// Rows of stored files, written together with `upload_usage`: the bytes of the files that each user has uploaded.
import type { ClientBase } from 'pg';

export type NewBlob = { id: string; key: string; sha256: Buffer; size: number; mime: string; name: string };

/** Records a file. Without effect if there is one with this id. */
export async function insertBlob(
  db: Pick<ClientBase, 'query'>,
  { organisationId, userId, now }: { organisationId: string; userId: string | null; now: Date },
  { id, key, sha256, size, mime, name }: NewBlob,
): Promise<void> {
  await db.query(
    `WITH added AS (
       INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING organisation_id, created_by, size)
     INSERT INTO upload_usage (organisation_id, user_id, bytes)
     SELECT organisation_id, created_by, size FROM added WHERE created_by IS NOT NULL
     ON CONFLICT (organisation_id, user_id) DO UPDATE SET bytes = upload_usage.bytes + excluded.bytes`,
    [organisationId, id, sha256, size, mime, name, key, userId, now],
  );
}

/** Removes a file and returns the key of its bytes; undefined if there is none. */
export async function deleteBlob(
  db: Pick<ClientBase, 'query'>,
  organisationId: string,
  id: string,
): Promise<string | undefined> {
  const removed = await db.query<{ key: string }>(
    `WITH removed AS (
       DELETE FROM blob WHERE organisation_id = $1 AND id = $2 RETURNING organisation_id, created_by, size, key
     ), reduced AS (
       UPDATE upload_usage u SET bytes = greatest(0, u.bytes - r.size) FROM removed r
       WHERE u.organisation_id = r.organisation_id AND u.user_id = r.created_by)
     SELECT key FROM removed`,
    [organisationId, id],
  );
  return removed.rows[0]?.key;
}
