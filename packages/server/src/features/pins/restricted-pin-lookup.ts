// For lists of the pins that certain people created or have tasks on: some roles see only their own, and a filter asks for
// those of anyone. Reads the first pins of a list by creator and by assignee, each in index order. The list's condition
// decides what is shown; this only avoids scanning the whole project.
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { Actor } from '@plumbline/core/site/actor';
import { PIN_STATUSES } from '@plumbline/core/site/rows/pins';
import { type Params, visible } from '../../db/tx/visibility.ts';
import type { ManyPins, PinPeople } from './conditions.ts';

type Order = 'asc' | 'desc';
export type RestrictedPinQuery = { where: string; params: Params; actor: Actor; order: Order; rows: number };

/** Whether the actor sees only some pins. */
export function seesSome({ role }: Actor): boolean {
  const scope = scopeOf(role, 'pin.view');
  return scope !== 'all' && scope !== 'no';
}

/** Tasks with a due date that still need someone to act. */
const waiting = (alias: string) => `${alias}.status IN ('open', 'rejected', 'done') AND ${alias}.due_date IS NOT NULL`;

const userOf = ({ userId }: Actor, params: Params): string => params.once(`user ${userId}`, userId, 'uuid');

/** The assignees whose tasks count as the actor's: the user and their teams. */
function assigneesOf(actor: Actor, params: Params): string {
  const teams = params.once(`teams ${actor.userId}`, [...actor.teamIds], 'uuid[]');
  return `array_append(${teams}, ${userOf(actor, params)})`;
}

const isInvolved = ({ role }: Actor, kind: 'made' | 'given'): boolean => {
  const scope = scopeOf(role, 'pin.view');
  return scope === 'involved' || scope === (kind === 'made' ? 'own' : 'assigned');
};

type FirstPins = Pick<RestrictedPinQuery, 'where' | 'order' | 'rows'>;

/** The first pins by number that one of the people created, or with a task of theirs that meets the condition `taskIs`. */
export function firstByNumber({ where, order, rows }: FirstPins, { made, given }: PinPeople, taskIs = 'true'): string {
  // One query each: PostgreSQL knows how many pins someone made only if it plans for their id.
  const pins = made.map(
    (who) => `(SELECT p.id, p.number FROM pin p WHERE p.created_by = ${who} AND ${where}
      ORDER BY p.number ${order} LIMIT ${rows})`,
  );
  // Several of one assignee's tasks on a pin are neighbours in the index, so DISTINCT ON reads it as a stream.
  const throughTasks = `SELECT one.id, one.number FROM unnest(${given}) who (id) CROSS JOIN LATERAL (
      SELECT DISTINCT ON (t.pin_number, t.pin_id) t.pin_id AS id, t.pin_number AS number
      FROM task t JOIN pin p ON p.organisation_id = $1 AND p.id = t.pin_id
      WHERE t.organisation_id = $1 AND t.project_id = $2 AND t.assignee_id = who.id AND ${taskIs} AND ${where}
      ORDER BY t.pin_number ${order}, t.pin_id ${order} LIMIT ${rows}) one`;
  const ways = given ? [...pins, throughTasks] : pins;
  return `SELECT id FROM (${ways.join(' UNION ')}) found ORDER BY number ${order}, id LIMIT ${rows}`;
}

/** The first pins of the actor by number. */
export const byNumber = ({ params, actor, ...list }: RestrictedPinQuery): string =>
  firstByNumber(
    list,
    {
      made: isInvolved(actor, 'made') ? [userOf(actor, params)] : [],
      given: isInvolved(actor, 'given') ? assigneesOf(actor, params) : undefined,
    },
    "t.status <> 'draft'",
  );

/** The keys of the index per order; pins without a title come last in both directions, so they are read separately. */
export const STATUS_KEY = `array_position(ARRAY[${PIN_STATUSES.map((status) => `'${status}'`).join(', ')}], p.status)`;
export const TITLE_KEY = 'p.title COLLATE natural_order';
export const TITLED = `${TITLE_KEY} > ''`;
export const UNTITLED = `${TITLE_KEY} = ''`;

type Part = { key?: string; condition?: string };

/** For actors who see many pins: orders whose index holds the number of each pin, in parts. */
const WALKED: Partial<Record<string, readonly Part[]>> = {
  createdAt: [{ key: 'p.created_at' }],
  changedAt: [{ key: 'p.changed_at' }],
  status: [{ key: STATUS_KEY }],
  title: [{ key: TITLE_KEY, condition: TITLED }, { condition: UNTITLED }],
};

/**
 * The first pins of an actor who sees many, in an order whose index holds the number of each pin: reads the index alone
 * until the number may be one of theirs. Undefined for other orders.
 */
export function walk(sort: string, order: Order, { where, mayBe }: ManyPins, rows: number): string | undefined {
  const parts = WALKED[sort]?.map(
    ({ key, condition }) => `(SELECT p.number FROM pin p WHERE p.organisation_id = $1 AND p.project_id = $2
      AND ${condition ?? 'true'} AND ${mayBe('p.number')} ORDER BY ${key ? `${key} ${order}, ` : ''}p.number ${order})`,
  );
  return (
    parts &&
    `SELECT one.id FROM (${parts.join(' UNION ALL ')}) walked
      CROSS JOIN LATERAL (SELECT p.id FROM pin p WHERE p.number = walked.number AND ${where} OFFSET 0) one LIMIT ${rows}`
  );
}

/**
 * The first pins by the earliest due date of their tasks visible to the actor; pins without one come last, by number.
 */
export function byDueDay({ where, params, actor, order, rows }: RestrictedPinQuery): string {
  const sees = (alias: string) => `${waiting(alias)} AND ${visible('task', alias, actor, params)}`;
  const onPin = 'FROM task e WHERE e.organisation_id = $1 AND e.pin_id = p.id';
  // A pin is represented by its earliest task, so it occurs once and under its earliest date.
  const first = `NOT EXISTS (SELECT ${onPin} AND ${sees('e')} AND (e.due_date, e.id) < (t.due_date, t.id) OFFSET 0)`;
  const tasks = (condition: string) =>
    `SELECT p.id, t.due_date AS day, p.number FROM task t JOIN pin p ON p.organisation_id = $1 AND p.id = t.pin_id
      WHERE t.organisation_id = $1 AND t.project_id = $2 AND ${condition} AND ${sees('t')} AND ${first} AND ${where}
      ORDER BY t.due_date ${order}, t.pin_number ${order} LIMIT ${rows}`;
  const given = `SELECT one.* FROM unnest(${assigneesOf(actor, params)}) who (id) CROSS JOIN LATERAL (${tasks('t.assignee_id = who.id')}) one`;
  const created = `(${tasks(`t.created_by = ${userOf(actor, params)}`)})`;
  const rest = byNumber({
    ...{ params, actor, rows },
    where: `${where} AND NOT EXISTS (SELECT ${onPin} AND ${sees('e')} OFFSET 0)`,
    order,
  });
  return `SELECT id FROM (
      (SELECT id FROM (${given} UNION ${created}) dated ORDER BY day ${order}, number ${order}, id LIMIT ${rows})
      UNION ALL (${rest})) found LIMIT ${rows}`;
}
