// Reminds people of tasks before they are due: once per due date, by notification, email and push. Several processes
// may do so.
import { NOTIFICATION_INTERVAL_MS } from '@plumbline/core/features/notifications/kinds';
import { isReminderTime } from '@plumbline/core/features/tasks/reminder';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../platform/queue/schedule.ts';
import type { Services } from '../../platform/services.ts';
import { type NotificationCause, notify } from '../notifications/notify.ts';

const REMIND = 'tasks.remind';
/** Reminders per transaction. */
const BATCH = 500;
/**
 * Reminders more days late than this are skipped: their old notifications, which prevent duplicates, may have been
 * deleted.
 */
const OLDEST = 150;

// Wider by a day on both sides than any time zone on earth: what is due in the person's zone is decided for each.
const REMINDABLE = `t.status IN ('open', 'rejected') AND t.reminder_days IS NOT NULL AND t.due_date IS NOT NULL
  AND t.due_date - t.reminder_days BETWEEN $1::date - ${OLDEST} AND $1::date + 1 AND t.due_date >= $1::date - 1`;

// The same task with another due date gets another reminder.
const SOURCE = `concat('reminder:', t.id, ':', t.due_date, ':', t.reminder_days)`;

const CANDIDATES = `
  SELECT t.project_id AS "projectId", t.id AS "taskId", t.number, t.due_date AS "dueDate", t.reminder_days AS "reminderDays",
    coalesce(nullif(t.title, ''), p.title) AS title, p.id AS "pinId", p.plan_id AS "planId", m.user_id AS "userId",
    z.time_zone AS "timeZone", ${SOURCE} AS source
  FROM task t
  JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id AND p.status = 'open'
  JOIN project j ON j.organisation_id = t.organisation_id AND j.id = t.project_id AND j.active
  JOIN member m ON m.organisation_id = t.organisation_id AND m.project_id = t.project_id AND m.state = 'active' AND m.role <> 'none'
    AND ((t.assignee_type = 'User' AND m.user_id = t.assignee_id) OR (t.assignee_type = 'TeamGroup' AND EXISTS (
      SELECT FROM team g WHERE g.organisation_id = $2 AND g.id = t.assignee_id AND g.active AND g.member_ids ? m.user_id::text)))
  JOIN LATERAL time_zones_of(ARRAY[m.user_id]) z ON true
  WHERE t.organisation_id = $2 AND ${REMINDABLE} AND (t.id, m.user_id) > ($3::uuid, $4::uuid)
    AND NOT EXISTS (SELECT FROM notification n
      WHERE n.organisation_id = $2 AND n.user_id = m.user_id AND n.source = ${SOURCE})
  ORDER BY t.id, m.user_id LIMIT ${BATCH}`;

type Candidate = {
  projectId: string;
  taskId: string;
  number: number | null;
  dueDate: string;
  reminderDays: number;
  title: string;
  pinId: string;
  planId: string | null;
  userId: string;
  timeZone: string;
  source: string;
};

const NIL_CURSOR = { taskId: '00000000-0000-0000-0000-000000000000', userId: '00000000-0000-0000-0000-000000000000' };

/** Sends all reminders that are due now. Returns how many were written. */
export async function remind(services: Services, signal?: AbortSignal): Promise<number> {
  const today = services.clock.now().toISOString().slice(0, 10);
  const found = await systemTransaction(services.pool, (db) =>
    db.query<{ id: string }>(`SELECT DISTINCT t.organisation_id AS id FROM task t WHERE ${REMINDABLE} ORDER BY 1`, [
      today,
    ]),
  );
  let reported = 0;
  for (const { id } of found.rows) {
    for (let from: Pick<Candidate, 'taskId' | 'userId'> | undefined = NIL_CURSOR; from; ) {
      signal?.throwIfAborted();
      const page: ReminderPage = { organisationId: id, today, from };
      const batch: ReminderBatch = await tenantTransaction(services.pool, id, (db) =>
        sendReminders(services, db, page),
      );
      reported += batch.sent;
      from = batch.more;
    }
  }
  return reported;
}

type ReminderBatch = { sent: number; more: Candidate | undefined };
type ReminderPage = { organisationId: string; today: string; from: Pick<Candidate, 'taskId' | 'userId'> };

async function sendReminders(
  services: Services,
  db: PoolClient,
  { organisationId, today, from }: ReminderPage,
): Promise<ReminderBatch> {
  const now = services.clock.now();
  const found = await db.query<Candidate>({
    text: CANDIDATES,
    values: [today, organisationId, from.taskId, from.userId],
    types: ROW_TYPES,
  });
  const notifications = found.rows
    .filter((row) => isReminderTime(row, now, row.timeZone))
    .map(
      ({ userId, projectId, source, taskId, number, title, pinId, planId, dueDate }): NotificationCause => ({
        ...{ userId, projectId, source, kind: 'taskReminder', actorId: null, at: now },
        detail: { title, number, pinId, planId, taskId, to: dueDate },
      }),
    );
  const sent = await notify(services, db, organisationId, notifications);
  return { sent, more: found.rows.length === BATCH ? found.rows.at(-1) : undefined };
}

export const REMINDERS: Schedule = { task: REMIND, next: everyMs(NOTIFICATION_INTERVAL_MS) };

export const reminderTasks = (services: Services): Tasks =>
  repeating(services, REMINDERS, (_payload, { signal }) => remind(services, signal));
