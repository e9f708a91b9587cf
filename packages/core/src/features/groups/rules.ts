// Which pins a group contains, and who may change it.
import { can, type Target } from '../../access/capabilities.ts';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import type { Actor } from '../../site/actor.ts';
import { type GroupRow, MAX_GROUP_PINS } from '../../site/rows/groups.ts';
import type { PinFilter } from '../../site/values/pin-filter.ts';
import { matchesPin, type PinInContext } from '../pins/filter.ts';

export function groupTarget(actor: Pick<Actor, 'userId'>, group: Pick<GroupRow, 'createdBy'>): Target {
  return { own: group.createdBy === actor.userId, assigned: false };
}

/** Whether the actor may rename it, change its content, and set it inactive. */
export function canEditGroup(actor: Actor, group: GroupRow): boolean {
  return can(actor.role, 'group.edit', groupTarget(actor, group));
}

/** Whether a manual group has room for these pins in addition to its own. */
export const fitsInGroup = (has: readonly string[], added: readonly string[]): boolean =>
  new Set([...has, ...added]).size <= MAX_GROUP_PINS;

/** The pins that are in the group, those of a manual group in its own order. `today` is YYYY-MM-DD. */
export function pinsOfGroup(group: GroupRow, pins: readonly PinInContext[], today: string): PinInContext[] {
  const { filter, kind, pinIds } = group;
  if (kind === 'smart') return filter === null ? [] : pins.filter((one) => matchesPin(filter, one, today));
  const byId = new Map(pins.map((one) => [one.pin.id, one]));
  return pinIds.flatMap((pinId) => byId.get(pinId) ?? []);
}

/** A filter without empty fields, so that equivalent filters compare equal. */
export function normaliseFilter(filter: PinFilter): PinFilter {
  const set = Object.entries(filter).filter(([, one]) => one !== '' && !(Array.isArray(one) && one.length === 0));
  // Object.fromEntries loses the key types; they are those of the filter.
  return dropUndefined(Object.fromEntries(set)) as PinFilter;
}
