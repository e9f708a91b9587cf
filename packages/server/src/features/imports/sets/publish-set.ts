// Publishes a set once all of its pages are prepared: every revision and every new plan in one transaction.
import type { SiteTx } from '@plumbline/core/site/entities';
import type { PoolClient } from 'pg';
import { runSiteAsSystem } from '../../../db/tx/pg-store.ts';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { notify } from '../../notifications/notify.ts';
import type { SheetAlignment } from '../align-revision.ts';
import { mayPublish, type PublishedRevision, putRevision } from '../publish.ts';
import { clearPreviews, PAGE_JOB, PAGE_JOB_FROM, type PageJob } from '../work.ts';
import { type LockedSet, lockSet } from './store.ts';

/** What a prepared page publishes. */
export type PreparedPage = { readonly created: PublishedRevision; readonly aligned: SheetAlignment };

/** The job that tells the people whose pins the set touches. */
export const NOTIFY_CHANGES = 'imports.notifyChanges';
const NOTIFY_ATTEMPTS = 4;

export type SetKey = { readonly organisationId: string; readonly setId: string };
type Prepared = PageJob & { importId: string; prepared: PreparedPage };

/** Keeps what a page publishes, until all pages of its set are prepared. Does nothing for a canceled page. */
export async function keepPrepared(
  services: Services,
  { organisationId, importId }: { organisationId: string; importId: string },
  page: number,
  prepared: PreparedPage,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE plan_import_page SET state = 'prepared', stage = 'publishing', percent = 95, problem = NULL, prepared = $4,
         proposal = $5
       WHERE organisation_id = $1 AND import_id = $2 AND page = $3 AND state = 'running'`,
      [organisationId, importId, page, JSON.stringify(prepared), JSON.stringify(prepared.aligned.proposal)],
    ),
  );
}

/** Idempotent: the last of the pages to be prepared publishes all. */
export async function publishIfPrepared(services: Services, key: SetKey, projectId: string): Promise<void> {
  const { organisationId, setId } = key;
  const imports = await runSiteAsSystem(
    services,
    { organisationId, userId: await creatorOf(services, key) },
    projectId,
    'plan.publishSet',
    async ({ tx, db, now }) => {
      const set = await lockSet(db, organisationId, setId);
      if (set.state !== 'preparing' || !(await isPrepared(db, key))) return [];
      const pages = await preparedPages(db, key);
      if (!(await mayPublish(tx, set.createdBy))) {
        await withdraw(tx, db, key, { state: 'failed', problem: 'forbidden' });
        return [];
      }
      for (const page of pages) await publishPage(tx, db, key, page);
      await db.query(
        `UPDATE plan_set SET state = 'published', problem = NULL, published_at = $3 WHERE organisation_id = $1 AND id = $2`,
        [organisationId, setId, now],
      );
      const ended = await endImports(db, key, now);
      await notifyPublished(services, db, key, set, now);
      await services.queue.enqueueFair(db, NOTIFY_CHANGES, key, {
        owner: organisationId,
        key: `${NOTIFY_CHANGES}:${setId}`,
        maxAttempts: NOTIFY_ATTEMPTS,
      });
      return ended;
    },
  );
  for (const importId of imports) await clearPreviews(services, { organisationId, importId });
}

async function creatorOf(services: Services, { organisationId, setId }: SetKey): Promise<string | null> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ userId: string }>('SELECT created_by AS "userId" FROM plan_set WHERE organisation_id = $1 AND id = $2', [
      organisationId,
      setId,
    ]),
  );
  return found.rows[0]?.userId ?? null;
}

async function isPrepared(db: PoolClient, { organisationId, setId }: SetKey): Promise<boolean> {
  const open = await db.query(
    `SELECT FROM plan_import_page WHERE organisation_id = $1 AND set_id = $2 AND state <> 'prepared' LIMIT 1`,
    [organisationId, setId],
  );
  return open.rowCount === 0;
}

async function preparedPages(db: PoolClient, { organisationId, setId }: SetKey): Promise<Prepared[]> {
  const found = await db.query<Prepared>(
    `SELECT ${PAGE_JOB}, p.import_id AS "importId", p.prepared FROM ${PAGE_JOB_FROM}
     WHERE p.organisation_id = $1 AND p.set_id = $2 ORDER BY p.import_id, p.page`,
    [organisationId, setId],
  );
  return found.rows;
}

async function publishPage(tx: SiteTx, db: PoolClient, { organisationId }: SetKey, page: Prepared): Promise<void> {
  const { created, aligned } = page.prepared;
  const previous = (await tx.get('plan', page.planId))?.currentRevisionId ?? null;
  await putRevision(tx, page, created, aligned);
  await db.query(
    `UPDATE plan_import_page SET state = $4, stage = 'archiving', percent = 100, prepared = NULL, previous_revision_id = $5
     WHERE organisation_id = $1 AND import_id = $2 AND page = $3`,
    [organisationId, page.importId, page.page, aligned.alignment === null ? 'aligning' : 'finished', previous],
  );
}

/** Ends the imports of a set; returns those that ended without a sheet to align. */
async function endImports(db: PoolClient, { organisationId, setId }: SetKey, now: Date): Promise<string[]> {
  const ended = await db.query<{ id: string }>(
    `UPDATE plan_import i SET stage = 'archiving', state = 'finished', updated_at = $3
     WHERE i.organisation_id = $1 AND i.state <> 'canceled' AND EXISTS (SELECT FROM plan_import_page p
       WHERE p.organisation_id = i.organisation_id AND p.import_id = i.id AND p.set_id = $2) RETURNING i.id`,
    [organisationId, setId, now],
  );
  return ended.rows.map(({ id }) => id);
}

async function notifyPublished(
  services: Services,
  db: PoolClient,
  { organisationId, setId }: SetKey,
  set: LockedSet,
  at: Date,
) {
  const first = await db.query<{ name: string; count: number }>(
    `SELECT min(i.name) AS name, count(DISTINCT i.id)::int AS count FROM plan_import i
     JOIN plan_import_page p ON p.organisation_id = i.organisation_id AND p.import_id = i.id
     WHERE p.organisation_id = $1 AND p.set_id = $2`,
    [organisationId, setId],
  );
  const { name = '', count = 1 } = first.rows[0] ?? {};
  const title = count > 1 ? `${name} + ${count - 1}` : name;
  const cause = { projectId: set.projectId, userId: set.createdBy, kind: 'importDone', actorId: null } as const;
  await notify(services, db, organisationId, [{ ...cause, detail: { title }, source: `set:${setId}`, at }]);
}

/** Ends a set that is not published: its plans can be changed again, its imports are over. */
export async function withdraw(
  tx: SiteTx,
  db: PoolClient,
  { organisationId, setId }: SetKey,
  { state, problem }: { state: 'failed' | 'canceled'; problem: 'forbidden' | null },
): Promise<void> {
  const pages = await db.query<{ importId: string; planId: string; revises: boolean }>(
    `UPDATE plan_import_page SET state = 'canceled', prepared = NULL WHERE organisation_id = $1 AND set_id = $2
     RETURNING import_id AS "importId", plan_id AS "planId", revises`,
    [organisationId, setId],
  );
  await releasePlans(tx, pages.rows);
  await db.query(`UPDATE plan_set SET state = $3, problem = $4 WHERE organisation_id = $1 AND id = $2`, [
    organisationId,
    setId,
    state,
    problem,
  ]);
  await db.query(
    `UPDATE plan_import SET state = 'canceled', updated_at = $3 WHERE organisation_id = $1 AND id = ANY ($2)`,
    [organisationId, [...new Set(pages.rows.map(({ importId }) => importId))], tx.now()],
  );
}

/** Pins can be placed on these plans again. */
export async function releasePlans(tx: SiteTx, pages: readonly { planId: string; revises: boolean }[]): Promise<void> {
  for (const { planId, revises } of pages) {
    const plan = revises ? await tx.get('plan', planId) : undefined;
    if (plan?.updating) tx.put('plan', { ...plan, updating: false });
  }
}
