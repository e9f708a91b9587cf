// Notifications that imports have ended: one for all files that a user started together.
import type { PoolClient } from 'pg';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { notify } from '../../notifications/notify.ts';
import type { ImportKey } from './key.ts';

export type FinishedImport = { state: string; projectId: string; userId: string; title: string };

/** The columns of a `FinishedImport`. */
export const FINISHED_IMPORT = 'state, project_id AS "projectId", created_by AS "userId", name AS title';

/** Notifies the user who started an import that it has ended, once for all files that were started together. */
export async function notifyOfEnd(
  services: Services,
  db: PoolClient,
  key: ImportKey,
  ended: FinishedImport | undefined,
): Promise<void> {
  if (!ended) return;
  if (['finished', 'aligning', 'failed'].includes(ended.state)) {
    await db.query(`UPDATE plan_import SET unannounced = true WHERE organisation_id = $1 AND id = $2`, [
      key.organisationId,
      key.importId,
    ]);
  }
  await notifyOfEndedImports(services, db, key, ended);
}

/**
 * In milliseconds: files whose import has ended do not wait longer than this for another one. What failed needs someone
 * soon, however long the rest takes.
 */
const MAX_WAIT_MS = { ended: 3_600_000, failed: 180_000 };

/** The moments before which an import must have ended to be announced at once. */
const announcementLimits = ({ clock }: Services): [ended: Date, failed: Date] => {
  const now = clock.now().getTime();
  return [new Date(now - MAX_WAIT_MS.ended), new Date(now - MAX_WAIT_MS.failed)];
};

/**
 * One notification of all files that have been imported, and one of all that failed, once none of the user's other files
 * is being imported. Failures also wait for files that are only being read: those may fail as well. To be called whenever
 * an import stops.
 */
export async function notifyOfEndedImports(
  services: Services,
  db: PoolClient,
  key: ImportKey,
  { projectId, userId }: Pick<FinishedImport, 'projectId' | 'userId'>,
): Promise<void> {
  // Of two imports that end at the same moment, the second sees that the first has ended.
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('imports ' || $1::text || $2::text, 0))`, [
    projectId,
    userId,
  ]);
  // Sets have their own notification.
  const ended = await db.query<{ name: string; failed: boolean }>(
    `UPDATE plan_import i SET unannounced = false
     WHERE organisation_id = $1 AND project_id = $2 AND created_by = $3 AND unannounced
       AND state IN ('finished', 'aligning', 'failed')
       AND (i.updated_at <= CASE WHEN state = 'failed' THEN $5::timestamptz ELSE $4::timestamptz END OR NOT EXISTS (
         SELECT FROM plan_import o WHERE o.organisation_id = $1 AND o.project_id = $2 AND o.created_by = $3
           AND (o.state = 'running' OR (o.state = 'inspecting' AND (o.all_pages OR i.state = 'failed')))
           AND o.updated_at > $4 AND NOT EXISTS (
             SELECT FROM plan_import_page p WHERE p.organisation_id = $1 AND p.import_id = o.id AND p.set_id IS NOT NULL)))
     RETURNING name, state = 'failed' AS failed`,
    [key.organisationId, projectId, userId, ...announcementLimits(services)],
  );
  for (const failed of [false, true]) {
    const names = ended.rows.filter((row) => row.failed === failed).map(({ name }) => name);
    const [first, ...others] = names.sort((a, b) => a.localeCompare(b));
    if (first === undefined) continue;
    const title = others.length > 0 ? `${first} + ${others.length}` : first;
    await notifyOf(services, db, key, failed ? 'importFailed' : 'importDone', { projectId, userId, title });
  }
}

/** Notifies of the imports that have waited long enough for others. */
export async function notifyOfDelayedImports(services: Services): Promise<void> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<ImportKey & Pick<FinishedImport, 'projectId' | 'userId'>>(
      `SELECT DISTINCT ON (organisation_id, project_id, created_by) organisation_id AS "organisationId", id AS "importId",
         project_id AS "projectId", created_by AS "userId"
       FROM plan_import WHERE unannounced AND updated_at <= CASE state
         WHEN 'failed' THEN $2::timestamptz WHEN 'finished' THEN $1::timestamptz WHEN 'aligning' THEN $1::timestamptz END`,
      announcementLimits(services),
    ),
  );
  for (const { projectId, userId, ...key } of found.rows) {
    await tenantTransaction(services.pool, key.organisationId, (db) =>
      notifyOfEndedImports(services, db, key, { projectId, userId }),
    );
  }
}

async function notifyOf(
  services: Services,
  db: PoolClient,
  { organisationId, importId }: ImportKey,
  kind: 'importDone' | 'importFailed',
  { projectId, userId, title }: Omit<FinishedImport, 'state'>,
): Promise<void> {
  const at = services.clock.now();
  const source = `import:${importId}:${kind}:${at.toISOString()}`;
  await notify(services, db, organisationId, [
    { projectId, userId, kind, actorId: null, detail: { title }, source, at },
  ]);
}
