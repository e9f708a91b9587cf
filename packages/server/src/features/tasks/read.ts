// Lists of tasks: which ones by filter and order, with the names around them.
import { COUNTED } from '@plumbline/core/features/pins/contract';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { listTasks, TaskEntry } from '@plumbline/core/features/tasks/contract';
import type { TaskRow } from '@plumbline/core/features/tasks/schema';
import { shownStatus } from '@plumbline/core/features/tasks/status';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { Place } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { findIds } from '../../http/found-ids.ts';
import { pageOf } from '../../http/page.ts';
import { nameOf } from '../people/names.ts';
import { taskConditions } from './conditions.ts';
import { readToday } from './today.ts';

export type Reader = { db: PoolClient; place: Place; actor: Actor; now: Date };
type Query = RequestOf<typeof listTasks>['query'];
type Found = TaskRow & Omit<TaskEntry, keyof TaskRow | 'shownStatus'>;

/** What most needs somebody, first; overdue ones are told by their due day within. */
const URGENCY = `array_position(ARRAY['rejected', 'open', 'done', 'draft', 'closed', 'inactive'], t.status)`;

const KEYS: Record<Query['sort'], string> = {
  number: 't.number',
  title: `nullif(t.title, '') COLLATE natural_order`,
  status: URGENCY,
  dueDate: 't.due_date',
  createdAt: 't.created_at',
  changedAt: 't.changed_at',
};
const NEVER_NULL: ReadonlySet<Query['sort']> = new Set(['number', 'status', 'createdAt', 'changedAt']);

function orderOf({ sort, order }: Query): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const key = `${KEYS[sort]} ${direction}${NEVER_NULL.has(sort) || order === 'asc' ? '' : ' NULLS LAST'}`;
  return sort === 'number' ? key : `${key}, t.number`;
}

const PIN = 'JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id';

const SELECT = `SELECT ${selectList('task', 't')}, ${nameOf('t.created_by')} AS "createdByName",
  CASE t.assignee_type WHEN 'User' THEN ${nameOf('t.assignee_id')}
    WHEN 'Contact' THEN (SELECT trim(concat_ws(' ', c.first_name, c.last_name)) FROM contact c
      WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = t.assignee_id LIMIT 1)
    WHEN 'TeamGroup' THEN (SELECT g.title FROM team g WHERE g.organisation_id = $1 AND g.id = t.assignee_id) END AS "assigneeName",
  CASE t.assignee_type
    WHEN 'User' THEN coalesce((SELECT CASE WHEN m.state = 'removed' THEN 'Removed' ELSE 'Active' END FROM member m
      WHERE m.organisation_id = $1 AND m.project_id = $2 AND m.user_id = t.assignee_id LIMIT 1), 'Removed')
    WHEN 'Contact' THEN coalesce((SELECT CASE WHEN c.state = 'removed' THEN 'Removed' ELSE 'Active' END FROM contact c
      WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = t.assignee_id LIMIT 1), 'Removed')
    WHEN 'TeamGroup' THEN coalesce((SELECT CASE WHEN g.active THEN 'Active' ELSE 'Removed' END FROM team g
      WHERE g.organisation_id = $1 AND g.id = t.assignee_id), 'Removed') END AS "assigneeState",
  p.number AS "pinNumber", p.title AS "pinTitle", p.plan_id AS "planId",
  (SELECT l.name FROM plan l WHERE l.organisation_id = $1 AND l.id = p.plan_id) AS "planName"
  FROM task t ${PIN}`;

const shown = (row: Found, today: string): TaskEntry => ({ ...row, shownStatus: shownStatus(row, today) });

type Matching = { ordered: (rows: number) => string; params: Params; today: string };

async function matching({ db, place, actor, now }: Reader, query: Query): Promise<Matching> {
  const { page: _page, size: _size, sort: _sort, order: _order, ...filter } = query;
  const today = await readToday(db, place, now);
  const params = new Params(place.organisationId, place.projectId);
  const where = await taskConditions(db, place, { actor, filter, params, today });
  // Who asks nothing of the pins does not need them for finding.
  const from = `FROM task t ${filter.plan?.length ? PIN : ''} WHERE ${where}`;
  const ordered = (rows: number) => `SELECT t.id ${from} ORDER BY ${orderOf(query)}, t.id LIMIT ${rows}`;
  return { ordered, params, today };
}

async function entriesOf({ db, place }: Reader, ids: readonly string[], today: string): Promise<TaskEntry[]> {
  const found = await db.query<Found>({
    text: `${SELECT} JOIN unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place) ON wanted.id = t.id
      WHERE t.organisation_id = $1 AND t.project_id = $2 ORDER BY wanted.place`,
    values: [place.organisationId, place.projectId, ids],
    types: ROW_TYPES,
  });
  return found.rows.map((row) => shown(row, today));
}

/** One page of the tasks that match. */
export async function readTasks(reader: Reader, query: Query): Promise<ReplyOf<typeof listTasks>> {
  const { ordered, params, today } = await matching(reader, query);
  const { ids, totalElements, exact } = await findIds(reader.db, ordered, params, COUNTED, query);
  return { ...pageOf(await entriesOf(reader, ids, today), totalElements, query), exact };
}

/** The ids of the first `rows` tasks that match. */
export async function readTaskIds(reader: Reader, list: Omit<Query, 'page' | 'size'>, rows: number): Promise<string[]> {
  const { ordered, params } = await matching(reader, { ...list, page: 0, size: rows });
  const found = await reader.db.query<{ id: string }>(ordered(rows), params.values);
  return found.rows.map((row) => row.id);
}

/** These tasks as lists show them, in this order. */
export async function readTasksOf(reader: Reader, ids: readonly string[]): Promise<TaskEntry[]> {
  return entriesOf(reader, ids, await readToday(reader.db, reader.place, reader.now));
}

/** One task as the reader sees it. Throws `not_found` alike for missing and hidden ones. */
export async function readTask({ db, place, actor, now }: Reader, taskId: string): Promise<TaskEntry> {
  const params = new Params(place.organisationId, place.projectId, taskId);
  const found = await db.query<Found>({
    text: `${SELECT} WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.id = $3 AND ${visible('task', 't', actor, params)}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return shown(row, await readToday(db, place, now));
}
