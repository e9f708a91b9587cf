// Bulk changes of pins: permitted changes are made, the rest is skipped and counted.
import { z } from 'zod';
import { can } from '../../access/capabilities.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../site/actor.ts';
import { manyChanges, manyIds } from '../../site/bulk.ts';
import { defineAction } from '../../site/define.ts';
import { tagWord } from '../../site/rows/fields.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import { pinTarget } from '../../site/visibility.ts';
import { changedContent, movedPin, noteActivity, pinChange } from './actions.ts';
import { canEditPin } from './rules.ts';
import { PIN_MOVE_NAMES, PIN_MOVES } from './status.ts';

/** Maximum tags per pin. */
const MAX_TAGS = 50;

const bulkChange = z.strictObject({
  set: pinChange.optional(),
  addTags: z.array(tagWord).max(MAX_TAGS).optional(),
  removeTags: z.array(tagWord).max(MAX_TAGS).optional(),
  move: z.enum(PIN_MOVE_NAMES).optional(),
  /** What happens to unfinished tasks when a pin is closed or set inactive. */
  tasks: z.enum(['keep', 'close']).default('keep'),
});
export type BulkChange = z.output<typeof bulkChange>;

/** Why a pin is skipped: closed or inactive, no permission, already in that status, or too many tags. */
export type PinSkipReason = 'locked' | 'forbidden' | 'status' | 'tags';

function changedTags(pin: PinRow, { set, addTags = [], removeTags = [] }: BulkChange): string[] {
  const kept = (set?.tags ?? pin.tags).filter((tag) => !removeTags.includes(tag));
  return [...new Set([...kept, ...addTags])];
}

/** Whether the change edits the content of pins, with or without a status change. */
export function writes({ set, addTags, removeTags }: Omit<BulkChange, 'tasks'>): boolean {
  return Object.keys(set ?? {}).length > 0 || (addTags?.length ?? 0) > 0 || (removeTags?.length ?? 0) > 0;
}

/** Why this change skips the pin; undefined if it applies. Identical on every device and on the server. */
export function pinSkipReason(actor: Actor, pin: PinRow, change: BulkChange): PinSkipReason | undefined {
  const target = pinTarget(actor, pin, []);
  if (writes(change)) {
    if (!can(actor.role, 'pin.edit', target)) return 'forbidden';
    if (!canEditPin(actor, pin)) return 'locked';
    if (changedTags(pin, change).length > MAX_TAGS) return 'tags';
  }
  if (change.move) {
    if (!can(actor.role, 'pin.setStatus', target)) return 'forbidden';
    if (!(PIN_MOVES[change.move].from as readonly string[]).includes(pin.status)) return 'status';
  }
  return undefined;
}

export const editPins = defineAction({
  name: 'pin.editMany',
  needs: 'pin.edit',
  input: manyChanges(z.strictObject({ ids: manyIds, ...bulkChange.shape })),
  async run(tx, actor, { changes }) {
    const plans = new Set<string | null>();
    for (const { ids, ...change } of changes) {
      for (const pin of await tx.getMany('pin', [...new Set(ids)])) {
        if (pinSkipReason(actor, pin, change)) continue;
        const tags = changedTags(pin, change);
        const content = writes(change) ? { ...(await changedContent(tx, pin, change.set ?? {})), tags } : {};
        const next: PinRow = { ...pin, ...content, changedAt: tx.now() };
        plans.add(pin.planId);
        if (!change.move) tx.put('pin', next);
        else movedPin(tx, next, await tx.find('task', 'pinId', pin.id), { move: change.move, fate: change.tasks });
      }
    }
    // If nothing was permitted, the whole action is refused.
    if (plans.size === 0) throw new AppError('forbidden');
    for (const planId of plans) await noteActivity(tx, planId);
  },
});
