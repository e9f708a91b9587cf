// For lists of the pins that certain people created or have tasks on: some roles see only their own, and a filter asks for
// those of anyone. Reads the first pins of each person in index order. The list's condition decides what is shown; this only
// avoids scanning the whole project.
import { scopeOf } from '@plumbline/core/access/capabilities';
import type { Actor } from '@plumbline/core/site/actor';
import { PIN_STATUSES } from '@plumbline/core/site/rows/pins';
import { type Params, visible } from '../../db/tx/visibility.ts';
import { unionOfParts } from '../../lists/page-ids.ts';

type Order = 'asc' | 'desc';

/** In SQL: the id of each person, and the array of their teams. */
export type PinPeople = { persons: readonly string[]; teams?: string | undefined };

/** `where` is the condition on pins `p`. */
type FirstPins = { where: string; order: Order; rows: number };
export type RestrictedPinQuery = FirstPins & { params: Params; actor: Actor };

/** Whether the actor sees only some pins. */
export function seesSome({ role }: Actor): boolean {
  const scope = scopeOf(role, 'pin.view');
  return scope !== 'all' && scope !== 'no';
}

/** Tasks with a due date that still need someone to act. */
const waiting = (alias: string) => `${alias}.status IN ('open', 'rejected', 'done') AND ${alias}.due_date IS NOT NULL`;

const userOf = ({ userId }: Actor, params: Params): string => params.once(`user ${userId}`, userId, 'uuid');

const teamsOf = ({ userId, teamIds }: Actor, params: Params): string =>
  params.once(`teams ${userId}`, [...teamIds], 'uuid[]');

/** The user and their teams: all pins that the actor sees, if only some, are pins of these. */
const actorAsPeople = (actor: Actor, params: Params): PinPeople => ({
  persons: [userOf(actor, params)],
  teams: actor.teamIds.size > 0 ? teamsOf(actor, params) : undefined,
});

/** The keys by which pins `p` and their copies in `pin_person` are sorted. */
export const statusKey = (alias: string): string =>
  `array_position(ARRAY[${PIN_STATUSES.map((status) => `'${status}'`).join(', ')}], ${alias}.status)`;
export const titleKey = (alias: string): string => `${alias}.title COLLATE natural_order`;

/** The pins of a list in parts, one after the other; without a key by number. */
type Part = { key?: string; condition?: string };

/** Pins without a title come last in both directions. */
export const byTitle = (alias: string): Part[] => [
  { key: titleKey(alias), condition: `${titleKey(alias)} > ''` },
  { condition: `${titleKey(alias)} = ''` },
];

const byStatus = (order: Order): Part[] => {
  const parts = PIN_STATUSES.map((status) => ({ condition: `d.status = '${status}'` }));
  return order === 'asc' ? parts : parts.reverse();
};

const PARTS = {
  number: () => [{}],
  createdAt: () => [{ key: 'd.created_at' }],
  changedAt: () => [{ key: 'd.changed_at' }],
  status: byStatus,
  title: () => byTitle('d'),
} satisfies Record<string, (order: Order) => Part[]>;

export type PeopleSort = keyof typeof PARTS;

/** Whether the pins of people are read in this order from an index. */
export const isPeopleSort = (sort: string): sort is PeopleSort => sort in PARTS;

function firstOfPart({ where, order, rows }: FirstPins, { persons, teams }: PinPeople, part: Part): string {
  const { key = '0', condition = 'true' } = part;
  const sorted = part.key ? `key ${order}, number ${order}` : `number ${order}`;
  const pinsOf = (who: string) =>
    `SELECT p.id, ${key} AS key, d.number FROM pin_person d JOIN pin p ON p.organisation_id = $1 AND p.id = d.pin_id
      WHERE d.organisation_id = $1 AND d.project_id = $2 AND d.person_id = ${who} AND ${condition} AND ${where}
      ORDER BY ${part.key ? `${key} ${order}, ` : ''}d.number ${order} LIMIT ${rows}`;
  // One query for each person: PostgreSQL knows how many pins someone has only if it plans for their id.
  const ways = persons.map((who) => `(${pinsOf(who)})`);
  if (teams) ways.push(`SELECT one.* FROM unnest(${teams}) who (id) CROSS JOIN LATERAL (${pinsOf('who.id')}) one`);
  return `SELECT id FROM (${ways.join(' UNION ')}) found ORDER BY ${sorted}, id`;
}

/** The first pins that one of the people created, or has a task on. */
export const firstOfPeople = (list: FirstPins, people: PinPeople, sort: PeopleSort): string =>
  unionOfParts(
    PARTS[sort](list.order).map((part) => firstOfPart(list, people, part)),
    list.rows,
  );

/** The first pins that the actor sees, if only some, in an order that an index has. */
export const firstOfActor = ({ params, actor, ...list }: RestrictedPinQuery, sort: PeopleSort): string =>
  firstOfPeople(list, actorAsPeople(actor, params), sort);

/** All pins of the actor, and perhaps some more, in SQL as `id`. */
export const pinsOfActor = (actor: Actor, params: Params): string =>
  `SELECT mine.pin_id AS id FROM pin_person mine WHERE mine.organisation_id = $1 AND mine.project_id = $2
    AND mine.person_id = ANY (array_append(${teamsOf(actor, params)}, ${userOf(actor, params)}))`;

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
  const assignees = `array_append(${teamsOf(actor, params)}, ${userOf(actor, params)})`;
  const given = `SELECT one.* FROM unnest(${assignees}) who (id) CROSS JOIN LATERAL (${tasks('t.assignee_id = who.id')}) one`;
  const created = `(${tasks(`t.created_by = ${userOf(actor, params)}`)})`;
  const undated = `${where} AND NOT EXISTS (SELECT ${onPin} AND ${sees('e')} OFFSET 0)`;
  const rest = firstOfActor({ params, actor, rows, order, where: undated }, 'number');
  return `SELECT id FROM (
      (SELECT id FROM (${given} UNION ${created}) dated ORDER BY day ${order}, number ${order}, id LIMIT ${rows})
      UNION ALL (${rest})) found LIMIT ${rows}`;
}
