// Tile packs as devices download them: their size, and the hash of each piece.
import { createHash } from 'node:crypto';
import { PACK_PIECE_BYTES } from '@plumbline/core/features/plans/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import type { Files } from '../../platform/files/files.ts';
import { RecentCache } from '../../platform/recent-cache.ts';
import type { Blob } from '../media/blobs.ts';

/** Hashes of all packs kept in memory. */
const MAX_CACHED_HASHES = 100_000;

/** The blob of a revision's pack. Throws `not_found` for a revision of another project. */
export async function packBlobOf(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  revisionId: string,
): Promise<string> {
  const found = await db.query<{ id: string }>(
    'SELECT pack_blob_id AS id FROM revision WHERE organisation_id = $1 AND project_id = $2 AND id = $3',
    [organisationId, projectId, revisionId],
  );
  const blobId = found.rows[0]?.id;
  if (blobId === undefined) throw new AppError('not_found');
  return blobId;
}

type PackSize = { revisionId: string; size: number };

export async function packSizes(
  db: PoolClient,
  { organisationId, projectId }: ProjectKey,
  revisionIds: readonly string[],
): Promise<PackSize[]> {
  const found = await db.query<PackSize>(
    `SELECT r.id AS "revisionId", b.size::float8 AS size FROM revision r
     JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.pack_blob_id
     WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = ANY ($3::uuid[])`,
    [organisationId, projectId, revisionIds],
  );
  return found.rows;
}

/** Reads the whole file once. Throws `internal` if it is not what was stored. */
async function hash(files: Files, { key, size, sha256 }: Blob): Promise<string[]> {
  const whole = createHash('sha256');
  const pieces: string[] = [];
  let piece = createHash('sha256');
  let left = PACK_PIECE_BYTES;
  for await (const chunk of await files.open(key)) {
    whole.update(chunk as Buffer);
    for (let rest = chunk as Buffer; rest.length > 0; ) {
      const part = rest.subarray(0, left);
      piece.update(part);
      left -= part.length;
      rest = rest.subarray(part.length);
      if (left > 0) continue;
      pieces.push(piece.digest('hex'));
      piece = createHash('sha256');
      left = PACK_PIECE_BYTES;
    }
  }
  if (size % PACK_PIECE_BYTES > 0) pieces.push(piece.digest('hex'));
  if (whole.digest('hex') !== sha256) throw new AppError('internal');
  return pieces;
}

/** Creates the function that hashes the pieces of a pack; each pack is read once. */
export function createPackHashes(files: Files) {
  const known = new RecentCache<Promise<string[]>>(MAX_CACHED_HASHES);
  return (blob: Blob): Promise<string[]> => {
    const held = known.get(blob.key);
    if (held) return held;
    const hashes = hash(files, blob);
    known.set(blob.key, hashes, Math.ceil(blob.size / PACK_PIECE_BYTES));
    hashes.catch(() => known.delete(blob.key));
    return hashes;
  };
}
