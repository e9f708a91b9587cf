// Project figures: grouped by the database in two passes over pins and two over tasks, and combined here.
import { AGE_LIMITS_DAYS, DUES, MAX_CRAFTS, type projectFigures } from '@plumbline/core/features/dashboard/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { Actor } from '@plumbline/core/site/actor';
import { PIN_STATUSES, type PinStatus } from '@plumbline/core/site/rows/pins';
import type { TaskStatus } from '@plumbline/core/site/rows/tasks';
import { SHOWN_TASK_STATUSES } from '@plumbline/core/site/values/pin-filter';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { Params, visible } from '../../db/tx/visibility.ts';
import { readToday } from '../tasks/today.ts';

type Figures = ReplyOf<typeof projectFigures>;

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const dayOf = (instant: Date | number): string => new Date(instant).toISOString().slice(0, 10);
/** Midnight UTC of a day. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
const later = (day: string, days: number): string => dayOf(startOf(day) + days * DAY);

/** The last day of each week, ending with today's. */
function weekEnds(today: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, at) => later(today, (at - weeks + 1) * 7));
}

/** The week of a date, from 0; anything before the first week counts as its start. */
const weekOf = (column: string, first: string, last: string): string =>
  `greatest(0, least(${last}, ceil(extract(epoch FROM ${column} - ${first}) / ${WEEK / 1_000})::integer))`;

type PinGroup = { status: PinStatus; categoryId: string | null; week: number; count: number } & Record<
  `age${number}`,
  number
>;
type TaskGroup = { status: TaskStatus; craft: string; due: (typeof DUES)[number]; count: number };
type WeekCount = { week: number; count: number };

const total = (rows: readonly { count: number }[]): number => rows.reduce((sum, one) => sum + one.count, 0);

/** Running totals at the end of each week. */
function summed(rows: readonly WeekCount[], weeks: number): number[] {
  const each = Array.from({ length: weeks }, () => 0);
  for (const { week, count } of rows) if (each[week] !== undefined) each[week] += count;
  let sum = 0;
  return each.map((one) => {
    sum += one;
    return sum;
  });
}

type FigureQuery = { projectKey: ProjectKey; actor: Actor; today: string; weeks: number };

function visibleRows({ projectKey, actor }: FigureQuery, entity: 'pin' | 'task') {
  const params = new Params(projectKey.organisationId, projectKey.projectId);
  const seen = visible(entity, 'r', actor, params);
  return { params, from: `FROM ${entity} r WHERE r.organisation_id = $1 AND r.project_id = $2 AND ${seen}` };
}

/**
 * As `visibleRows`, plus the end of the first week, which includes everything earlier, and the number of the last week.
 */
function visibleRowsByWeek(requested: FigureQuery, entity: 'pin' | 'task') {
  const { params, from } = visibleRows(requested, entity);
  const { today, weeks } = requested;
  const first = params.add(new Date(startOf(later(today, (1 - weeks) * 7 + 1))), 'timestamptz');
  return { params, from, first, last: params.add(weeks - 1, 'integer') };
}

async function readPins(
  db: PoolClient,
  requested: FigureQuery,
): Promise<{ groups: PinGroup[]; closed: WeekCount[]; bounds: string[] }> {
  const { params, from, first, last } = visibleRowsByWeek(requested, 'pin');
  // The oldest day of each age group; filters compare days in UTC.
  const bounds = AGE_LIMITS_DAYS.flatMap((upTo) => (upTo === null ? [] : [later(requested.today, -upTo)]));
  const ages = bounds.map((day, at) => {
    const since = params.add(new Date(startOf(day)), 'timestamptz');
    return `count(*) FILTER (WHERE r.created_at >= ${since})::integer AS age${at}`;
  });
  const groups = await db.query<PinGroup>(
    `SELECT r.status, r.category_id AS "categoryId", ${weekOf('r.created_at', first, last)} AS week,
       count(*)::integer AS count, ${ages.join(', ')} ${from} GROUP BY 1, 2, 3`,
    params.values,
  );
  const own = visibleRowsByWeek(requested, 'pin');
  // A closed pin no longer changes, so it was closed at its last change.
  const closed = await db.query<WeekCount>(
    `SELECT ${weekOf('r.changed_at', own.first, own.last)} AS week, count(*)::integer AS count
     ${own.from} AND r.status = 'closed' GROUP BY 1`,
    own.params.values,
  );
  return { groups: groups.rows, closed: closed.rows, bounds };
}

async function readTasks(db: PoolClient, requested: FigureQuery) {
  const { params, from } = visibleRows(requested, 'task');
  const day = (days: number): string => params.add(later(requested.today, days), 'date');
  const groups = await db.query<TaskGroup>(
    `SELECT r.status, r.craft, CASE WHEN r.due_date IS NULL THEN 'none' WHEN r.due_date < ${day(0)} THEN 'overdue'
         WHEN r.due_date <= ${day(7)} THEN 'week' WHEN r.due_date <= ${day(30)} THEN 'month' ELSE 'later' END AS due,
       count(*)::integer AS count ${from} GROUP BY 1, 2, 3`,
    params.values,
  );
  const created = visibleRowsByWeek(requested, 'task');
  const given = await db.query<WeekCount>(
    `SELECT ${weekOf('r.created_at', created.first, created.last)} AS week, count(*)::integer AS count
     ${created.from} AND r.status NOT IN ('draft', 'inactive') GROUP BY 1`,
    created.params.values,
  );
  const own = visibleRowsByWeek(requested, 'task');
  const done = await db.query<WeekCount>(
    `SELECT ${weekOf('coalesce(r.done_at, r.changed_at)', own.first, own.last)} AS week, count(*)::integer AS count
     ${own.from} AND r.status IN ('done', 'closed') GROUP BY 1`,
    own.params.values,
  );
  return { groups: groups.rows, given: given.rows, done: done.rows };
}

function pinFigures({ groups, bounds }: { groups: PinGroup[]; bounds: string[] }): Figures['pins'] {
  const of = (status: PinStatus) => groups.filter((group) => group.status === status);
  const open = of('open');
  const since = bounds.map((_, at) => open.reduce((sum, one) => sum + (one[`age${at}`] ?? 0), 0));
  const categories = Map.groupBy(
    groups.filter((group) => group.status !== 'inactive'),
    (one) => one.categoryId,
  );
  return {
    status: PIN_STATUSES.map((status) => ({ status, count: total(of(status)) })),
    categories: [...categories]
      .map(([categoryId, rows]) => ({
        categoryId,
        open: total(rows.filter((row) => row.status === 'open')),
        closed: total(rows.filter((row) => row.status === 'closed')),
      }))
      .toSorted((a, b) => b.open - a.open || b.closed - a.closed),
    ages: AGE_LIMITS_DAYS.map((upTo, at) => ({
      upTo,
      from: bounds[at] ?? null,
      to: at === 0 ? null : later(bounds[at - 1] ?? '', -1),
      count: (since[at] ?? total(open)) - (since[at - 1] ?? 0),
    })),
  };
}

function taskFigures(groups: readonly TaskGroup[], today: string): Figures['tasks'] {
  const waits = groups.filter((group) => group.status === 'open' || group.status === 'rejected');
  const late = (taskGroup: TaskGroup): boolean => taskGroup.status === 'open' && taskGroup.due === 'overdue';
  const count = (status: string): number =>
    total(groups.filter((group) => (late(group) ? 'overdue' : group.status) === status));
  const crafts = [...Map.groupBy(waits, (one) => one.craft)]
    .map(([craft, rows]) => ({ craft, open: total(rows), overdue: total(rows.filter(late)) }))
    // Entries without a craft are listed last.
    .toSorted(
      (a, b) => b.open - a.open || Number(a.craft === '') - Number(b.craft === '') || (a.craft < b.craft ? -1 : 1),
    );
  const further = crafts.slice(MAX_CRAFTS);
  const rest = {
    craft: null,
    open: further.reduce((sum, one) => sum + one.open, 0),
    overdue: further.reduce((sum, one) => sum + one.overdue, 0),
  };
  const spans = {
    overdue: { from: null, to: later(today, -1) },
    week: { from: today, to: later(today, 7) },
    month: { from: later(today, 8), to: later(today, 30) },
    later: { from: later(today, 31), to: null },
    none: { from: null, to: null },
  };
  return {
    status: SHOWN_TASK_STATUSES.map((status) => ({ status, count: count(status) })),
    crafts: [...crafts.slice(0, MAX_CRAFTS), ...(further.length > 0 ? [rest] : [])],
    dues: DUES.map((due) => ({ due, ...spans[due], count: total(waits.filter((wait) => wait.due === due)) })),
  };
}

export async function readFigures(
  db: PoolClient,
  projectKey: ProjectKey,
  actor: Actor,
  { weeks, now }: { weeks: number; now: Date },
): Promise<Figures> {
  const today = await readToday(db, projectKey, now);
  const requested = { projectKey, actor, today, weeks };
  const pins = await readPins(db, requested);
  const tasks = await readTasks(db, requested);
  const set = summed(
    pins.groups.filter((group) => group.status !== 'inactive'),
    weeks,
  );
  const closed = summed(pins.closed, weeks);
  const given = summed(tasks.given, weeks);
  const done = summed(tasks.done, weeks);
  return {
    today,
    pins: pinFigures(pins),
    tasks: taskFigures(tasks.groups, today),
    weeks: weekEnds(today, weeks).map((until, at) => ({
      until,
      pins: set[at] ?? 0,
      closedPins: closed[at] ?? 0,
      tasks: given[at] ?? 0,
      doneTasks: done[at] ?? 0,
    })),
  };
}
