// Stores a file created by the server as a blob, under the hash of its bytes.
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { fileBytes } from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import { requireUploadQuota } from './quota.ts';
import { recordBlob } from './store.ts';
import { removeBytes } from './unnamed.ts';

type Owner = { organisationId: string; userId: string | null };
type Description = { id: string; mime: string; name: string };
export type GeneratedFile = Description & { path: string };

/** Stores the file at `path` as the blob `id`; safe to repeat with the same id. */
export function storeFile(services: Services, owner: Owner, { path, ...file }: GeneratedFile): Promise<void> {
  return storeBytes(services, owner, file, fileBytes(path));
}

async function storeBytes(
  services: Services,
  owner: Owner,
  { id, mime, name }: Description,
  bytes: AsyncIterable<Uint8Array>,
  check?: (db: PoolClient, size: number) => Promise<void>,
): Promise<void> {
  const { organisationId } = owner;
  const arriving = `uploads/${organisationId}/${id}/made-${services.newId()}`;
  const { size, sha256 } = await services.files.put(arriving, bytes);
  const key = `blobs/${organisationId}/${sha256}`;
  await services.files.rename(arriving, key);
  const blob = { id, key, sha256: Buffer.from(sha256, 'hex'), size, mime, name };
  try {
    await recordBlob(services, owner, blob, check && ((db) => check(db, size)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'quota_reached')
      await removeBytes(services, { organisationId, key });
    throw error;
  }
}

/**
 * Stores bytes that an import brings: they count as an upload of the user. Throws `quota_reached` if uploads that began
 * meanwhile have taken the room.
 */
export function storeCounted(
  services: Services,
  owner: { organisationId: string; userId: string },
  file: Description,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { config, clock } = services;
  return storeBytes(services, owner, file, bytes, (db, size) =>
    requireUploadQuota(db, config.uploadQuota, { ...owner, id: file.id, size, now: clock.now() }),
  );
}
