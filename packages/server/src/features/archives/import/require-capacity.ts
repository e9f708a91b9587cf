// Whether licence, quota and disk have room for a project, and the ids it keeps are free, before anything of it is written.
import { blobsOf } from '@plumbline/core/features/media/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Rows } from '@plumbline/core/site/entities';
import { requireQuotaFor } from '../../../db/tx/quota.ts';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { requireDiskSpace } from '../../uploads/disk-space.ts';
import { requireUploadQuota } from '../../uploads/quota.ts';
import { countTakenIds } from './kept-ids.ts';
import { otherRowsOf, rowsOf } from './read-archive.ts';
import type { ArchiveSource } from './readers/archive-source.ts';

type Incoming = {
  services: Services;
  importer: { organisationId: string; userId: string };
  archive: ArchiveSource;
  mapping: { projectId: string; keepIds: boolean };
};

/** Bytes of the files of the project; tiles are small beside them. */
async function bytesOf({ archive, mapping: { projectId } }: Incoming): Promise<number> {
  const wanted = new Set(archive.projects.length === 1 ? archive.files.keys() : []);
  if (archive.projects.length > 1) {
    for (const entity of ['project', 'revision', 'model', 'post', 'comment'] as const)
      for await (const row of rowsOf(archive, projectId, entity))
        for (const blob of blobsOf(entity, row)) wanted.add(blob);
    for await (const row of otherRowsOf(archive, projectId, 'report')) {
      const { blobId } = row as { blobId: string | null };
      if (blobId !== null) wanted.add(blobId);
    }
  }
  return [...wanted].reduce((sum, id) => sum + (archive.files.get(id)?.size ?? 0), 0);
}

/** Throws `already_exists`, `project_limit`, `plan_limit`, `quota_reached` or `no_space`. An inactive project counts for no licence. */
export async function requireCapacity(incoming: Incoming, { id, active }: Rows['project']): Promise<void> {
  const { services, importer, archive, mapping } = incoming;
  const { config, clock, pool } = services;
  if (mapping.keepIds && (await countTakenIds(services, importer.organisationId, archive, mapping.projectId)) > 0)
    throw new AppError('already_exists');
  let plans = 0;
  for await (const { type, active: counts } of rowsOf(archive, mapping.projectId, 'plan'))
    if (type === 'Plan' && counts) plans += 1;
  const size = await bytesOf(incoming);
  await requireDiskSpace(services, size);
  await tenantTransaction(pool, importer.organisationId, async (db) => {
    if (active) await requireQuotaFor(db, importer.organisationId, { projects: 1, plans }, config.licences.quotas);
    await requireUploadQuota(db, config.uploadQuota, { ...importer, id, size, now: clock.now() });
  });
}
