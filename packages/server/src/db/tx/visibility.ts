// What a member sees of a project, as SQL: the rules of core as one condition per entity. Lists, pulls, counts and exports
// all use these conditions.
import { type Capability, can, scopeOf } from '@plumbline/core/access/capabilities';
import { seesFullPin } from '@plumbline/core/features/media/rules';
import type { Actor } from '@plumbline/core/site/actor';
import type { Entity } from '@plumbline/core/site/entities';

/** The values of a statement under construction. */
export class Params {
  readonly values: unknown[];
  readonly #once = new Map<string, string>();

  constructor(...values: readonly unknown[]) {
    this.values = [...values];
  }

  /** Adds a value and returns its placeholder, such as `$3::uuid`. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }

  /** As `add`, but only on first use: PostgreSQL refuses values without a placeholder in the text. */
  once(key: string, value: unknown, type: string): string {
    const placed = this.#once.get(key) ?? this.add(value, type);
    this.#once.set(key, placed);
    return placed;
  }
}

/** The placeholders of the actor; their values are added on first use. */
type SqlActor = { actor: Actor; readonly user: string; readonly teams: string };

type Condition = () => string;
const never: Condition = () => 'false';

function assigned(task: string, { user, teams }: SqlActor): string {
  return `(${task}.status <> 'draft' AND (
    (${task}.assignee_type = 'User' AND ${task}.assignee_id = ${user})
    OR (${task}.assignee_type = 'TeamGroup' AND ${task}.assignee_id = ANY (${teams}))))`;
}

/** The condition for a capability of the role, over a row that is own or assigned by these conditions. */
function scoped(who: SqlActor, capability: Capability, own: Condition, isAssigned: Condition): string {
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

function task(alias: string, who: SqlActor): string {
  const own = () => `${alias}.created_by = ${who.user}`;
  const drafts = can(who.actor.role, 'task.view', { own: true, assigned: false }) ? own() : 'false';
  const others = scoped(who, 'task.view', own, () => assigned(alias, who));
  // Never published: includes drafts that were set inactive, which have no assignee.
  const unpublished = `(${alias}.status = 'draft' OR (${alias}.status = 'inactive' AND ${alias}.assignee_id IS NULL))`;
  return `((${unpublished} AND ${drafts}) OR (NOT ${unpublished} AND ${others}))`;
}

function pin(alias: string, who: SqlActor): string {
  const some = () => `EXISTS (SELECT FROM task seen_task WHERE seen_task.organisation_id = $1
    AND seen_task.pin_id = ${alias}.id AND ${assigned('seen_task', who)})`;
  return scoped(who, 'pin.view', () => `${alias}.created_by = ${who.user}`, some);
}

// OFFSET 0 keeps these subqueries separate: each is a look-up by key. Merged into one join they are planned badly on tables
// without statistics.
function media(alias: string, who: SqlActor): string {
  const onPin = pin('seen_pin', who);
  const pinSeen =
    onPin === 'true'
      ? 'true'
      : `EXISTS (SELECT FROM pin seen_pin WHERE seen_pin.organisation_id = $1
          AND seen_pin.id = ${alias}.pin_id AND ${onPin} OFFSET 0)`;
  const taskSeen = `EXISTS (SELECT FROM task media_task WHERE media_task.organisation_id = $1
    AND media_task.id = ${alias}.task_id AND media_task.pin_id = ${alias}.pin_id AND ${task('media_task', who)} OFFSET 0)`;
  const onWhole = seesFullPin(who.actor) ? `${alias}.task_id IS NULL OR` : '';
  return `(${pinSeen} AND (${onWhole} ${taskSeen}))`;
}

const BY_ENTITY: Record<Entity, (alias: string, who: SqlActor) => string> = {
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
  markup: (alias, who) =>
    `(${scoped(who, 'plan.view', never, never)} AND (${alias}.shared OR ${alias}.created_by = ${who.user}))`,
  pin,
  task,
  post: media,
  comment: media,
  group: (_alias, who) => scoped(who, 'group.view', never, never),
  savedView: (alias, who) =>
    `(${scoped(who, 'savedView.view', never, never)} AND (${alias}.shared OR ${alias}.created_by = ${who.user}))`,
};

/**
 * The condition under which the actor sees a row of this entity, for the table under `alias` in a statement that is already
 * limited to the organisation, which is `$1`, and to the actor's project.
 */
export function visible(entity: Entity, alias: string, actor: Actor, params: Params): string {
  const who: SqlActor = {
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
 * Whether a change of a task in project `$2` of organisation `$1`, under `change`, was made after it was published: what its
 * creator wrote on the draft stays private afterwards too.
 */
export const sincePublished = (change: string): string => `EXISTS (SELECT FROM change published
  WHERE published.organisation_id = $1 AND published.project_id = $2
    AND published.entity_id = ${change}.entity_id AND published.position <= ${change}.position AND published.after ->> 'status' <> 'draft'
    AND (published.after ->> 'status' <> 'inactive' OR published.before ->> 'status' IS DISTINCT FROM 'draft') OFFSET 0)`;
