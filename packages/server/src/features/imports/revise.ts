// User actions that import a new revision of a plan. While its files are rendered no pins can be created on the plan.
import type { AlignmentProposal, PlanImport } from '@plumbline/core/features/imports/contract';
import { requireVersion } from '@plumbline/core/features/plans/revision-rules';
import { AppError } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import { runSite, runSiteAsSystem } from '../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { beginPages, type ChosenPage, type ImportContext, lockImport } from './locked-import.ts';
import { readImport } from './state/read.ts';

export async function startRevision(
  services: Services,
  where: ImportContext,
  importId: string,
  { page, version, turn: rotation, date }: { page: number; version: string } & Pick<ChosenPage, 'turn' | 'date'>,
): Promise<PlanImport> {
  const { session, projectId } = where;
  const who = { organisationId: session.organisationId, userId: session.userId };
  await runSite(services, who, projectId, 'plan.importRevision', async ({ tx, db, actor }) => {
    requireCapability(actor, 'plan.manage');
    const { state, planId, parentId } = await lockImport(db, where, importId);
    if (state !== 'choosing' || planId === null) throw new AppError('import_finished');
    const plan = await tx.get('plan', planId);
    if (plan?.type !== 'Plan') throw new AppError('not_found');
    if (plan.updating) throw new AppError('plan_updating');
    requireVersion(version, await tx.find('revision', 'planId', planId));
    const key = { organisationId: session.organisationId, importId };
    const pages = [{ page, planId, turn: rotation, date }];
    const begun = { parentId, pages, version: version.trim(), startedBy: session.userId };
    await beginPages(services, db, key, { ...begun, field: 'page' });
    tx.put('plan', { ...plan, updating: true });
  });
  return readImport(services, session.organisationId, projectId, importId);
}

type OfPlan = { organisationId: string; projectId: string; planId: string; userId: string };

/** Sets whether the plan is being updated; does nothing if the plan is gone or already in that state. */
export function setUpdating(
  services: Services,
  { projectId, planId, ...who }: OfPlan,
  updating: boolean,
): Promise<void> {
  return runSiteAsSystem(services, who, projectId, 'plan.updating', async ({ tx }) => {
    const plan = await tx.get('plan', planId);
    if (plan && plan.updating !== updating) tx.put('plan', { ...plan, updating });
  });
}

/** Withdraws a revision that awaits alignment: it is no longer shown and its version is free again. */
export async function discardRevision(
  services: Services,
  where: ImportContext,
  importId: string,
  revisionId: string,
): Promise<void> {
  const { session, projectId } = where;
  const who = { organisationId: session.organisationId, userId: session.userId };
  await runSite(services, who, projectId, 'revision.setActive', { id: revisionId, active: false });
  await tenantTransaction(services.pool, session.organisationId, (db) =>
    db.query(`UPDATE plan_import SET updated_at = $3 WHERE organisation_id = $1 AND id = $2`, [
      session.organisationId,
      importId,
      services.clock.now(),
    ]),
  );
}

/** Throws `not_found` for a revision of another project. */
export async function readProposal(
  services: Services,
  { session, projectId }: ImportContext,
  revisionId: string,
): Promise<{ proposal: AlignmentProposal | null }> {
  const found = await tenantTransaction(services.pool, session.organisationId, (db) =>
    db.query<{ proposal: AlignmentProposal | null }>(
      `SELECT (SELECT p.proposal FROM plan_import_page p WHERE p.organisation_id = $1 AND p.revision_id = v.id
         LIMIT 1) AS proposal
       FROM revision v WHERE v.organisation_id = $1 AND v.project_id = $2 AND v.id = $3`,
      [session.organisationId, projectId, revisionId],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}
