// Lists of tasks: which ones, by filter and order, with the names they refer to.
import { scopeOf } from '@plumbline/core/access/capabilities';
import { MAX_EXACT_COUNT } from '@plumbline/core/features/pins/contract';
import {
  type listTaskCompanies,
  type listTasks,
  MAX_COMPANY_SUGGESTIONS,
  type TaskEntry,
} from '@plumbline/core/features/tasks/contract';
import { type ShownTaskStatus, shownStatus } from '@plumbline/core/features/tasks/status';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { contactAssigneeState, memberAssigneeState, teamAssigneeState } from '../../lists/assignee-state.ts';
import { pageOf } from '../../lists/page.ts';
import { findPageIds, unionOfParts } from '../../lists/page-ids.ts';
import { nameOf } from '../../lists/person-names.ts';
import { patterns } from '../../lists/search-patterns.ts';
import { statusCondition, taskConditions } from './conditions.ts';
import { readToday } from './today.ts';

export type Reader = {
  db: PoolClient;
  projectKey: ProjectKey;
  actor: Actor;
  now: Date;
  /** Today's date on the site, if already known. */
  today?: string;
};
type Query = RequestOf<typeof listTasks>['query'];
type TaskQueryRow = TaskRow & Omit<TaskEntry, keyof TaskRow | 'shownStatus'>;

/** Most urgent first; `late` is the SQL condition for an overdue task. */
const urgency = (late: string) =>
  `CASE WHEN ${late} THEN 0 ELSE array_position(ARRAY['rejected', 'open', 'done', 'draft', 'closed', 'inactive'], t.status) END`;

/**
 * The title, or the description of an untitled task. Not written with coalesce: under row-level security, conditions
 * that contain it cannot use an index.
 */
const TITLE = `CASE WHEN t.title <> '' THEN t.title WHEN t.description <> '' THEN t.description END`;

const KEYS: Record<Exclude<Query['sort'], 'status'>, string> = {
  number: 't.number',
  title: `${TITLE} COLLATE natural_order`,
  dueDate: 't.due_date',
  createdAt: 't.created_at',
  changedAt: 't.changed_at',
};

/** Values that can be missing; tasks without one come last in both directions. */
const MISSING: ReadonlySet<Query['sort']> = new Set(['title', 'dueDate']);

/**
 * The order of the screens: missing values last, ties by number in the direction of the list; by due date, finished
 * tasks after all others.
 */
function orderOf({ sort, order }: Query, today: string, params: Params): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (sort === 'number') return `t.number ${direction}`;
  const key = sort === 'status' ? urgency(statusCondition('t', ['overdue'], today, params)) : KEYS[sort];
  const finished = sort === 'dueDate' ? `${FINISHED}, ` : '';
  return `${finished}${key} ${direction}${MISSING.has(sort) ? ' NULLS LAST' : ''}, t.number ${direction}`;
}

/** Shown statuses, most urgent first. */
const STATES: readonly ShownTaskStatus[] = ['overdue', 'rejected', 'open', 'done', 'draft', 'closed', 'inactive'];

/** The due date, with tasks without one last; written exactly as in its index. */
const DAY = `CASE WHEN t.due_date IS NULL THEN 'infinity' ELSE t.due_date END`;

/** The tasks shown with one status, as the index holds them: by stored status and, among open ones, by date. */
function inState(state: ShownTaskStatus, today: string, params: Params): string {
  if (state !== 'overdue' && state !== 'open') return `t.status = '${state}'`;
  return `t.status = 'open' AND ${DAY} ${state === 'open' ? '>=' : '<'} ${params.add(today, 'date')}`;
}

type Ordered = { from: string; query: Query; today: string; params: Params; rows: number };

/** Status by status, each from its index, until there are enough rows. */
function byState({ from, query, today, params, rows }: Ordered): string {
  const requested = STATES.filter((state) => !query.status?.length || query.status.includes(state));
  const each = (query.order === 'asc' ? requested : requested.toReversed()).map(
    (state) => `SELECT t.id ${from} AND ${inState(state, today, params)} ORDER BY t.number ${query.order}, t.id`,
  );
  return unionOfParts(each, rows);
}

/** The ids of the first rows for readers who see all tasks of the project. */
function orderedOfAll(ordered: Ordered): string | undefined {
  const { from, query, today, params, rows } = ordered;
  if (query.sort === 'status') return byState(ordered);
  if (query.sort === 'title') return unionOfParts(presentFirst(ordered, TITLE, KEYS.title), rows);
  if (query.sort !== 'dueDate') return undefined;
  const [state, ...more] = query.status ?? [];
  if (query.order === 'asc' && state && more.length === 0) {
    return `SELECT t.id ${from} AND ${inState(state, today, params)}
      ORDER BY ${DAY}, t.number, t.id LIMIT ${rows}`;
  }
  const parts = [0, 1].flatMap((finished) =>
    presentFirst({ ...ordered, from: `${from} AND ${FINISHED} = ${finished}` }, KEYS.dueDate, KEYS.dueDate),
  );
  return unionOfParts(parts, rows);
}

/** Tasks with a value in order, then those without: the same index serves both directions. */
function presentFirst({ from, query: { order } }: Ordered, value: string, key: string): string[] {
  return [
    `SELECT t.id ${from} AND ${value} IS NOT NULL ORDER BY ${key} ${order}, t.number ${order}, t.id`,
    `SELECT t.id ${from} AND ${value} IS NULL ORDER BY t.number ${order}, t.id`,
  ];
}

/** 1 for finished tasks; written exactly as in its index. */
const FINISHED = `CASE WHEN t.status IN ('closed', 'inactive') THEN 1 ELSE 0 END`;

const PIN = 'JOIN pin p ON p.organisation_id = t.organisation_id AND p.id = t.pin_id';

/** The name of the assignee of `t`; null for Various. */
export const ASSIGNEE_NAME = `CASE t.assignee_type WHEN 'User' THEN ${nameOf('t.assignee_id')}
    WHEN 'Contact' THEN (SELECT trim(concat_ws(' ', c.first_name, c.last_name)) FROM contact c
      WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = t.assignee_id LIMIT 1)
    WHEN 'TeamGroup' THEN (SELECT g.title FROM team g WHERE g.organisation_id = $1 AND g.id = t.assignee_id) END`;

const SELECT = `SELECT ${selectList('task', 't')}, ${nameOf('t.created_by')} AS "createdByName",
  ${ASSIGNEE_NAME} AS "assigneeName",
  CASE t.assignee_type
    WHEN 'User' THEN coalesce((SELECT ${memberAssigneeState('m')} FROM member m
      WHERE m.organisation_id = $1 AND m.project_id = $2 AND m.user_id = t.assignee_id LIMIT 1), 'Removed')
    WHEN 'Contact' THEN coalesce((SELECT ${contactAssigneeState('c')} FROM contact c
      WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.contact_id = t.assignee_id LIMIT 1), 'Removed')
    WHEN 'TeamGroup' THEN coalesce((SELECT ${teamAssigneeState('g')} FROM team g
      WHERE g.organisation_id = $1 AND g.id = t.assignee_id), 'Removed')
    WHEN 'Various' THEN 'Active' END AS "assigneeState",
  p.number AS "pinNumber", p.title AS "pinTitle", p.plan_id AS "planId",
  (SELECT l.name FROM plan l WHERE l.organisation_id = $1 AND l.id = p.plan_id) AS "planName"
  FROM task t ${PIN}`;

const LISTED = prepared(`${SELECT} JOIN unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place) ON wanted.id = t.id
  WHERE t.organisation_id = $1 AND t.project_id = $2 ORDER BY wanted.place`);

const shown = (row: TaskQueryRow, today: string): TaskEntry => ({ ...row, shownStatus: shownStatus(row, today) });

type Matching = { ordered: (rows: number) => string; params: Params; today: string };

const todayOf = async ({ db, projectKey, now, today }: Reader): Promise<string> =>
  today ?? (await readToday(db, projectKey, now));

async function matching(reader: Reader, query: Query): Promise<Matching> {
  const { page: _page, size: _size, sort: _sort, order: _order, ...filter } = query;
  const { db, projectKey, actor } = reader;
  const today = await todayOf(reader);
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const where = await taskConditions(db, projectKey, { actor, filter, params, today });
  // Pins are joined only if the filter refers to them.
  const from = `FROM task t ${filter.plan?.length || filter.room?.length ? PIN : ''} WHERE ${where}`;
  const plain = (rows: number) => `SELECT t.id ${from} ORDER BY ${orderOf(query, today, params)}, t.id LIMIT ${rows}`;
  const seesAll = scopeOf(actor.role, 'task.view') === 'all';
  const ordered = (rows: number) =>
    (seesAll ? orderedOfAll({ from, query, today, params, rows }) : undefined) ?? plain(rows);
  return { ordered, params, today };
}

async function entriesOf({ db, projectKey }: Reader, ids: readonly string[], today: string): Promise<TaskEntry[]> {
  const found = await db.query<TaskQueryRow>({
    ...LISTED,
    values: [projectKey.organisationId, projectKey.projectId, ids],
    types: ROW_TYPES,
  });
  return found.rows.map((row) => shown(row, today));
}

/** One page of the tasks that match. */
export async function readTasks(reader: Reader, query: Query): Promise<ReplyOf<typeof listTasks>> {
  const { ordered, params, today } = await matching(reader, query);
  const { ids, totalElements, exact } = await findPageIds(reader.db, ordered, params, MAX_EXACT_COUNT, query);
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
  return entriesOf(reader, ids, await todayOf(reader));
}

/** One task as the reader sees it. Throws `not_found` alike for missing and hidden ones. */
export async function readTask({ db, projectKey, actor, now }: Reader, taskId: string): Promise<TaskEntry> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, taskId);
  const found = await db.query<TaskQueryRow>({
    text: `${SELECT} WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.id = $3 AND ${visible('task', 't', actor, params)}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return shown(row, await readToday(db, projectKey, now));
}

/** The first active companies of the organisation, by name, whose name or craft contains all the words. */
export async function readTaskCompanies(
  { db, projectKey }: Pick<Reader, 'db' | 'projectKey'>,
  search: string | undefined,
): Promise<ReplyOf<typeof listTaskCompanies>['companies']> {
  const params = new Params(projectKey.organisationId);
  const words = patterns(search).map((pattern) => ` AND concat_ws(' ', c.name, c.craft) ILIKE ${params.add(pattern)}`);
  const found = await db.query<{ name: string; craft: string }>(
    `SELECT c.name, c.craft FROM company c WHERE c.organisation_id = $1 AND c.active${words.join('')}
     ORDER BY c.name COLLATE natural_order, c.id LIMIT ${MAX_COMPANY_SUGGESTIONS}`,
    params.values,
  );
  return found.rows;
}
