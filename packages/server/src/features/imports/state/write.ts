// Writes the progress and the end of imports and their pages.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import type { ImportProblem, ImportStage } from '@plumbline/core/features/imports/stages';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { FINISHED_IMPORT, type FinishedImport, notifyOfEnd } from './ended-notice.ts';
import type { ImportKey } from './key.ts';

type PageChange = Partial<{
  state: ImportPage['state'];
  stage: ImportStage;
  percent: number;
  problem: ImportProblem | null;
  made: Record<string, string>;
  typefacesLeftOut: readonly string[];
}>;

/** Writes the state of a page and the time of the import's last progress. */
export async function setPage(services: Services, key: ImportKey, page: number, change: PageChange): Promise<void> {
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    await db.query(
      `UPDATE plan_import_page SET state = coalesce($4, state), stage = coalesce($5, stage),
         percent = coalesce($6, percent), problem = CASE WHEN $7 THEN $8 ELSE problem END,
         artifacts = artifacts || coalesce($9::jsonb, '{}'), missing_fonts = coalesce($10, missing_fonts)
       WHERE organisation_id = $1 AND import_id = $2 AND page = $3`,
      [
        key.organisationId,
        key.importId,
        page,
        change.state ?? null,
        change.stage ?? null,
        change.percent ?? null,
        change.problem !== undefined,
        change.problem ?? null,
        change.made ? JSON.stringify(change.made) : null,
        change.typefacesLeftOut ?? null,
      ],
    );
    await db.query('UPDATE plan_import SET updated_at = $3 WHERE organisation_id = $1 AND id = $2', [
      key.organisationId,
      key.importId,
      services.clock.now(),
    ]);
  });
}

/** Writes the progress of a page, null if unchanged; resolves to false once the page is canceled. */
export async function setPageProgress(
  services: Services,
  { organisationId, importId }: ImportKey,
  page: number,
  progress: { stage: ImportStage; percent: number } | null,
): Promise<boolean> {
  if (progress) await setPage(services, { organisationId, importId }, page, progress);
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `SELECT FROM plan_import_page
       WHERE organisation_id = $1 AND import_id = $2 AND page = $3 AND selected AND state = 'canceled'`,
      [organisationId, importId, page],
    ),
  );
  return found.rowCount === 0;
}

/**
 * Writes the read progress of a building model's file, null if unchanged; resolves to false once the import is
 * canceled.
 */
export async function setReadProgress(
  services: Services,
  { organisationId, importId }: ImportKey,
  percent: number | null,
): Promise<boolean> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    percent === null
      ? db.query(`SELECT FROM plan_import WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled'`, [
          organisationId,
          importId,
        ])
      : db.query(
          `UPDATE plan_import SET read_percent = $3, updated_at = $4
           WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled'`,
          [organisationId, importId, percent, services.clock.now()],
        ),
  );
  return found.rowCount === 1;
}

/** Writes the state of a whole import. */
export async function setImport(
  services: Services,
  key: ImportKey,
  {
    state,
    stage,
    problem,
    line,
  }: { state: PlanImport['state']; stage: ImportStage; problem: ImportProblem | null; line?: number | undefined },
): Promise<void> {
  await tenantTransaction(services.pool, key.organisationId, async (db) => {
    const set = await db.query<FinishedImport>(
      `UPDATE plan_import SET state = $3, stage = $4, problem = $5, updated_at = $6, problem_line = $7
       WHERE organisation_id = $1 AND id = $2 AND state <> 'canceled' RETURNING ${FINISHED_IMPORT}`,
      [key.organisationId, key.importId, state, stage, problem, services.clock.now(), line ?? null],
    );
    await notifyOfEnd(services, db, key, set.rows[0]);
  });
}

/**
 * Ends an import once none of its chosen pages is waiting or running; returns whether it has just ended without a
 * failure.
 */
export async function finishIfDone(services: Services, key: ImportKey): Promise<boolean> {
  return tenantTransaction(services.pool, key.organisationId, async (db) => {
    const found = await db.query<FinishedImport>(
      `UPDATE plan_import i SET stage = 'archiving', updated_at = $3, state = pages.outcome
       FROM (SELECT CASE WHEN bool_or(p.state = 'failed') THEN 'failed' WHEN bool_or(p.state = 'aligning') THEN 'aligning'
           ELSE 'finished' END AS outcome
         FROM plan_import_page p WHERE p.organisation_id = $1 AND p.import_id = $2 AND p.selected
         HAVING NOT coalesce(bool_or(p.state IN ('waiting', 'running', 'prepared')), false)) pages
       WHERE i.organisation_id = $1 AND i.id = $2 AND i.state = 'running' RETURNING ${FINISHED_IMPORT}`,
      [key.organisationId, key.importId, services.clock.now()],
    );
    const ended = found.rows[0];
    await notifyOfEnd(services, db, key, ended);
    return ['finished', 'aligning'].includes(ended?.state ?? '');
  });
}
