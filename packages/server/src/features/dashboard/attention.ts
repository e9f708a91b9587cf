// What needs attention first in a project, and reminders to those who are late.
import { MAX_LATE, MAX_REMINDED_TASKS, type projectAttention } from '@plumbline/core/features/dashboard/attention';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import type { PoolClient } from 'pg';
import { ROW_TYPES } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { nameOf } from '../../lists/person-names.ts';
import type { Services } from '../../platform/services.ts';
import { type NotificationCause, notify } from '../notifications/notify.ts';
import { untasked } from '../pins/conditions.ts';
import { statusCondition } from '../tasks/conditions.ts';

type Attention = ReplyOf<typeof projectAttention>;
export type AttentionReader = {
  db: PoolClient;
  projectKey: ProjectKey;
  actor: Actor;
  today: string;
  /** Pins created from this day on are new; since yesterday if omitted. */
  since?: string;
};

const DAY_MS = 86_400_000;
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

async function readLate({ db, projectKey, actor, today }: AttentionReader): Promise<Attention['late']> {
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const overdue = statusCondition('t', ['overdue'], today, params);
  const text = `SELECT late.*, CASE late."assigneeType" WHEN 'User' THEN ${nameOf('late."assigneeId"')}
      WHEN 'Contact' THEN (SELECT trim(concat_ws(' ', c.first_name, c.last_name)) FROM contact c
        WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = late."assigneeId" LIMIT 1)
      WHEN 'TeamGroup' THEN (SELECT g.title FROM team g WHERE g.organisation_id = $1 AND g.id = late."assigneeId")
    END AS "assigneeName"
    FROM (SELECT t.assignee_type AS "assigneeType", t.assignee_id AS "assigneeId", max(t.company_name) AS "companyName",
        count(*)::integer AS tasks, min(t.due_date) AS since
      FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2 AND ${overdue} AND ${visible('task', 't', actor, params)}
      GROUP BY 1, 2 ORDER BY count(*) DESC, min(t.due_date), 2 LIMIT ${MAX_LATE}) late
    ORDER BY late.tasks DESC, late.since, late."assigneeId"`;
  return (await db.query<Attention['late'][number]>({ text, values: params.values, types: ROW_TYPES })).rows;
}

async function readCounts(reader: AttentionReader): Promise<Pick<Attention, 'undated' | 'untasked' | 'newPins'>> {
  const { db, projectKey, actor, today } = reader;
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const pins = `FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2 AND ${visible('pin', 'p', actor, params)}`;
  const since = params.add(reader.since ?? dayBefore(today), 'timestamp');
  const text = `SELECT
    (SELECT count(*)::integer FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2
      AND t.status IN ('open', 'rejected') AND t.due_date IS NULL AND ${visible('task', 't', actor, params)}) AS undated,
    (SELECT count(*)::integer ${pins} AND p.status = 'open' AND ${untasked({ actor, params })}) AS untasked,
    (SELECT count(*)::integer ${pins} AND p.created_at >= ${since}
      AT TIME ZONE (SELECT timezone FROM project WHERE organisation_id = $1 AND id = $2)) AS "newPins"`;
  const found = await db.query<Pick<Attention, 'undated' | 'untasked' | 'newPins'>>(text, params.values);
  return found.rows[0] ?? { undated: 0, untasked: 0, newPins: 0 };
}

export async function readAttention(reader: AttentionReader): Promise<Attention> {
  return { today: reader.today, late: await readLate(reader), ...(await readCounts(reader)) };
}

type ReminderRow = {
  userId: string;
  taskId: string;
  number: number | null;
  title: string;
  pinId: string;
  planId: string | null;
  dueDate: string;
};

/** Notifies an assignee of overdue tasks that the sender sees: each task once a day. Returns how many were written. */
export async function remindOf(
  services: Services,
  { db, projectKey, actor, today }: AttentionReader,
  assigneeId: string,
): Promise<number> {
  const { organisationId, projectId } = projectKey;
  const params = new Params(organisationId, projectId, assigneeId);
  const overdue = statusCondition('t', ['overdue'], today, params);
  const text = `SELECT m.user_id AS "userId", t.id AS "taskId", t.number, coalesce(nullif(t.title, ''), p.title) AS title,
      p.id AS "pinId", p.plan_id AS "planId", t.due_date AS "dueDate"
    FROM (SELECT * FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.assignee_id = $3 AND ${overdue}
        AND ${visible('task', 't', actor, params)} ORDER BY t.due_date, t.id LIMIT ${MAX_REMINDED_TASKS}) t
    JOIN pin p ON p.organisation_id = $1 AND p.id = t.pin_id AND p.status = 'open'
    JOIN member m ON m.organisation_id = $1 AND m.project_id = t.project_id AND m.state = 'active'
      AND m.role <> 'none' AND ((t.assignee_type = 'User' AND m.user_id = t.assignee_id)
        OR (t.assignee_type = 'TeamGroup' AND EXISTS (SELECT FROM team g WHERE g.organisation_id = $1
          AND g.id = t.assignee_id AND g.active AND g.member_ids ? m.user_id::text)))`;
  const found = await db.query<ReminderRow>({ text, values: params.values, types: ROW_TYPES });
  const at = services.clock.now();
  const causes = found.rows.map(
    ({ userId, taskId, dueDate, ...task }): NotificationCause => ({
      ...{ userId, projectId, kind: 'taskReminder', actorId: actor.userId, at },
      source: `reminded:${taskId}:${today}`,
      detail: { ...task, taskId, to: dueDate },
    }),
  );
  return notify(services, db, organisationId, causes);
}
