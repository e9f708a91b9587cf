// The one filter language of pins as SQL: says of a row under `p` what core's matchesPin says of a pin in memory.
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { PinFilter } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { PoolClient } from 'pg';
import type { Place } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { wordCondition } from '../../http/found-words.ts';
import { statusCondition } from '../tasks/conditions.ts';
import { fieldConditions } from './field-conditions.ts';

type Asked = { actor: Actor; filter: PinFilter; params: Params; today: string };

const among = (column: string, values: readonly string[] | undefined, type: string, params: Params): string[] =>
  values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];

/** Up to here pins that fulfil a condition are named one by one; more of them are met soon enough on the way. */
const FEW = 5_000;

/** The pins that `sql` (SELECT … AS id) gives, where they are few; undefined where they are many. */
async function fewPins(db: PoolClient, sql: string, values: readonly unknown[]): Promise<string[] | undefined> {
  const found = await db.query<{ id: string }>(`${sql} LIMIT ${FEW + 1}`, [...values]);
  return found.rows.length > FEW ? undefined : [...new Set(found.rows.map((row) => row.id))];
}

const amongPins = (ids: readonly string[], params: Params): string => `p.id = ANY (${params.add(ids, 'uuid[]')})`;

type TaskWish = (params: Params) => string[];

/** What is wished of tasks, each by itself: one task may be due, and another be somebody's. */
function taskWishes({ filter, today }: Asked): TaskWish[] {
  const due: TaskWish = (params) => [
    ...(filter.dueFrom ? [`t.due_date >= ${params.add(filter.dueFrom, 'date')}`] : []),
    ...(filter.dueTo ? [`t.due_date <= ${params.add(filter.dueTo, 'date')}`] : []),
  ];
  return [
    ...(filter.assignee?.length ? [(params: Params) => among('t.assignee_id', filter.assignee, 'uuid', params)] : []),
    ...(filter.taskStatus?.length
      ? [(params: Params) => [statusCondition('t', filter.taskStatus ?? [], today, params)]]
      : []),
    ...(filter.dueFrom || filter.dueTo ? [due] : []),
  ];
}

async function taskConditions(db: PoolClient, place: Place, asked: Asked): Promise<string[]> {
  const { actor, params } = asked;
  const conditions: string[] = [];
  for (const wish of taskWishes(asked)) {
    const own = new Params(place.organisationId, place.projectId);
    const seen = [visible('task', 't', actor, own), ...wish(own)].join(' AND ');
    const sql = `SELECT t.pin_id AS id FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2 AND ${seen}`;
    const few = await fewPins(db, sql, own.values);
    const many = () => [visible('task', 't', actor, params), ...wish(params)].join(' AND ');
    // OFFSET 0: asked for each pin on the way, until the page is full, and not joined for all of them first.
    conditions.push(
      few
        ? amongPins(few, params)
        : `EXISTS (SELECT FROM task t WHERE t.organisation_id = p.organisation_id AND t.pin_id = p.id AND ${many()} OFFSET 0)`,
    );
  }
  return conditions;
}

async function customConditions(db: PoolClient, place: Place, { filter, params }: Asked): Promise<string[]> {
  const conditions: string[] = [];
  for (const { select, without } of fieldConditions(filter.field)) {
    const own = new Params(place.organisationId, place.projectId);
    const few = without ? undefined : await fewPins(db, select(own), own.values);
    const met = () => `EXISTS (${select(params)} AND v.pin_id = p.id OFFSET 0)`;
    conditions.push(few ? amongPins(few, params) : `${without ? 'NOT ' : ''}${met()}`);
  }
  return conditions;
}

function photoConditions({ actor, filter, params }: Asked): string[] {
  if (!filter.photos) return [];
  return [
    `${filter.photos === 'with' ? '' : 'NOT '}EXISTS (SELECT FROM post o WHERE o.organisation_id = p.organisation_id
      AND o.project_id = p.project_id AND o.pin_id = p.id AND o.active AND o.type = 'Visuals' AND ${visible('post', 'o', actor, params)})`,
  ];
}

/**
 * For whoever sees own and assigned pins only: where these are, if they are few. `visible` decides; this alone keeps
 * PostgreSQL from going through the whole project for them.
 */
async function involved(db: PoolClient, place: Place, { actor, params }: Asked): Promise<string[]> {
  if (scopeOf(actor.role, 'pin.view') !== 'involved') return [];
  const assignees = [actor.userId, ...actor.teamIds];
  const few = await fewPins(
    db,
    `SELECT id FROM (SELECT own.id FROM pin own WHERE own.organisation_id = $1 AND own.project_id = $2 AND own.created_by = $3
       UNION ALL SELECT given.pin_id FROM task given WHERE given.organisation_id = $1 AND given.project_id = $2
         AND given.assignee_id = ANY ($4::uuid[])) mine`,
    [place.organisationId, place.projectId, actor.userId, assignees],
  );
  return few ? [amongPins(few, params)] : [];
}

/** The condition on pins of the place under `p`; `$1` is the organisation, `$2` the project. */
export async function pinConditions(db: PoolClient, place: Place, asked: Asked): Promise<string> {
  const { actor, filter, params } = asked;
  const words = await wordCondition(db, place, 'pin', 'p', filter.search, params);
  return [
    'p.organisation_id = $1 AND p.project_id = $2',
    visible('pin', 'p', actor, params),
    ...(await involved(db, place, asked)),
    ...among('p.status', filter.status, 'text', params),
    ...among('p.category_id', filter.category, 'uuid', params),
    ...among('p.plan_id', filter.plan, 'uuid', params),
    ...among('p.created_by', filter.creator, 'uuid', params),
    ...(filter.tag?.length ? [`p.tags ?| ${params.add(filter.tag, 'text[]')}`] : []),
    ...(filter.createdFrom ? [`p.created_at >= ${params.add(`${filter.createdFrom}T00:00:00Z`, 'timestamptz')}`] : []),
    ...(filter.createdTo
      ? [`p.created_at < ${params.add(`${filter.createdTo}T00:00:00Z`, 'timestamptz')} + interval '1 day'`]
      : []),
    ...(await taskConditions(db, place, asked)),
    ...(await customConditions(db, place, asked)),
    ...photoConditions(asked),
    ...(words === undefined ? [] : [words]),
  ].join(' AND ');
}
