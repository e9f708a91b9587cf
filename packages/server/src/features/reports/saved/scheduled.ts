// Creates scheduled reports: once a minute, each due definition gets a job and its next time in one transaction.
// Several processes may do so. Times missed while the server was down are made up for once.
import { nextRun, reportSchedule } from '@plumbline/core/features/reports/schedule';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { systemTransaction, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { notify } from '../../notifications/notify.ts';
import { run } from './service.ts';

const DUE = 'reports.due';
const RUN = 'report.scheduled';
const MINUTE_MS = 60_000;
/** Definitions per query. */
const BATCH = 200;

export const REPORT_SCHEDULE: Schedule = { task: DUE, next: everyMs(MINUTE_MS) };

const payload = z.strictObject({ organisationId: id, projectId: id, userId: id, definitionId: id, reportId: id });

type DueDefinition = {
  organisationId: string;
  projectId: string;
  userId: string;
  definitionId: string;
  schedule: unknown;
  nextRunAt: Date;
  timeZone: string;
};

const DUE_DEFINITIONS = `
  SELECT d.organisation_id AS "organisationId", d.project_id AS "projectId", d.created_by AS "userId", d.id AS "definitionId",
    d.schedule, d.next_run_at AS "nextRunAt", p.timezone AS "timeZone"
  FROM report_definition d
  JOIN project p ON p.organisation_id = d.organisation_id AND p.id = d.project_id AND p.active
  WHERE d.next_run_at <= $1 ORDER BY d.next_run_at LIMIT ${BATCH}`;

/** Enqueues a job for each due definition. */
export async function enqueueDue(services: Services, signal?: AbortSignal): Promise<void> {
  const now = services.clock.now();
  for (let found = BATCH; found === BATCH; ) {
    const due = await systemTransaction(services.pool, (db) => db.query<DueDefinition>(DUE_DEFINITIONS, [now]));
    found = due.rows.length;
    for (const { schedule, nextRunAt, timeZone, ...key } of due.rows) {
      signal?.throwIfAborted();
      const next = nextRun(reportSchedule.parse(schedule), now, timeZone);
      await tenantTransaction(services.pool, key.organisationId, async (db) => {
        const taken = await db.query(
          'UPDATE report_definition SET next_run_at = $3 WHERE organisation_id = $1 AND id = $2 AND next_run_at = $4',
          [key.organisationId, key.definitionId, next, nextRunAt],
        );
        if (taken.rowCount !== 1) return;
        await services.queue.enqueue(db, RUN, { ...key, reportId: services.newId() }, { maxAttempts: 6 });
      });
    }
  }
}

/** The owner learns why a scheduled report was not created. */
export async function runScheduled(services: Services, given: unknown): Promise<void> {
  const { definitionId, reportId, ...caller } = payload.parse(given);
  const { definition } = await run(services, caller, definitionId, reportId);
  const { title, problem } = definition;
  if (problem === null || problem === 'owner_left') return;
  await tenantTransaction(services.pool, caller.organisationId, (db) =>
    notify(services, db, caller.organisationId, [
      {
        userId: caller.userId,
        projectId: caller.projectId,
        kind: 'reportFailed',
        actorId: null,
        detail: { title, number: null, problem },
        source: `report:${reportId}`,
        at: services.clock.now(),
      },
    ]),
  );
}

export const scheduledReportTasks = (services: Services): Tasks => ({
  ...repeating(services, REPORT_SCHEDULE, (_payload, { signal }) => enqueueDue(services, signal)),
  [RUN]: (given) => runScheduled(services, given),
});
