// Prints of plans as rows, and the storage of their files until they expire.
import type { PlanPrint, PrintOptions, PrintProblem } from '@plumbline/core/features/plans/print-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';

export type PrintKey = { organisationId: string; printId: string };
export type Owner = { organisationId: string; projectId: string; userId: string };

export const PRINT = 'plan.print';
export const MAX_ATTEMPTS = 3;
const LIFETIME_MS = 86_400_000;
/** How many expired prints are deleted at a time. */
const SWEEP_BATCH_SIZE = 50;

export const printFile = ({ organisationId, printId }: PrintKey): string => `prints/${organisationId}/${printId}.pdf`;

type Row = Omit<PlanPrint, 'url' | 'createdAt'> & { createdAt: Date };

const COLUMNS = `id, plan_id AS "planId", state, percent, problem, file_name AS "fileName",
  file_size::float8 AS "fileSize", created_at AS "createdAt"`;

/**
 * Inserts the print and enqueues its job. The same id again is the same print; throws `already_exists` if another user
 * has it.
 */
export async function insertPrint(
  services: Services,
  { organisationId, projectId, userId }: Owner,
  print: { id: string; planId: string; options: PrintOptions },
): Promise<void> {
  const now = services.clock.now();
  await sweep(services, organisationId, now);
  await tenantTransaction(services.pool, organisationId, async (db) => {
    const plan = await db.query(
      `SELECT FROM plan WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND type = 'Plan'`,
      [organisationId, projectId, print.planId],
    );
    if (plan.rowCount !== 1) throw new AppError('not_found');
    const added = await db.query(
      `INSERT INTO plan_print (organisation_id, id, project_id, plan_id, user_id, options, state, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8) ON CONFLICT DO NOTHING`,
      [
        organisationId,
        print.id,
        projectId,
        print.planId,
        userId,
        JSON.stringify(print.options),
        now,
        new Date(now.getTime() + LIFETIME_MS),
      ],
    );
    if (added.rowCount === 1) {
      const key: PrintKey = { organisationId, printId: print.id };
      // Apart from page imports, because a user is waiting.
      const owner = `${organisationId}:${PRINT}`;
      const options = { owner, key: `${PRINT}:${print.id}`, maxAttempts: MAX_ATTEMPTS + 1 };
      await services.queue.enqueueFair(db, PRINT, key, options);
      return;
    }
    const own = await db.query(
      'SELECT FROM plan_print WHERE organisation_id = $1 AND id = $2 AND user_id = $3 AND project_id = $4',
      [organisationId, print.id, userId, projectId],
    );
    if (own.rowCount !== 1) throw new AppError('already_exists');
  });
}

async function sweep(services: Services, organisationId: string, now: Date): Promise<void> {
  const over = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ id: string }>(
      'SELECT id FROM plan_print WHERE organisation_id = $1 AND expires_at < $2 ORDER BY expires_at LIMIT $3',
      [organisationId, now, SWEEP_BATCH_SIZE],
    ),
  );
  // Files first: a remaining row is swept again, a file without a row never.
  for (const { id } of over.rows) await services.files.remove(printFile({ organisationId, printId: id }));
  if (over.rows.length === 0) return;
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query('DELETE FROM plan_print WHERE organisation_id = $1 AND id = ANY ($2::uuid[])', [
      organisationId,
      over.rows.map(({ id }) => id),
    ]),
  );
}

/** A print of the caller. Throws `not_found` for those of others and for expired ones. */
export async function readPrint(
  services: Services,
  { organisationId, projectId, userId }: Owner,
  printId: string,
): Promise<Row> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Row>(
      `SELECT ${COLUMNS} FROM plan_print
       WHERE organisation_id = $1 AND id = $2 AND project_id = $3 AND user_id = $4 AND expires_at > $5`,
      [organisationId, printId, projectId, userId, services.clock.now()],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}

/** What a link opens: a finished print of the person it was created for. Throws `link_expired`. */
export async function finishedPrint(
  services: Services,
  who: { organisationId: string; userId: string },
  printId: string,
): Promise<{ projectId: string; fileName: string; fileSize: number }> {
  const found = await tenantTransaction(services.pool, who.organisationId, (db) =>
    db.query<{ projectId: string; fileName: string; fileSize: number }>(
      `SELECT project_id AS "projectId", file_name AS "fileName", file_size::float8 AS "fileSize" FROM plan_print
       WHERE organisation_id = $1 AND id = $2 AND user_id = $3 AND state = 'done' AND expires_at > $4`,
      [who.organisationId, printId, who.userId, services.clock.now()],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('link_expired');
  return row;
}

export async function cancelPrint(
  services: Services,
  { organisationId, projectId, userId }: Owner,
  printId: string,
): Promise<void> {
  await tenantTransaction(services.pool, organisationId, (db) =>
    db.query(
      `UPDATE plan_print SET state = 'canceled'
       WHERE organisation_id = $1 AND id = $2 AND project_id = $3 AND user_id = $4 AND state IN ('waiting', 'running')`,
      [organisationId, printId, projectId, userId],
    ),
  );
}

export type PrintJob = { projectId: string; planId: string; userId: string; options: PrintOptions; createdAt: Date };

/** Starts a print, or takes over one that another worker abandoned; undefined if there is nothing to do. */
export async function startPrint(
  { pool }: Services,
  { organisationId, printId }: PrintKey,
): Promise<PrintJob | undefined> {
  const begun = await tenantTransaction(pool, organisationId, (db) =>
    db.query<PrintJob>(
      `UPDATE plan_print SET state = 'running' WHERE organisation_id = $1 AND id = $2 AND state IN ('waiting', 'running')
       RETURNING project_id AS "projectId", plan_id AS "planId", user_id AS "userId", options, created_at AS "createdAt"`,
      [organisationId, printId],
    ),
  );
  return begun.rows[0];
}

/** Records the progress; false if the print was cancelled. */
export async function notifyPrint(
  { pool }: Services,
  { organisationId, printId }: PrintKey,
  percent: number,
): Promise<boolean> {
  const reply = await tenantTransaction(pool, organisationId, (db) =>
    db.query(`UPDATE plan_print SET percent = $3 WHERE organisation_id = $1 AND id = $2 AND state = 'running'`, [
      organisationId,
      printId,
      percent,
    ]),
  );
  return reply.rowCount === 1;
}

type End = { state: 'done'; fileName: string; fileSize: number } | { state: 'failed'; problem: PrintProblem };

/** Ends a running print; false if it has been cancelled. */
export async function endPrint({ pool }: Services, { organisationId, printId }: PrintKey, end: End): Promise<boolean> {
  const done = end.state === 'done';
  const ended = await tenantTransaction(pool, organisationId, (db) =>
    db.query(
      `UPDATE plan_print SET state = $3, problem = $4, file_name = $5, file_size = $6,
         percent = CASE WHEN $3 = 'done' THEN 100 ELSE percent END
       WHERE organisation_id = $1 AND id = $2 AND state = 'running'`,
      [
        organisationId,
        printId,
        end.state,
        done ? null : end.problem,
        done ? end.fileName : '',
        done ? end.fileSize : null,
      ],
    ),
  );
  return ended.rowCount === 1;
}
