// Undoes an import: everything it created is set inactive, because devices and the history may refer to it.
import { PIN_UNDO_ACTION } from '@plumbline/core/features/exchange/contract';
import { requireCapability } from '@plumbline/core/site/actor';
import type { SiteTx } from '@plumbline/core/site/entities';
import type { PoolClient } from 'pg';
import { runSite } from '../../../db/tx/pg-store.ts';
import type { Services } from '../../../platform/services.ts';
import { type ImportJob, lockJob, markUndone, noteCreated, readWaiting, setState, type WaitingRow } from './store.ts';

const UNDO_BATCH_SIZE = 200;

export async function undoImport(services: Services, job: ImportJob, signal: AbortSignal): Promise<void> {
  const { organisationId, importId, projectId, createdBy } = job;
  for (let more = true; more; ) {
    signal.throwIfAborted();
    const caller = { organisationId, userId: createdBy };
    more = await runSite(services, caller, projectId, PIN_UNDO_ACTION, async ({ tx, db, actor }) => {
      requireCapability(actor, 'project.edit');
      const now = await lockJob(db, organisationId, importId);
      if (now?.state !== 'undoing') return false;
      const rows = await readWaiting(db, job, { done: true, limit: UNDO_BATCH_SIZE });
      if (rows.length > 0) {
        await undoRows(tx, db, job, rows);
        await markUndone(
          db,
          job,
          rows.map(({ line }) => line),
        );
        return true;
      }
      await undoCreated(tx, db, now);
      await noteCreated(db, job, {});
      await setState(db, organisationId, importId, { state: 'undone' });
      return false;
    });
  }
}

/** Pins with all their tasks; of rows that added a task to a pin only that task. */
async function undoRows(
  tx: SiteTx,
  db: PoolClient,
  { organisationId, projectId }: ImportJob,
  rows: readonly WaitingRow[],
) {
  const pinIds = rows.flatMap(({ addsTask, pinId }) => (addsTask ? [] : [pinId]));
  const taskIds = rows.flatMap(({ addsTask, taskId }) => (addsTask ? [taskId] : []));
  const tasks = await db.query<{ id: string }>(
    `SELECT id FROM task WHERE organisation_id = $1 AND project_id = $2 AND (id = ANY ($3::uuid[]) OR pin_id = ANY ($4::uuid[]))
       AND status <> 'inactive'`,
    [organisationId, projectId, taskIds, pinIds],
  );
  const changedAt = tx.now();
  for (const task of await tx.getMany(
    'task',
    tasks.rows.map(({ id }) => id),
  ))
    tx.put('task', { ...task, status: 'inactive', changedAt });
  for (const pin of await tx.getMany('pin', pinIds))
    if (pin.status !== 'inactive') tx.put('pin', { ...pin, status: 'inactive', changedAt });
}

/** Categories, fields and contacts that nothing else uses by now. */
async function undoCreated(
  tx: SiteTx,
  db: PoolClient,
  { organisationId, projectId, created }: ImportJob,
): Promise<void> {
  const { categories = [], fields = [], contacts = [] } = created;
  const values = [organisationId, projectId];
  const used = await db.query<{ id: string }>(
    `SELECT category_id::text AS id FROM pin WHERE organisation_id = $1 AND project_id = $2 AND status <> 'inactive' AND category_id = ANY ($3::uuid[])
     UNION SELECT key FROM pin, LATERAL jsonb_object_keys(fields) key
       WHERE organisation_id = $1 AND project_id = $2 AND status <> 'inactive' AND fields ?| $4::text[]
     UNION SELECT c.id::text FROM contact c JOIN task t ON t.organisation_id = c.organisation_id AND t.project_id = c.project_id
       AND t.assignee_id = c.contact_id AND t.status <> 'inactive'
       WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.id = ANY ($5::uuid[])`,
    [...values, categories, fields, contacts],
  );
  const isUsed = new Set(used.rows.map(({ id }) => id));
  const unused = (ids: readonly string[]) => ids.filter((id) => !isUsed.has(id));
  for (const row of await tx.getMany('category', unused(categories))) tx.put('category', { ...row, active: false });
  for (const row of await tx.getMany('field', unused(fields))) tx.put('field', { ...row, active: false });
  for (const row of await tx.getMany('contact', unused(contacts))) tx.put('contact', { ...row, state: 'removed' });
}
