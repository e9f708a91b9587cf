// Reads a drawing's references to other drawings from the text in its file.
import { type ReadMarks, readMarks } from '@plumbline/core/features/plans/sheet-references';
import { readScales } from '@plumbline/core/features/plans/sheet-scale';
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { readTextLayer } from '../../rendering/text/text-layer.ts';

/** Throws `not_found` for a revision of another project. */
export async function marksOf(
  services: Services,
  { organisationId, projectId }: { organisationId: string; projectId: string },
  revisionId: string,
): Promise<ReadMarks & { scales: number[] }> {
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
  if (revision.key === null) return { marks: [], details: [], scales: [] };
  const words = await readTextLayer(await services.files.open(revision.key));
  return { ...readMarks(words), scales: readScales(words) };
}
