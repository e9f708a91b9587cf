// Searches the text layer of a plan.

import type { searchPlanText } from '@plumbline/core/features/imports/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { readTextLayer, searchWords } from '../../rendering/text/text-layer.ts';

/** Maximum hits per response; users with more hits should refine the search. */
const MOST = 500;

export async function findWords(
  services: Services,
  organisationId: string,
  projectId: string,
  revisionId: string,
  search: string,
): Promise<ReplyOf<typeof searchPlanText>> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ key: string | null }>(
      `SELECT b.key FROM revision r
       LEFT JOIN blob b ON b.organisation_id = r.organisation_id AND b.id = r.text_blob_id
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3`,
      [organisationId, projectId, revisionId],
    ),
  );
  const revision = found.rows[0];
  if (!revision) throw new AppError('not_found');
  if (revision.key === null) return { hits: [], more: false };
  const hits = searchWords(await readTextLayer(await services.files.open(revision.key)), search);
  return { hits: hits.slice(0, MOST), more: hits.length > MOST };
}
