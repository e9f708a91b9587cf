// What a member sees of a project, as SQL: the rules of core's pins, tasks and media as one condition for each entity.
// Lists, pulls, counts and exports all take their condition from here.
import { type Capability, can, scopeOf } from '@plumbline/core/access/capabilities';
import { seesWholePin } from '@plumbline/core/features/media/rules';
import type { Actor } from '@plumbline/core/site/actor';
import type { Entity } from '@plumbline/core/site/entities';

/** The values of a statement under construction. */
export class Params {
  readonly values: unknown[];
  readonly #once = new Map<string, string>();

  constructor(...values: readonly unknown[]) {
    this.values = [...values];
  }

  /** Takes a value in and returns what stands for it in the text, such as `$3::uuid`. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }

  /** As `add`, taken in at its first use only: a value the text never names would be refused by PostgreSQL. */
  once(key: string, value: unknown, type: string): string {
    const placed = this.#once.get(key) ?? this.add(value, type);
    this.#once.set(key, placed);
    return placed;
  }
}

/** What stands for the actor in the text; taken into the statement when asked for. */
type Who = { actor: Actor; readonly user: string; readonly teams: string };

type Condition = () => string;
const never: Condition = () => 'false';

function assigned(task: string, { user, teams }: Who): string {
  return `(${task}.status <> 'draft' AND (
    (${task}.assignee_type = 'User' AND ${task}.assignee_id = ${user})
    OR (${task}.assignee_type = 'TeamGroup' AND ${task}.assignee_id = ANY (${teams}))))`;
}

/** The scope a role holds a capability in, over a row that is own or assigned by these conditions. */
function scoped(who: Who, capability: Capability, own: Condition, isAssigned: Condition): string {
  switch (scopeOf(who.actor.role, capability)) {
    case 'all':
      return 'true';
    case 'own':
      return own();
    case 'assigned':
      return isAssigned();
    case 'involved':
      return `(${own()} OR ${isAssigned()})`;
    case 'no':
      return 'false';
  }
}

function task(alias: string, who: Who): string {
  const own = () => `${alias}.created_by = ${who.user}`;
  const drafts = can(who.actor.role, 'task.view', { own: true, assigned: false }) ? own() : 'false';
  const others = scoped(who, 'task.view', own, () => assigned(alias, who));
  // Never published: also what was set inactive as a draft, which has no assignee.
  const unpublished = `(${alias}.status = 'draft' OR (${alias}.status = 'inactive' AND ${alias}.assignee_id IS NULL))`;
  return `((${unpublished} AND ${drafts}) OR (NOT ${unpublished} AND ${others}))`;
}

function pin(alias: string, who: Who): string {
  const some = () => `EXISTS (SELECT FROM task seen_task WHERE seen_task.organisation_id = ${alias}.organisation_id
    AND seen_task.pin_id = ${alias}.id AND ${assigned('seen_task', who)})`;
  return scoped(who, 'pin.view', () => `${alias}.created_by = ${who.user}`, some);
}

// OFFSET 0 keeps these apart: each is one look-up by key, and merged into one great join they are planned badly on tables
// that nobody has counted yet.
function media(alias: string, who: Who): string {
  const onPin = pin('seen_pin', who);
  const pinSeen =
    onPin === 'true'
      ? 'true'
      : `EXISTS (SELECT FROM pin seen_pin WHERE seen_pin.organisation_id = ${alias}.organisation_id
          AND seen_pin.id = ${alias}.pin_id AND ${onPin} OFFSET 0)`;
  const taskSeen = `EXISTS (SELECT FROM task media_task WHERE media_task.organisation_id = ${alias}.organisation_id
    AND media_task.id = ${alias}.task_id AND media_task.pin_id = ${alias}.pin_id AND ${task('media_task', who)} OFFSET 0)`;
  const onWhole = seesWholePin(who.actor) ? `${alias}.task_id IS NULL OR` : '';
  return `(${pinSeen} AND (${onWhole} ${taskSeen}))`;
}

const BY_ENTITY: Record<Entity, (alias: string, who: Who) => string> = {
  project: (_alias, who) => scoped(who, 'project.view', never, never),
  member: (_alias, who) => scoped(who, 'member.view', never, never),
  contact: (_alias, who) => scoped(who, 'member.view', never, never),
  team: (_alias, who) => scoped(who, 'member.view', never, never),
  category: (_alias, who) => scoped(who, 'project.view', never, never),
  field: (_alias, who) => scoped(who, 'project.view', never, never),
  plan: (_alias, who) => scoped(who, 'plan.view', never, never),
  revision: (_alias, who) => scoped(who, 'plan.view', never, never),
  model: (_alias, who) => scoped(who, 'plan.view', never, never),
  ground: (_alias, who) => scoped(who, 'plan.view', never, never),
  markup: (_alias, who) => scoped(who, 'plan.view', never, never),
  pin,
  task,
  post: media,
  comment: media,
  group: (_alias, who) => scoped(who, 'group.view', never, never),
};

/**
 * The condition under which the actor sees a row of this entity, for the table under `alias` in a statement that already
 * holds to the organisation and to the project of the actor's role.
 */
export function visible(entity: Entity, alias: string, actor: Actor, params: Params): string {
  const who: Who = {
    actor,
    get user() {
      return params.once(`user ${actor.userId}`, actor.userId, 'uuid');
    },
    get teams() {
      return params.once(`teams ${actor.userId}`, [...actor.teamIds], 'uuid[]');
    },
  };
  return BY_ENTITY[entity](alias, who);
}

/**
 * Whether a change of a task, under `change`, is of the time since it was given out: what was written on the draft before is its maker's own
 * business, also after it.
 */
export const sinceGiven = (change: string): string => `EXISTS (SELECT FROM change given
  WHERE given.organisation_id = ${change}.organisation_id AND given.project_id = ${change}.project_id
    AND given.entity_id = ${change}.entity_id AND given.position <= ${change}.position AND given.after ->> 'status' <> 'draft'
    AND (given.after ->> 'status' <> 'inactive' OR given.before ->> 'status' IS DISTINCT FROM 'draft') OFFSET 0)`;
