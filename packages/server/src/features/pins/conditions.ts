// The one filter language of pins as SQL: says of a row under `p` what core's matchesPin says of a pin in memory.
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { PinFilter } from '@plumbline/core/features/pins/filter';
import type { Actor } from '@plumbline/core/features/sync/actor';
import type { PoolClient } from 'pg';
import type { Place } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { lookedFor, wordCondition, wordsOf } from '../../http/found-words.ts';
import { statusCondition } from '../tasks/conditions.ts';
import { fieldConditions } from './field-conditions.ts';

type Asked = {
  actor: Actor;
  filter: PinFilter;
  params: Params;
  today: string;
  /** An index gives the order, and the first pins are enough. Otherwise all that match are gathered and sorted. */
  onTheWay?: boolean;
};

const among = (column: string, values: readonly string[] | undefined, type: string, params: Params): string[] =>
  values?.length ? [`${column} = ANY (${params.add(values, `${type}[]`)})`] : [];

/** Up to here pins that fulfil a condition are named one by one; more of them are met soon enough on the way. */
const FEW = 2_000;

/** The pins that `sql` (SELECT … AS id) gives, where they are few; undefined where they are many. */
async function fewPins(db: PoolClient, sql: string, values: readonly unknown[]): Promise<string[] | undefined> {
  const found = await db.query<{ id: string }>(`${sql} LIMIT ${FEW + 1}`, [...values]);
  return found.rows.length > FEW ? undefined : [...new Set(found.rows.map((row) => row.id))];
}

const amongPins = (ids: readonly string[], params: Params): string => `p.id = ANY (${params.add(ids, 'uuid[]')})`;

/** IS TRUE: the pins are kept in a table of their own and asked for each pin on the way, and not joined for all pins first. */
const amongThese = (sql: string, { onTheWay }: Asked): string =>
  onTheWay ? `(p.id IN (${sql})) IS TRUE` : `p.id IN (${sql})`;

type TaskWish = {
  conditions: (params: Params) => string[];
  /** Whether it names some people's tasks: a small part of all, however many they are. */
  narrow: boolean;
};

/** What is wished of tasks, each by itself: one task may be due, and another be somebody's. */
function taskWishes({ filter, today }: Asked): TaskWish[] {
  const given = (params: Params) => among('t.assignee_id', filter.assignee, 'uuid', params);
  const shown = (params: Params) => [statusCondition('t', filter.taskStatus ?? [], today, params)];
  const due = (params: Params) => [
    ...(filter.dueFrom ? [`t.due_date >= ${params.add(filter.dueFrom, 'date')}`] : []),
    ...(filter.dueTo ? [`t.due_date <= ${params.add(filter.dueTo, 'date')}`] : []),
  ];
  return [
    ...(filter.assignee?.length ? [{ conditions: given, narrow: true }] : []),
    ...(filter.taskStatus?.length ? [{ conditions: shown, narrow: false }] : []),
    ...(filter.dueFrom || filter.dueTo ? [{ conditions: due, narrow: false }] : []),
  ];
}

async function taskConditions(db: PoolClient, place: Place, asked: Asked): Promise<string[]> {
  const { actor, params } = asked;
  const met: string[] = [];
  for (const { conditions, narrow } of taskWishes(asked)) {
    const tasks = (to: Params) =>
      `SELECT t.pin_id AS id FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2
         AND ${[visible('task', 't', actor, to), ...conditions(to)].join(' AND ')}`;
    const own = new Params(place.organisationId, place.projectId);
    const few = await fewPins(db, tasks(own), own.values);
    if (few) met.push(amongPins(few, params));
    else if (narrow) met.push(amongThese(tasks(params), asked));
    // OFFSET 0: looked up for each pin on the way, until the page is full.
    else met.push(`EXISTS (${tasks(params)} AND t.pin_id = p.id OFFSET 0)`);
  }
  return met;
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

/** For whoever sees own or assigned pins only: where these are. `visible` decides; this keeps PostgreSQL from going through the whole project. */
async function involved(db: PoolClient, place: Place, asked: Asked): Promise<Narrowed | null> {
  const { actor, params } = asked;
  const scope = scopeOf(actor.role, 'pin.view');
  if (scope === 'all' || scope === 'no') return null;
  const mine = (to: Params) => {
    const user = to.once(`user ${actor.userId}`, actor.userId, 'uuid');
    const own = `SELECT own.id FROM pin own WHERE own.organisation_id = $1 AND own.project_id = $2 AND own.created_by = ${user}`;
    const given =
      () => `SELECT given.pin_id AS id FROM task given WHERE given.organisation_id = $1 AND given.project_id = $2
      AND given.assignee_id = ANY (array_append(${to.once(`teams ${actor.userId}`, [...actor.teamIds], 'uuid[]')}, ${user}))`;
    return scope === 'own' ? own : scope === 'assigned' ? given() : `${own} UNION ALL ${given()}`;
  };
  const own = new Params(place.organisationId, place.projectId);
  const few = await fewPins(db, `SELECT id FROM (${mine(own)}) mine`, own.values);
  return few
    ? { few: true, condition: amongPins(few, params) }
    : { few: false, condition: amongThese(mine(params), asked) };
}

type Narrowed = { few: boolean; condition: string };

/** The condition on pins of the place under `p`; `$1` is the organisation, `$2` the project. */
export async function pinConditions(db: PoolClient, place: Place, asked: Asked): Promise<string> {
  const { actor, filter, params } = asked;
  const mine = await involved(db, place, asked);
  const searched = wordsOf(filter.search);
  // Few pins are looked through sooner than all words of the project.
  const words =
    mine?.few && searched.length > 0
      ? lookedFor('pin', 'p', searched, params)
      : await wordCondition(db, place, 'pin', 'p', filter.search, params);
  return [
    'p.organisation_id = $1 AND p.project_id = $2',
    visible('pin', 'p', actor, params),
    ...(mine ? [mine.condition] : []),
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
