// User actions on sets: publish, continue after a failure, cancel, undo.
import type { PlanSet, publishSet } from '@plumbline/core/features/imports/set-contract';
import { isVersionTaken } from '@plumbline/core/features/plans/revision-rules';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, type FieldProblem, refuseFields } from '@plumbline/core/kernel/errors';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { PoolClient } from 'pg';
import { runSite } from '../../../db/tx/pg-store.ts';
import { requireQuotaFor } from '../../../db/tx/quota.ts';
import type { Services } from '../../../platform/services.ts';
import { enqueuePages, type ImportContext } from '../locked-import.ts';
import { clearPreviews } from '../work.ts';
import { lockStarts, requireNewNumbers } from './new-numbers.ts';
import { publishIfPrepared, releasePlans, withdraw } from './publish-set.ts';
import { lockSet, readSet } from './store.ts';

type Requested = RequestOf<typeof publishSet>['body'];
type Page = Requested['pages'][number];

const who = ({ session: { organisationId, userId } }: ImportContext) => ({ organisationId, userId });

const shown = (services: Services, { session, projectId }: ImportContext, setId: string): Promise<PlanSet> =>
  readSet(services, { organisationId: session.organisationId, projectId, setId });

export async function beginSet(services: Services, where: ImportContext, set: Requested): Promise<PlanSet> {
  const { session, projectId } = where;
  const { organisationId, userId } = session;
  await runSite(services, who(where), projectId, 'plan.prepareSet', async ({ tx, db, actor, now }) => {
    requireCapability(actor, 'plan.manage');
    const known = await db.query('SELECT FROM plan_set WHERE organisation_id = $1 AND id = $2', [
      organisationId,
      set.id,
    ]);
    // The reply to an earlier attempt was lost.
    if (known.rowCount === 1) return;
    if (set.parentId !== null && (await tx.get('plan', set.parentId))?.type !== 'Folder')
      throw new AppError('not_found');
    await requireDistinct(tx, set.pages);
    await holdPlans(tx, set);
    const plans = set.pages.filter(({ revises }) => !revises).length;
    await requireQuotaFor(db, organisationId, { projects: 0, plans }, services.config.licences.quotas);
    await db.query(
      `INSERT INTO plan_set (organisation_id, id, project_id, parent_id, version, state, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, 'preparing', $6, $7)`,
      [organisationId, set.id, projectId, set.parentId, set.version.trim(), userId, now],
    );
    await beginPages(services, db, where, set, now);
  });
  return shown(services, where, set.id);
}

/** Each page once, and each plan once; a new plan must not exist. */
async function requireDistinct(tx: SiteTx, pages: readonly Page[]): Promise<void> {
  const problems: FieldProblem[] = [];
  const plans = new Set<string>();
  const seen = new Set<string>();
  for (const [i, { importId, page, planId, revises }] of pages.entries()) {
    const repeated = plans.has(planId) || seen.has(`${importId} ${page}`);
    if (repeated || (!revises && (await tx.get('plan', planId)))) {
      problems.push({ path: `pages.${i}.planId`, outcome: 'ALREADY_IN_USE' });
    }
    plans.add(planId);
    seen.add(`${importId} ${page}`);
  }
  if (problems.length > 0) throw new AppError('invalid_input', { fields: problems });
}

/** No pins can be placed on the plans until their revisions are published. Throws `plan_updating`. */
async function holdPlans(tx: SiteTx, { pages, version }: Requested): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const [i, { planId, revises }] of pages.entries()) {
    if (!revises) continue;
    const plan = await tx.get('plan', planId);
    if (plan?.type !== 'Plan' || plan.planType !== 'Plan') throw new AppError('not_found');
    if (plan.updating) throw new AppError('plan_updating');
    const taken = version.trim() !== '' && isVersionTaken(version, await tx.find('revision', 'planId', planId));
    if (taken) problems.push({ path: `pages.${i}.version`, outcome: 'ALREADY_IN_USE' });
    tx.put('plan', { ...plan, updating: true });
  }
  if (problems.length > 0) throw new AppError('invalid_input', { fields: problems });
}

async function beginPages(
  services: Services,
  db: PoolClient,
  where: ImportContext,
  set: Requested,
  now: Date,
): Promise<void> {
  const { session, projectId } = where;
  const { organisationId } = session;
  const importIds = [...new Set(set.pages.map(({ importId }) => importId))].sort();
  await lockStarts(db, projectId);
  const locked = await db.query(
    `SELECT id FROM plan_import WHERE organisation_id = $1 AND project_id = $2 AND id = ANY ($3) AND state = 'choosing'
       AND plan_id IS NULL AND model IS NULL ORDER BY id FOR UPDATE`,
    [organisationId, projectId, importIds],
  );
  // Someone else has started one of them, or it belongs to another project.
  if (locked.rowCount !== importIds.length) throw new AppError('import_finished');
  const added = set.pages.filter(({ revises }) => !revises);
  await requireNewNumbers(db, { organisationId, projectId }, added);
  const chosen = await db.query(
    `UPDATE plan_import_page p SET selected = true, state = 'waiting', title = c.title, sheet_number = c."sheetNumber",
       rotation = coalesce(c.turn, p.rotation), plan_id = c."planId", revision_id = c."revisionId", set_id = $2,
       revises = c.revises, revision_date = c.date
     FROM jsonb_to_recordset($3::jsonb) AS c ("importId" uuid, page integer, title text, "sheetNumber" text, turn integer,
       "planId" uuid, "revisionId" uuid, revises boolean, date date)
     WHERE p.organisation_id = $1 AND p.import_id = c."importId" AND p.page = c.page`,
    [organisationId, set.id, JSON.stringify(set.pages.map((page) => ({ ...page, revisionId: services.newId() })))],
  );
  if (chosen.rowCount !== set.pages.length) refuseFields({ path: 'pages', outcome: 'UNKNOWN' });
  await db.query(
    `UPDATE plan_import SET state = 'running', stage = 'pdfConversion', parent_id = $3, version = $4, updated_at = $5
     WHERE organisation_id = $1 AND id = ANY ($2)`,
    [organisationId, importIds, set.parentId, set.version.trim(), now],
  );
  for (const importId of importIds) {
    const pages = set.pages.filter((page) => page.importId === importId).map(({ page }) => page);
    await enqueuePages(services, db, organisationId, importId, pages);
  }
}

/** Retries the failed pages, or publishes the others without them. */
export async function resume(
  services: Services,
  where: ImportContext,
  setId: string,
  failedPages: 'retry' | 'leaveOut',
): Promise<PlanSet> {
  const { session, projectId } = where;
  const { organisationId } = session;
  await runSite(services, who(where), projectId, 'plan.resumeSet', async ({ tx, db, actor, now }) => {
    requireCapability(actor, 'plan.manage');
    await requireState(db, where, setId, 'preparing');
    const failed = await db.query<{ importId: string; page: number; planId: string; revises: boolean }>(
      `UPDATE plan_import_page SET state = $3, selected = $4, problem = NULL, attempts = 0,
         set_id = CASE WHEN $4 THEN set_id END
       WHERE organisation_id = $1 AND set_id = $2 AND state = 'failed'
       RETURNING import_id AS "importId", page, plan_id AS "planId", revises`,
      failedPages === 'retry' ? [organisationId, setId, 'waiting', true] : [organisationId, setId, 'canceled', false],
    );
    if (failed.rowCount === 0) throw new AppError('import_finished');
    const importIds = [...new Set(failed.rows.map(({ importId }) => importId))];
    await db.query(
      `UPDATE plan_import i SET problem = NULL, updated_at = $3, state = pages.outcome
       FROM (SELECT p.import_id, CASE WHEN bool_or(p.selected) THEN 'running' ELSE 'canceled' END AS outcome
         FROM plan_import_page p WHERE p.organisation_id = $1 AND p.import_id = ANY ($2) GROUP BY p.import_id) pages
       WHERE i.organisation_id = $1 AND i.id = pages.import_id`,
      [organisationId, importIds, now],
    );
    if (failedPages === 'leaveOut') {
      await releasePlans(tx, failed.rows);
      return;
    }
    for (const importId of importIds) {
      const pages = failed.rows.filter((row) => row.importId === importId).map(({ page }) => page);
      await enqueuePages(services, db, organisationId, importId, pages);
    }
  });
  if (failedPages === 'leaveOut') await publishIfPrepared(services, { organisationId, setId }, projectId);
  return shown(services, where, setId);
}

async function requireState(
  db: PoolClient,
  { session, projectId }: ImportContext,
  setId: string,
  state: PlanSet['state'],
): Promise<void> {
  const set = await lockSet(db, session.organisationId, setId);
  if (set.projectId !== projectId) throw new AppError('not_found');
  if (set.state !== state) throw new AppError('import_finished');
}

export async function cancelPreparing(services: Services, where: ImportContext, setId: string): Promise<PlanSet> {
  const { organisationId } = where.session;
  await runSite(services, who(where), where.projectId, 'plan.cancelSet', async ({ tx, db, actor }) => {
    requireCapability(actor, 'plan.manage');
    await requireState(db, where, setId, 'preparing');
    await withdraw(tx, db, { organisationId, setId }, { state: 'canceled', problem: null });
  });
  const set = await shown(services, where, setId);
  for (const importId of new Set(set.pages.map((page) => page.importId)))
    await clearPreviews(services, { organisationId, importId });
  return set;
}

/**
 * Withdraws the revisions, whose numbers are free again, and sets the new plans inactive. A plan that has got another
 * revision since keeps it.
 */
export async function undo(services: Services, where: ImportContext, setId: string): Promise<PlanSet> {
  const { organisationId } = where.session;
  await runSite(services, who(where), where.projectId, 'plan.undoSet', async ({ tx, db, actor, now }) => {
    requireCapability(actor, 'plan.manage');
    await requireState(db, where, setId, 'published');
    const pages = await db.query<{ planId: string; revisionId: string; revises: boolean; previousId: string | null }>(
      `SELECT plan_id AS "planId", revision_id AS "revisionId", revises, previous_revision_id AS "previousId"
       FROM plan_import_page WHERE organisation_id = $1 AND set_id = $2`,
      [organisationId, setId],
    );
    for (const { planId, revisionId, revises, previousId } of pages.rows) {
      const plan = await tx.get('plan', planId);
      const revision = await tx.get('revision', revisionId);
      if (!plan || !revision) continue;
      if (!revises) {
        if (plan.currentRevisionId === revisionId) tx.put('plan', { ...plan, active: false, lastActivity: tx.now() });
        continue;
      }
      tx.put('revision', { ...revision, active: false, alignment: null });
      if (plan.currentRevisionId === revisionId) {
        tx.put('plan', { ...plan, currentRevisionId: previousId, lastActivity: tx.now() });
      }
    }
    await db.query(`UPDATE plan_set SET state = 'undone' WHERE organisation_id = $1 AND id = $2`, [
      organisationId,
      setId,
    ]);
    await db.query(
      `UPDATE plan_import i SET updated_at = $3 WHERE i.organisation_id = $1 AND EXISTS (SELECT FROM plan_import_page p
         WHERE p.organisation_id = i.organisation_id AND p.import_id = i.id AND p.set_id = $2)`,
      [organisationId, setId, now],
    );
  });
  return shown(services, where, setId);
}
