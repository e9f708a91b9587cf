// Metadata of stored files. It never changes, so it is cached.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool } from 'pg';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { RecentCache } from '../../platform/recent-cache.ts';

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
