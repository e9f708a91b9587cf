// What a report was made of, to create it again; and its removal.
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { removeFile } from '../uploads/unnamed.ts';
import type { Caller, ReportRequest } from './store.ts';

export type StoredRequest = { language: string; request: ReportRequest };

/** Throws `not_found`. */
export async function requestOf(services: Services, caller: Caller, reportId: string): Promise<StoredRequest> {
  const found = await tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query<StoredRequest>(
      'SELECT language, request FROM report WHERE organisation_id = $1 AND project_id = $2 AND id = $3',
      [caller.organisationId, caller.projectId, reportId],
    ),
  );
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  return row;
}

/** Deletes a report with its file. Its link is remembered as revoked; a worker that is creating it stops. */
export const deleteReport = (
  services: Services,
  { organisationId, projectId }: Caller,
  reportId: string,
): Promise<void> =>
  tenantTransaction(services.pool, organisationId, async (db) => {
    const removed = await db.query<{ blobId: string | null; shareHash: Buffer | null }>(
      `DELETE FROM report WHERE organisation_id = $1 AND project_id = $2 AND id = $3
       RETURNING blob_id AS "blobId", share_hash AS "shareHash"`,
      [organisationId, projectId, reportId],
    );
    for (const { blobId, shareHash } of removed.rows) {
      if (blobId !== null) await removeFile(services, db, { organisationId, id: blobId });
      if (shareHash === null) continue;
      await db.query(
        `INSERT INTO report_revoked_link (organisation_id, hash, report_id, ended_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING`,
        [organisationId, shareHash, reportId, services.clock.now()],
      );
    }
  });
