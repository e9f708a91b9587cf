// Stores files that an import finds in a file of someone: they count as uploads of that person.
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { requireDiskSpace } from './disk-space.ts';
import { requireUploadQuota } from './quota.ts';
import { storeCounted } from './store-file.ts';

type Owner = { organisationId: string; userId: string };

/**
 * Stores the bytes as the blob `id`, unless it is there from an attempt before. Throws `quota_reached`, and `no_space`
 * if the disk has no room besides what must stay free.
 */
export async function storeImported(
  services: Services,
  owner: Owner,
  file: { id: string; mime: string; name: string },
  bytes: Buffer,
): Promise<void> {
  const { config, clock, pool } = services;
  const there = await tenantTransaction(pool, owner.organisationId, async (db) => {
    const found = await db.query('SELECT FROM blob WHERE organisation_id = $1 AND id = $2', [
      owner.organisationId,
      file.id,
    ]);
    if (found.rowCount === 1) return true;
    await requireUploadQuota(db, config.uploadQuota, { ...owner, id: file.id, size: bytes.length, now: clock.now() });
    return false;
  });
  if (there) return;
  await requireDiskSpace(services, bytes.length);
  await storeCounted(services, owner, file, one(bytes));
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
