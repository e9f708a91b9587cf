// Lists of pins: first which ones, by filter and order, then what is shown of each.
import { scopeOf } from '@plumbline/core/access/capabilities';
import { type listPins, MAX_EXACT_COUNT, type PinEntry } from '@plumbline/core/features/pins/contract';
import { type PIN_SORTS, sortedField } from '@plumbline/core/features/pins/filter';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { PoolClient } from 'pg';
import { prepared } from '../../db/prepared-statement.ts';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { pageOf } from '../../lists/page.ts';
import { findPageIds, unionOfParts } from '../../lists/page-ids.ts';
import { nameOf } from '../../lists/person-names.ts';
import { statusCondition } from '../tasks/conditions.ts';
import { readToday } from '../tasks/today.ts';
import { type PinConditions, pinConditionsOf } from './conditions.ts';
import { fieldJoin } from './field-conditions.ts';
import { byDueDay, byTitle, firstOfActor, firstOfPeople, isPeopleSort, seesSome, statusKey } from './pins-of-people.ts';

export type Reader = {
  db: PoolClient;
  projectKey: ProjectKey;
  actor: Actor;
  now: Date;
  /** Today's date on the site, if already known. */
  today?: string;
  thumb: (blobId: string) => string;
};
type Query = RequestOf<typeof listPins>['query'];
/** Restricts a list beyond its filter, as a condition on `p`, with an order if that part has one. */
export type PinScope = (params: Params, today: string) => Promise<{ where: string; order?: string }>;

const todayOf = async ({ db, projectKey, now, today }: Omit<Reader, 'thumb'>): Promise<string> =>
  today ?? (await readToday(db, projectKey, now));

const UNFINISHED = `('open', 'rejected', 'done')`;

/** The sort key of each order; pins without a value come last in both directions. Indexes cover the frequent ones. */
const KEYS: Record<Exclude<(typeof PIN_SORTS)[number], 'category'>, string> = {
  number: 'p.number',
  title: `nullif(p.title, '') COLLATE natural_order`,
  status: statusKey('p'),
  createdAt: 'p.created_at',
  changedAt: 'p.changed_at',
  dueDate: 'due.due_date',
};

type Sort = Query['sort'];
const isFieldSort = (sort: Sort): sort is Exclude<Sort, (typeof PIN_SORTS)[number]> => sortedField(sort) !== undefined;

// Ties are sorted by number in the direction of the list, so one index serves both directions. Where values can be
// missing, lists by title and `byDue` read them in two parts.
const NEVER_NULL: ReadonlySet<Query['sort']> = new Set(['number', 'status', 'createdAt', 'changedAt']);

function orderOf(sort: Exclude<Sort, 'category'>, order: Query['order']): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (isFieldSort(sort)) {
    return `v.number_value ${direction} NULLS LAST, v.text_value COLLATE natural_order ${direction} NULLS LAST, p.number ${direction}`;
  }
  const key = `${KEYS[sort]} ${direction}${NEVER_NULL.has(sort) ? '' : ' NULLS LAST'}`;
  return sort === 'number' ? key : `${key}, p.number ${direction}`;
}

function joinOf(sort: Query['sort'], actor: Actor, params: Params): string {
  if (isFieldSort(sort)) return fieldJoin(sortedField(sort) ?? '', params);
  return sort === 'dueDate' ? dueJoin(actor, params) : '';
}

/** The earliest due date of each pin's unfinished visible tasks. */
const dueJoin = (actor: Actor, params: Params): string => `
  LEFT JOIN (SELECT t.pin_id, min(t.due_date) AS due_date FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2
    AND t.status IN ${UNFINISHED} AND t.due_date IS NOT NULL AND ${visible('task', 't', actor, params)} GROUP BY t.pin_id) due
  ON due.pin_id = p.id`;

type PinEntryRow = Omit<PinEntry, 'thumb'> & { thumbBlob: string | null };

async function readEntries(
  { db, projectKey, actor, thumb }: Reader,
  ids: readonly string[],
  today: string,
): Promise<PinEntry[]> {
  if (ids.length === 0) return [];
  const params = new Params(projectKey.organisationId, projectKey.projectId, ids);
  const onPin = (entity: 'task' | 'post' | 'comment', alias: string) =>
    `FROM ${entity} ${alias} WHERE ${alias}.organisation_id = $1 AND ${alias}.pin_id = p.id AND ${visible(entity, alias, actor, params)}`;
  const photos = `${onPin('post', 'o')} AND o.active AND o.type = 'Visuals'`;
  // The statement text is the same for all users of a role.
  const text = `SELECT p.id, p.project_id AS "projectId", p.plan_id AS "planId", p.x, p.y, p.number, p.status, p.title,
        p.category_id AS "categoryId", p.room, p.tags, p.fields, p.model_position AS "modelPosition", p.created_by AS "createdBy", p.created_at AS "createdAt", p.changed_at AS "changedAt",
        c.title AS "categoryTitle", l.name AS "planName", ${nameOf('p.created_by')} AS "createdByName",
        tasks.every AS tasks, tasks.open AS "openTasks", tasks.overdue AS "overdueTasks", tasks.due AS "dueDate",
        (SELECT count(*) ${photos}) AS photos,
        (SELECT count(*) ${onPin('comment', 'm')}) AS comments,
        (SELECT o.files -> 0 ->> 'blobId' ${photos} ORDER BY o.created_at DESC, o.id LIMIT 1) AS "thumbBlob"
      FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, place)
      JOIN pin p ON p.organisation_id = $1 AND p.id = wanted.id
      LEFT JOIN category c ON c.organisation_id = $1 AND c.id = p.category_id
      LEFT JOIN plan l ON l.organisation_id = $1 AND l.id = p.plan_id
      CROSS JOIN LATERAL (SELECT count(*) AS every, count(*) FILTER (WHERE t.status IN ('open', 'rejected')) AS open,
        count(*) FILTER (WHERE ${statusCondition('t', ['overdue'], today, params)}) AS overdue,
        min(t.due_date) FILTER (WHERE t.status IN ${UNFINISHED}) AS due ${onPin('task', 't')}) tasks
      ORDER BY wanted.place`;
  const found = await db.query<PinEntryRow>({ ...prepared(text), values: params.values, types: ROW_TYPES });
  return found.rows.map(({ thumbBlob, ...row }) => ({ ...row, thumb: thumbBlob === null ? null : thumb(thumbBlob) }));
}

type PinPageQuery = PinConditions & { params: Params; actor: Actor; query: Query; rows: number };

/** Whether the pins of the actor, who sees only some, are read in the order of the list. */
const leadByOwn = (actor: Actor, { sort }: Query) => seesSome(actor) && (isPeopleSort(sort) || sort === 'dueDate');

/**
 * The ids of the first rows. Orders without an index on pins are driven from the ordered side until there are enough
 * rows.
 */
function orderedSql({ where, through, people, params, actor, query, rows }: PinPageQuery): string {
  const { sort, order } = query;
  if (through) {
    return `SELECT p.id FROM task t JOIN pin p ON p.organisation_id = $1 AND p.id = t.pin_id
      WHERE ${through} AND ${where} ORDER BY t.pin_number ${order} LIMIT ${rows}`;
  }
  if (leadByOwn(actor, query)) {
    const list = { where, params, actor, order, rows };
    return isPeopleSort(sort) ? firstOfActor(list, sort) : byDueDay(list);
  }
  if (people && isPeopleSort(sort)) return firstOfPeople({ where, order, rows }, people(), sort);
  if (sort === 'category') return byCategory(where, order, rows);
  if (sort === 'title') return inParts(byTitle('p'), where, order, rows);
  if (sort === 'dueDate' && scopeOf(actor.role, 'task.view') === 'all') return byDue(where, order, rows);
  return `SELECT p.id FROM pin p${joinOf(sort, actor, params)} WHERE ${where} ORDER BY ${orderOf(sort, order)}, p.id LIMIT ${rows}`;
}

function inParts(parts: ReturnType<typeof byTitle>, where: string, order: Query['order'], rows: number): string {
  const part = ({ key, condition }: (typeof parts)[number]) =>
    `SELECT p.id FROM pin p WHERE ${condition} AND ${where} ORDER BY ${key ? `${key} ${order}, ` : ''}p.number ${order}, p.id`;
  return unionOfParts(parts.map(part), rows);
}

/** By category title, the pins of each by number; pins without a category come last. */
function byCategory(where: string, order: Query['order'], rows: number): string {
  const pinsOf = (condition: string) =>
    `SELECT p.id, p.number FROM pin p WHERE ${condition} AND ${where} ORDER BY p.number ${order}, p.id LIMIT ${rows}`;
  return `SELECT id FROM (
      SELECT kept.id FROM (SELECT array_agg(id) AS ids FROM category WHERE organisation_id = $1 AND project_id = $2
          GROUP BY title COLLATE natural_order ORDER BY title COLLATE natural_order ${order}) alike
        CROSS JOIN LATERAL (SELECT one.id FROM unnest(alike.ids) kind (id)
          CROSS JOIN LATERAL (${pinsOf('p.category_id = kind.id')}) one ORDER BY one.number ${order}, one.id LIMIT ${rows}) kept
      UNION ALL (SELECT id FROM (${pinsOf('p.category_id IS NULL')}) rest)) found LIMIT ${rows}`;
}

/** By the due dates stored per pin, for members who see all tasks; pins without one come last. */
function byDue(where: string, order: Query['order'], rows: number): string {
  const dated = `SELECT p.id FROM pin_due d JOIN pin p ON p.organisation_id = d.organisation_id AND p.id = d.pin_id
    WHERE d.organisation_id = $1 AND d.project_id = $2 AND ${where} ORDER BY d.due_date ${order}, d.pin_number ${order}, p.id`;
  const others = `SELECT p.id FROM pin p WHERE ${where}
    AND NOT EXISTS (SELECT FROM pin_due d WHERE d.organisation_id = $1 AND d.pin_id = p.id OFFSET 0)
    ORDER BY p.number ${order}, p.id`;
  return unionOfParts([dated, others], rows);
}

type Matching = PinConditions & { params: Params; today: string; order: string | undefined };

async function matching(reader: Omit<Reader, 'thumb'>, query: Query, within: PinScope | undefined): Promise<Matching> {
  const { db, projectKey, actor } = reader;
  const { page: _page, size: _size, sort: _sort, order: _order, ...filter } = query;
  const today = await todayOf(reader);
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const byOwn = leadByOwn(actor, query);
  const byPeople = byOwn || isPeopleSort(query.sort);
  const onTheWay = query.sort !== 'dueDate' && !isFieldSort(query.sort);
  const byNumber = query.sort === 'number' && !byOwn;
  const list = { onTheWay, byPeople, byNumber };
  const requested = await pinConditionsOf(db, projectKey, { actor, filter, params, today, ...list });
  const part = await within?.(params, today);
  const where = part ? `${requested.where} AND ${part.where}` : requested.where;
  return { ...requested, where, params, today, order: part?.order };
}

/** One page of the pins that match. */
export async function readPins(reader: Reader, query: Query, within?: PinScope): Promise<ReplyOf<typeof listPins>> {
  const { db, actor } = reader;
  const { params, today, ...requested } = await matching(reader, query, within);
  const ordered = (rows: number) => orderedSql({ ...requested, params, actor, query, rows });
  const { ids, totalElements, exact } = await findPageIds(db, ordered, params, MAX_EXACT_COUNT, query);
  const content = await readEntries(reader, ids, today);
  return { ...pageOf(content, totalElements, query), exact };
}

type Part = { within?: PinScope | undefined /** In the order of `within`, if it has one. */; asWithin: boolean };

/** The ids of the first `rows` pins that match. */
export async function readPinIds(
  reader: Omit<Reader, 'thumb'>,
  list: Omit<Query, 'page' | 'size'>,
  rows: number,
  { within, asWithin }: Part = { asWithin: false },
): Promise<string[]> {
  const query = { ...list, page: 0, size: rows };
  const { params, order, ...requested } = await matching(reader, query, within);
  const led = requested.through ? ` AND p.id IN (SELECT t.pin_id FROM task t WHERE ${requested.through})` : '';
  const sql =
    asWithin && order !== undefined
      ? `SELECT p.id FROM pin p WHERE ${requested.where}${led} ORDER BY ${order} LIMIT ${rows}`
      : orderedSql({ ...requested, params, actor: reader.actor, query, rows });
  const found = await reader.db.query<{ id: string }>(sql, params.values);
  return found.rows.map((row) => row.id);
}

/** These pins as lists show them, in this order. */
export async function readEntriesOf(reader: Reader, ids: readonly string[]): Promise<PinEntry[]> {
  return readEntries(reader, ids, await todayOf(reader));
}

/** One pin as the reader sees it. Throws `not_found` alike for missing and hidden ones. */
export async function readPin(
  { db, projectKey, actor }: Reader,
  pinId: string,
): Promise<PinRow & { createdByName: string }> {
  const params = new Params(projectKey.organisationId, projectKey.projectId, pinId);
  const found = await db.query<PinRow & { createdByName: string }>({
    text: `SELECT ${selectList('pin', 'p')}, ${nameOf('p.created_by')} AS "createdByName" FROM pin p
           WHERE p.organisation_id = $1 AND p.project_id = $2 AND p.id = $3 AND ${visible('pin', 'p', actor, params)}`,
    values: params.values,
    types: ROW_TYPES,
  });
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Titles the reader used recently, each once, newest first. */
export async function readTitles({ db, projectKey, actor }: Reader): Promise<{ title: string; usedAt: string }[]> {
  const found = await db.query<{ title: string; usedAt: string }>({
    text: `SELECT title, max(created_at) AS "usedAt" FROM
             (SELECT title, created_at FROM pin WHERE organisation_id = $1 AND project_id = $2 AND created_by = $3 AND title <> ''
              ORDER BY number DESC LIMIT 500) lately
           GROUP BY title ORDER BY "usedAt" DESC, title LIMIT 20`,
    values: [projectKey.organisationId, projectKey.projectId, actor.userId],
    types: ROW_TYPES,
  });
  return found.rows;
}
