// The actions on groups. A group is set inactive, never deleted; pins hold no reference to it.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { type GroupRow, groupTitle, MAX_GROUP_PINS, MAX_GROUPS } from '../../site/rows/groups.ts';
import { type PinFilter, pinFilter } from '../../site/values/pin-filter.ts';
import { filterCount } from '../pins/filter.ts';
import { groupTarget, normaliseFilter } from './rules.ts';

/** Maximum pins added or removed by one action. */
export const MAX_PINS_PER_CHANGE = 1_000;

const pinList = z.array(id).max(MAX_PINS_PER_CHANGE);

/** The group, checked for editing. */
async function editableGroup(tx: SiteTx, actor: Actor, groupId: string): Promise<GroupRow> {
  const group = await tx.get('group', groupId);
  if (!group) throw new AppError('not_found');
  requireCapability(actor, 'group.edit', groupTarget(actor, group));
  return group;
}

function requireFilter(filter: PinFilter): PinFilter {
  const tidy = normaliseFilter(filter);
  // An empty filter would just be a second list of all pins.
  if (filterCount(tidy) === 0) refuseFields({ path: 'filter', outcome: 'REQUIRED' });
  return tidy;
}

async function requirePins(tx: SiteTx, pinIds: readonly string[]): Promise<void> {
  const known = await tx.getMany('pin', pinIds);
  if (known.length < pinIds.length) throw new AppError('not_found');
}

export const createGroup = defineAction({
  name: 'group.create',
  needs: 'group.create',
  /** With a filter it is a smart group, without one a manual group of these pins. */
  input: z
    .strictObject({ id, title: groupTitle, pinIds: pinList.default([]), filter: pinFilter.nullable().default(null) })
    .refine(({ pinIds, filter }) => filter === null || pinIds.length === 0, { error: 'NOT_VALID', path: ['pinIds'] }),
  async run(tx, actor, { id: groupId, title, pinIds, filter }) {
    requireCapability(actor, 'group.create');
    if (await tx.get('group', groupId)) throw new AppError('already_exists');
    const groups = await tx.find('group', 'projectId', tx.projectId);
    if (groups.length >= MAX_GROUPS) refuseFields({ path: 'title', outcome: 'TOO_BIG' });
    const requested = [...new Set(pinIds)];
    await requirePins(tx, requested);
    const now = tx.now();
    tx.put('group', {
      id: groupId,
      projectId: tx.projectId,
      title,
      kind: filter === null ? 'manual' : 'smart',
      pinIds: requested,
      filter: filter === null ? null : requireFilter(filter),
      active: true,
      createdBy: actor.userId,
      createdAt: now,
      changedAt: now,
    });
  },
});

export const updateGroup = defineAction({
  name: 'group.update',
  needs: 'group.edit',
  /** Only fields in `set` change. Only smart groups accept a filter. */
  input: z.strictObject({
    id,
    set: z.strictObject({
      title: groupTitle.optional(),
      filter: pinFilter.optional(),
      active: z.boolean().optional(),
    }),
  }),
  async run(tx, actor, { id: groupId, set }) {
    const group = await editableGroup(tx, actor, groupId);
    if (set.filter && group.kind !== 'smart') refuseFields({ path: 'filter', outcome: 'NOT_VALID' });
    const filter = set.filter ? requireFilter(set.filter) : undefined;
    tx.put('group', { ...group, ...dropUndefined({ ...set, filter }), changedAt: tx.now() });
  },
});

export const changeGroupPins = defineAction({
  name: 'group.pins',
  needs: 'group.edit',
  /** Pins already in the group, or no longer in it, are skipped; new ones are appended. */
  input: z.strictObject({ id, add: pinList.default([]), remove: pinList.default([]) }),
  async run(tx, actor, { id: groupId, add, remove }) {
    const group = await editableGroup(tx, actor, groupId);
    if (group.kind !== 'manual') refuseFields({ path: 'id', outcome: 'NOT_VALID' });
    const had = new Set(group.pinIds);
    const added = [...new Set(add)].filter((pinId) => !had.has(pinId));
    await requirePins(tx, added);
    const gone = new Set(remove);
    const pinIds = [...group.pinIds, ...added].filter((pinId) => !gone.has(pinId));
    if (pinIds.length > MAX_GROUP_PINS) refuseFields({ path: 'add', outcome: 'TOO_BIG' });
    tx.put('group', { ...group, pinIds, changedAt: tx.now() });
  },
});

/** The ids with some of them moved before another one, in the given order; null: to the end. */
function moved(all: readonly string[], requested: readonly string[], before: string | null): string[] {
  const held = new Set(all);
  const moving = [...new Set(requested)].filter((one) => held.has(one));
  const going = new Set(moving);
  const rest = all.filter((one) => !going.has(one));
  const at = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), ...moving, ...rest.slice(at)];
}

export const orderGroupPins = defineAction({
  name: 'group.order',
  needs: 'group.edit',
  /**
   * Sent as a move rather than a complete order, so that pins added concurrently stay. If `before` is gone, nothing
   * moves.
   */
  input: z.strictObject({ id, pinIds: pinList.min(1), before: id.nullable() }),
  async run(tx, actor, { id: groupId, pinIds, before }) {
    const group = await editableGroup(tx, actor, groupId);
    if (group.kind !== 'manual') refuseFields({ path: 'id', outcome: 'NOT_VALID' });
    if (before !== null && (!group.pinIds.includes(before) || pinIds.includes(before))) return;
    tx.put('group', { ...group, pinIds: moved(group.pinIds, pinIds, before), changedAt: tx.now() });
  },
});
