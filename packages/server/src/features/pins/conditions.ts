// The filter language of pins as SQL: evaluates on a row `p` what core's matchesPin evaluates on a pin in memory.
import { TEMPLATE_TEXTS } from '@plumbline/core/features/pins/filter';
import { TASK_LOCKED } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import { NO_PLAN, type PinFilter, READER } from '@plumbline/core/site/values/pin-filter';
import { matchingLevels } from '@plumbline/core/site/values/rating-filter';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { idArrayUpTo } from '../../lists/page-ids.ts';
import { searchCondition, wordCondition, wordsOf } from '../../lists/search-terms.ts';
import { statusCondition } from '../tasks/conditions.ts';
import { fieldConditions } from './field-conditions.ts';
import { type PinPeople, pinsOfActor, seesSome } from './pins-of-people.ts';

type PinQuery = {
  actor: Actor;
  filter: PinFilter;
  params: Params;
  today: string;
  /** Rows come in order from an index and only the first are needed. Otherwise all matches are collected and sorted. */
  onTheWay?: boolean;
  /** The pins of people are read in the order of the list: of the reader, who sees only these, or of the filter's. */
  byPeople?: boolean;
  /** Ordered by number, which tasks also store, so tasks can drive the query. */
  byNumber?: boolean;
};

/** A single value is compared with `=`: only then does an index return its rows in order. */
function among(column: string, values: readonly string[] | undefined, type: string, params: Params): string[] {
  const [one, ...more] = values ?? [];
  if (one === undefined) return [];
  return [
    more.length === 0 ? `${column} = ${params.add(one, type)}` : `${column} = ANY (${params.add(values, `${type}[]`)})`,
  ];
}

/** Instants on days from `from` to `to` in UTC; either may be open. */
function between(column: string, from: string | undefined, to: string | undefined, params: Params): string[] {
  const start = (day: string) => params.add(`${day}T00:00:00Z`, 'timestamptz');
  return [
    ...(from ? [`${column} >= ${start(from)}`] : []),
    ...(to ? [`${column} < ${start(to)} + interval '1 day'`] : []),
  ];
}

const contains = (column: string, text: string | undefined, params: Params): string[] =>
  text ? [`strpos(lower(${column}), ${params.add(text.toLowerCase(), 'text')}) > 0`] : [];

/** `records` is a JSON array of linked records. */
const linkedTo = (records: readonly string[] | undefined, params: Params): string[] =>
  records?.length
    ? [
        `EXISTS (SELECT FROM jsonb_array_elements(p.records) linked
          WHERE (linked ->> 'recordId')::uuid = ANY (${params.add(records, 'uuid[]')}))`,
      ]
    : [];

/** Up to this many pins matching a condition are listed by id; beyond that, scanning in order soon finds enough. */
const MAX_LISTED_PINS = 2_000;

async function few(db: PoolClient, sql: string, values: readonly unknown[]): Promise<string | undefined> {
  const found = await db.query<{ ids: string | null }>(idArrayUpTo(sql, MAX_LISTED_PINS), [...values]);
  return found.rows[0]?.ids ?? undefined;
}

const amongPins = (ids: string, params: Params): string => `p.id = ANY (${params.add(ids, 'uuid[]')})`;

/** IS TRUE makes PostgreSQL hash the ids and probe them for each scanned pin instead of joining all pins first. */
const amongThese = (sql: string, { onTheWay }: PinQuery): string =>
  onTheWay ? `(p.id IN (${sql})) IS TRUE` : `p.id IN (${sql})`;

type TaskCondition = {
  /** Conditions on the task `t`. */
  conditions: (params: Params, t?: string) => string[];
  /** Whether it selects the tasks of certain people: a small part of all tasks, however many those are. */
  narrow: boolean;
  /** Whether an index holds exactly these tasks, ordered by the number of their pin. */
  inOrder: boolean;
};

/** The filter's conditions on tasks, each independent: one task may be due and another assigned to someone. */
function taskConditionsOf({ filter, today }: PinQuery): TaskCondition[] {
  const given = (params: Params, t = 't') => among(`${t}.assignee_id`, filter.assignee, 'uuid', params);
  const shown = (params: Params, t = 't') => [statusCondition(t, filter.taskStatus ?? [], today, params)];
  const company = (params: Params, t = 't') => among(`${t}.company_name`, filter.company, 'text', params);
  const craft = (params: Params, t = 't') => among(`${t}.craft`, filter.craft, 'text', params);
  const due = (params: Params, t = 't') => [
    ...(filter.dueFrom ? [`${t}.due_date >= ${params.add(filter.dueFrom, 'date')}`] : []),
    ...(filter.dueTo ? [`${t}.due_date <= ${params.add(filter.dueTo, 'date')}`] : []),
  ];
  return [
    ...(filter.assignee?.length ? [{ conditions: given, narrow: true, inOrder: filter.assignee.length === 1 }] : []),
    ...(filter.taskStatus?.length ? [{ conditions: shown, narrow: false, inOrder: false }] : []),
    ...(filter.company?.length ? [{ conditions: company, narrow: false, inOrder: false }] : []),
    ...(filter.craft?.length ? [{ conditions: craft, narrow: false, inOrder: false }] : []),
    ...(filter.dueFrom || filter.dueTo ? [{ conditions: due, narrow: false, inOrder: false }] : []),
  ];
}

type TasksMet = { met: string[]; through?: string };

async function taskConditions(db: PoolClient, projectKey: ProjectKey, requested: PinQuery): Promise<TasksMet> {
  const { actor, params } = requested;
  const met: string[] = [];
  let through: string | undefined;
  for (const { conditions, narrow, inOrder } of taskConditionsOf(requested)) {
    const wished = (to: Params, t = 't') => [visible('task', t, actor, to), ...conditions(to, t)].join(' AND ');
    const tasks = (to: Params) =>
      `SELECT t.pin_id AS id FROM task t WHERE t.organisation_id = $1 AND t.project_id = $2 AND ${wished(to)}`;
    const leads = requested.byNumber && !through;
    const own = new Params(projectKey.organisationId, projectKey.projectId);
    const ids = leads && inOrder ? undefined : await few(db, tasks(own), own.values);
    if (ids !== undefined) met.push(amongPins(ids, params));
    else if (leads) through = leading((t) => wished(params, t));
    else if (narrow) met.push(amongThese(tasks(params), requested));
    // OFFSET 0: evaluated for each scanned pin until the page is full.
    else met.push(`EXISTS (${tasks(params)} AND t.pin_id = p.id OFFSET 0)`);
  }
  return { met, ...(through && { through }) };
}

/** Among a pin's matching tasks, exactly one leads to the pin, so the pin occurs once. */
const leading = (wished: (t: string) => string): string =>
  `t.organisation_id = $1 AND t.project_id = $2 AND ${wished('t')} AND NOT EXISTS (SELECT FROM task e
    WHERE e.organisation_id = $1 AND e.pin_id = t.pin_id AND e.id < t.id AND ${wished('e')} OFFSET 0)`;

/** Created by one of the people, or with a task of theirs or of an active team of theirs. */
async function personConditions(
  db: PoolClient,
  projectKey: ProjectKey,
  requested: PinQuery,
): Promise<Pick<PinConditions, 'people'> & { met: string[] }> {
  const { actor, filter, params, byPeople } = requested;
  if (!filter.person?.length) return { met: [] };
  const persons = filter.person.map((person) => (person === READER ? actor.userId : person));
  const teams = await db.query<{ id: string }>(
    'SELECT id FROM team WHERE organisation_id = $1 AND project_id = $2 AND active AND member_ids ?| $3::text[]',
    [projectKey.organisationId, projectKey.projectId, persons],
  );
  const given = [...persons, ...teams.rows.map(({ id }) => id)];
  // OFFSET 0: evaluated for each scanned pin until the page is full.
  const hasTask = `EXISTS (SELECT FROM task t WHERE t.organisation_id = $1 AND t.pin_id = p.id
      AND t.assignee_id = ANY (${params.add(given, 'uuid[]')}) AND ${visible('task', 't', actor, params)} OFFSET 0)`;
  const exact = `(p.created_by = ANY (${params.add(persons, 'uuid[]')}) OR ${hasTask})`;
  if (byPeople) {
    const teamIds = given.slice(persons.length);
    const people = () => ({
      persons: persons.map((id) => params.add(id, 'uuid')),
      teams: teamIds.length > 0 ? params.add(teamIds, 'uuid[]') : undefined,
    });
    return { met: [exact], people };
  }
  const own = new Params(projectKey.organisationId, projectKey.projectId);
  const listed = `SELECT d.pin_id AS id FROM pin_person d WHERE d.organisation_id = $1 AND d.project_id = $2
      AND d.person_id = ANY (${own.add(given, 'uuid[]')})`;
  const ids = await few(db, listed, own.values);
  return { met: ids === undefined ? [exact] : [amongPins(ids, params), exact] };
}

/** Contained in one of the groups. A smart group lists no pins and matches nothing. */
async function groupConditions(db: PoolClient, projectKey: ProjectKey, requested: PinQuery): Promise<string[]> {
  const { actor, filter, params } = requested;
  if (!filter.group?.length) return [];
  const grouped = (to: Params) => `SELECT one.id::uuid AS id
    FROM pin_group g CROSS JOIN jsonb_array_elements_text(g.pin_ids) one (id)
    WHERE g.organisation_id = $1 AND g.project_id = $2 AND g.id = ANY (${to.add(filter.group, 'uuid[]')})
      AND ${visible('group', 'g', actor, to)}`;
  const own = new Params(projectKey.organisationId, projectKey.projectId);
  const ids = await few(db, grouped(own), own.values);
  return [ids !== undefined ? amongPins(ids, params) : amongThese(grouped(params), requested)];
}

/** Conditions on the table of ratings stored beside the pins. */
async function ratingConditions(
  db: PoolClient,
  projectKey: ProjectKey,
  { filter, params }: PinQuery,
): Promise<string[]> {
  const conditions: string[] = [];
  for (const [scaleId, levels] of matchingLevels(filter.rating)) {
    const rated = (
      to: Params,
    ) => `SELECT v.pin_id AS id FROM pin_rating v WHERE v.organisation_id = $1 AND v.project_id = $2
      AND v.scale_id = ${to.add(scaleId, 'text')} AND v.level = ANY (${to.add(levels, 'smallint[]')})`;
    const own = new Params(projectKey.organisationId, projectKey.projectId);
    const ids = await few(db, rated(own), own.values);
    // For a common level, scanning in order soon finds enough pins. coalesce: PostgreSQL assumes that a comparison
    // within a document is rare and would otherwise collect all matches first.
    const met = () =>
      `coalesce((p.ratings ->> ${params.add(scaleId, 'text')})::int = ANY (${params.add(levels, 'int[]')}), false)`;
    conditions.push(ids !== undefined ? amongPins(ids, params) : met());
  }
  return conditions;
}

async function customConditions(
  db: PoolClient,
  projectKey: ProjectKey,
  { filter, params }: PinQuery,
): Promise<string[]> {
  const conditions: string[] = [];
  for (const { select, without } of fieldConditions(filter.field)) {
    const own = new Params(projectKey.organisationId, projectKey.projectId);
    const ids = without ? undefined : await few(db, select(own), own.values);
    const met = () => `EXISTS (${select(params)} AND v.pin_id = p.id OFFSET 0)`;
    conditions.push(ids !== undefined ? amongPins(ids, params) : `${without ? 'NOT ' : ''}${met()}`);
  }
  return conditions;
}

function photoConditions({ actor, filter, params }: PinQuery): string[] {
  if (!filter.photos) return [];
  return [
    `${filter.photos === 'with' ? '' : 'NOT '}EXISTS (SELECT FROM post o WHERE o.organisation_id = $1
      AND o.project_id = p.project_id AND o.pin_id = p.id AND o.active AND o.type = 'Visuals' AND ${visible('post', 'o', actor, params)})`,
  ];
}

/** Without an unfinished task that the reader sees; `$1` is the organisation. */
export const untasked = ({ actor, params }: Pick<PinQuery, 'actor' | 'params'>): string =>
  `NOT EXISTS (SELECT FROM task u WHERE u.organisation_id = $1 AND u.project_id = p.project_id
    AND u.pin_id = p.id AND u.status <> ALL (${params.add(TASK_LOCKED, 'text[]')}) AND ${visible('task', 'u', actor, params)})`;

/**
 * For roles that see only their own or assigned pins: narrows the query to these. `visible` decides; this only keeps
 * PostgreSQL from scanning the whole project.
 */
async function involved(db: PoolClient, projectKey: ProjectKey, requested: PinQuery): Promise<Narrowed | undefined> {
  const { actor, params } = requested;
  if (requested.byPeople || !seesSome(actor)) return undefined;
  const own = new Params(projectKey.organisationId, projectKey.projectId);
  const ids = await few(db, pinsOfActor(actor, own), own.values);
  return ids === undefined
    ? { condition: amongThese(pinsOfActor(actor, params), requested), listed: false }
    : { condition: amongPins(ids, params), listed: true };
}

/** `listed` if the pins are few and listed by id. */
type Narrowed = { condition: string; listed: boolean };

/** On one of the plans, or on no plan if the filter asks for that. */
function onPlans(plans: PinFilter['plan'], params: Params): string[] {
  if (!plans?.includes(NO_PLAN)) return among('p.plan_id', plans, 'uuid', params);
  const on = among(
    'p.plan_id',
    plans.filter((plan) => plan !== NO_PLAN),
    'uuid',
    params,
  );
  return [`(${['p.plan_id IS NULL', ...on].join(' OR ')})`];
}

export type PinConditions = {
  /** The condition on pins `p` of the project; `$1` is the organisation, `$2` the project. */
  where: string;
  /**
   * If pins are ordered by number and reached through tasks: the condition on these tasks `t`. Pins of no other tasks
   * match.
   */
  through?: string;
  /** If pins of people are read in order, and the filter names some: all that match are pins of these. */
  people?: () => PinPeople;
};

/** Only the condition on pins. */
export async function pinConditions(
  db: PoolClient,
  projectKey: ProjectKey,
  requested: Omit<PinQuery, 'byNumber'>,
): Promise<string> {
  return (await pinConditionsOf(db, projectKey, requested)).where;
}

/** The conditions for pins that match. */
export async function pinConditionsOf(
  db: PoolClient,
  projectKey: ProjectKey,
  requested: PinQuery,
): Promise<PinConditions> {
  const { actor, filter, params } = requested;
  const mine = await involved(db, projectKey, requested);
  const searched = wordsOf(filter.search);
  // For the pins of a reader who sees only some, scanning their text is faster than searching the index of the whole project.
  const words =
    seesSome(actor) && (mine?.listed ?? true) && searched.length > 0
      ? searchCondition('pin', 'p', searched, params)
      : await wordCondition(db, projectKey, 'pin', 'p', filter.search, params);
  const tasks = await taskConditions(db, projectKey, requested);
  const persons = await personConditions(db, projectKey, requested);
  const seen = visible('pin', 'p', actor, params);
  const conditions = [
    'p.organisation_id = $1 AND p.project_id = $2',
    // As a query of its own it is evaluated for the few pins that remain, not read for the whole project in advance.
    mine && !mine.listed && requested.onTheWay ? `(SELECT ${seen})` : seen,
    ...among('p.status', filter.status, 'text', params),
    ...among('p.category_id', filter.category, 'uuid', params),
    ...onPlans(filter.plan, params),
    ...among('p.room', filter.room, 'text', params),
    ...among('p.created_by', filter.creator, 'uuid', params),
    ...(filter.tag?.length ? [`p.tags ?| ${params.add(filter.tag, 'text[]')}`] : []),
    ...between('p.created_at', filter.createdFrom, filter.createdTo, params),
    ...between('p.changed_at', filter.changedFrom, filter.changedTo, params),
    ...TEMPLATE_TEXTS.flatMap((name) => contains(`p.${name}`, filter[name], params)),
    ...linkedTo(filter.record, params),
    ...persons.met,
    ...(await groupConditions(db, projectKey, requested)),
    ...tasks.met,
    ...(await ratingConditions(db, projectKey, requested)),
    ...(await customConditions(db, projectKey, requested)),
    ...photoConditions(requested),
    ...(filter.tasks ? [untasked(requested)] : []),
    ...(words === undefined ? [] : [words]),
  ];
  const where = conditions.join(' AND ');
  return {
    where: mine ? `${mine.condition} AND ${where}` : where,
    ...(tasks.through && { through: tasks.through }),
    ...(persons.people && { people: persons.people }),
  };
}
