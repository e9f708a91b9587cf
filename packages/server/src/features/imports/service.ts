// User actions on imports: announce, start, cancel, retry. Each is one transaction that also enqueues its jobs.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import {
  beginPlans,
  type ChosenPage,
  enqueueInspect,
  enqueuePages,
  type ImportContext,
  lockImport,
} from './locked-import.ts';
import { discardRevision, setUpdating } from './revise.ts';
import { lockStarts, type NewPage, requireNewNumbers } from './sets/new-numbers.ts';
import { cancelPreparing } from './sets/service.ts';
import { startModel } from './start-model.ts';
import { notifyOfEndedImports } from './state/ended-notice.ts';
import { readImport } from './state/read.ts';
import { clearPreviews, readDraft } from './work.ts';

/** The blob of the caller's own upload. Throws `blob_missing`. */
async function ownBlob(db: PoolClient, session: Session, blobId: string) {
  const found = await db.query<{ name: string; size: number }>(
    'SELECT name, size::float8 AS size FROM blob WHERE organisation_id = $1 AND id = $2 AND created_by = $3',
    [session.organisationId, blobId, session.userId],
  );
  const blob = found.rows[0];
  if (!blob) throw new AppError('blob_missing');
  return blob;
}

async function requireActive(db: PoolClient, { session, projectId }: ImportContext): Promise<void> {
  const found = await db.query('SELECT FROM project WHERE organisation_id = $1 AND id = $2 AND NOT active', [
    session.organisationId,
    projectId,
  ]);
  if (found.rowCount !== 0) throw new AppError('project_inactive');
}

async function checkFolder(
  db: PoolClient,
  { session, projectId }: ImportContext,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return;
  const found = await db.query(
    `SELECT FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND type = 'Folder'`,
    [session.organisationId, projectId, parentId],
  );
  if (found.rowCount === 0) throw new AppError('not_found');
}

/** Drawings, map plans and building models can have new versions; other folders cannot. */
async function checkPlan(db: PoolClient, { session, projectId }: ImportContext, planId: string | null): Promise<void> {
  if (planId === null) return;
  const found = await db.query(
    `SELECT FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3
       AND (type = 'Plan' OR plan_type = 'BimCloud')`,
    [session.organisationId, projectId, planId],
  );
  if (found.rowCount === 0) throw new AppError('not_found');
}

export async function announce(
  services: Services,
  where: ImportContext,
  input: { id: string; blobId: string; parentId: string | null; planId: string | null; allPages: boolean },
): Promise<PlanImport> {
  const { session, projectId } = where;
  // A revision is a single page with a version chosen by the user.
  if (input.allPages && input.planId !== null) {
    throw new AppError('invalid_input', { fields: [{ path: 'allPages', outcome: 'NOT_VALID' }] });
  }
  await tenantTransaction(services.pool, session.organisationId, async (db) => {
    await requireActive(db, where);
    const blob = await ownBlob(db, session, input.blobId);
    await checkFolder(db, where, input.parentId);
    await checkPlan(db, where, input.planId);
    const created = await db.query(
      `INSERT INTO plan_import (organisation_id, id, project_id, blob_id, parent_id, name, file_size, state, stage,
         created_by, created_at, updated_at, plan_id, all_pages)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'inspecting', 'uploadingOriginal', $8, $9, $9, $10, $11) ON CONFLICT DO NOTHING`,
      [
        session.organisationId,
        input.id,
        projectId,
        input.blobId,
        input.parentId,
        blob.name,
        blob.size,
        session.userId,
        services.clock.now(),
        input.planId,
        input.allPages,
      ],
    );
    if (created.rowCount === 0) return;
    await enqueueInspect(services, db, { organisationId: session.organisationId, importId: input.id });
  });
  return readImport(services, session.organisationId, projectId, input.id);
}

export async function start(
  services: Services,
  where: ImportContext,
  importId: string,
  input: {
    parentId: string | null;
    pages: (ChosenPage & NewPage & { title: string })[];
  },
): Promise<PlanImport> {
  const { session, projectId } = where;
  // Throws for an import of another project before reading anything of it.
  await readImport(services, session.organisationId, projectId, importId);
  const draft = await readDraft(services, { organisationId: session.organisationId, importId });
  if (draft) {
    await startModel(services, where, importId, draft, input);
    return readImport(services, session.organisationId, projectId, importId);
  }
  await tenantTransaction(services.pool, session.organisationId, async (db) => {
    await lockStarts(db, projectId);
    const { state, planId } = await lockImport(db, where, importId);
    if (state !== 'choosing' || planId !== null) throw new AppError('import_finished');
    await requireNewNumbers(db, { organisationId: session.organisationId, projectId }, input.pages);
    await checkFolder(db, where, input.parentId);
    const key = { organisationId: session.organisationId, importId };
    await beginPlans(services, db, key, { ...input, startedBy: session.userId });
  });
  return readImport(services, session.organisationId, projectId, importId);
}

/** The set that has not published the pages of this import yet. */
async function preparingSet(services: Services, organisationId: string, importId: string): Promise<string | undefined> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ id: string }>(
      `SELECT s.id FROM plan_set s JOIN plan_import_page p ON p.organisation_id = s.organisation_id AND p.set_id = s.id
       WHERE p.organisation_id = $1 AND p.import_id = $2 AND s.state = 'preparing' LIMIT 1`,
      [organisationId, importId],
    ),
  );
  return found.rows[0]?.id;
}

export async function cancel(services: Services, where: ImportContext, importId: string): Promise<PlanImport> {
  const { session, projectId } = where;
  const known = await readImport(services, session.organisationId, projectId, importId);
  const setId = await preparingSet(services, session.organisationId, importId);
  if (setId !== undefined) {
    await cancelPreparing(services, where, setId);
    return readImport(services, session.organisationId, projectId, importId);
  }
  const waiting = known.pages.find((page) => page.state === 'aligning')?.revisionId;
  if (waiting) {
    await discardRevision(services, where, importId, waiting);
    return readImport(services, session.organisationId, projectId, importId);
  }
  const revises = await tenantTransaction(services.pool, session.organisationId, async (db) => {
    const { state, planId } = await lockImport(db, where, importId);
    if (!['inspecting', 'choosing', 'running'].includes(state)) throw new AppError('import_finished');
    await db.query(
      `UPDATE plan_import SET state = 'canceled', updated_at = $3 WHERE organisation_id = $1 AND id = $2`,
      [session.organisationId, importId, services.clock.now()],
    );
    await db.query(
      `UPDATE plan_import_page SET state = 'canceled'
       WHERE organisation_id = $1 AND import_id = $2 AND state IN ('waiting', 'running')`,
      [session.organisationId, importId],
    );
    const key = { organisationId: session.organisationId, importId };
    await notifyOfEndedImports(services, db, key, { projectId, userId: known.createdBy });
    return state === 'running' ? planId : null;
  });
  if (revises) {
    const { organisationId, userId } = session;
    await setUpdating(services, { organisationId, userId, projectId, planId: revises }, false);
  }
  await clearPreviews(services, { organisationId: session.organisationId, importId });
  return readImport(services, session.organisationId, projectId, importId);
}

export async function retry(services: Services, where: ImportContext, importId: string): Promise<PlanImport> {
  const { session, projectId } = where;
  await tenantTransaction(services.pool, session.organisationId, async (db) => {
    const { state } = await lockImport(db, where, importId);
    if (state !== 'failed') throw new AppError('import_finished');
    const failed = await db.query<{ page: number }>(
      `UPDATE plan_import_page SET state = 'waiting', problem = NULL, attempts = 0
       WHERE organisation_id = $1 AND import_id = $2 AND selected AND state = 'failed' RETURNING page`,
      [session.organisationId, importId],
    );
    const again = failed.rows.map((row) => row.page);
    await db.query(
      `UPDATE plan_import SET state = $3, problem = NULL, updated_at = $4, started_by = $5
       WHERE organisation_id = $1 AND id = $2`,
      [
        session.organisationId,
        importId,
        again.length > 0 ? 'running' : 'inspecting',
        services.clock.now(),
        session.userId,
      ],
    );
    if (again.length > 0) await enqueuePages(services, db, session.organisationId, importId, again);
    else await enqueueInspect(services, db, { organisationId: session.organisationId, importId });
  });
  return readImport(services, session.organisationId, projectId, importId);
}
