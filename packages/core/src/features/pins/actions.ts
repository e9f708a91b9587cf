// The actions on pins.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError } from '../../kernel/errors.ts';
import { id, line } from '../../kernel/text.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { requireOnPlan } from '../../site/on-sheet.ts';
import { roomAt } from '../../site/rooms.ts';
import { fieldValue } from '../../site/rows/fields.ts';
import { type PinContent, type PinRow, pinContent, pinModelPosition } from '../../site/rows/pins.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { visiblePin } from '../../site/visibility.ts';
import { changedValues } from '../fields/rules.ts';
import { UNFINISHED } from '../tasks/status.ts';
import { PIN_MOVE_NAMES, PIN_MOVES, type PinMove } from './status.ts';

/** The pin, checked for editing its content. Throws `pin_locked` for closed and inactive ones. */
export async function editablePin(tx: SiteTx, actor: Actor, pinId: string): Promise<PinRow> {
  const { pin, target } = await visiblePin(tx, actor, pinId);
  requireCapability(actor, 'pin.edit', target);
  if (pin.status !== 'open') throw new AppError('pin_locked');
  return pin;
}

const place = z.strictObject({
  planId: id.nullable(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** Position on a building model; `lost` is set by the server only. */
  modelPosition: pinModelPosition.omit({ lost: true }).optional(),
});

type PinLocation = z.output<typeof place>;

/** A pin placed on the drawing alone has no model position of its own: it appears above its position on the storey. */
const modelPositionOf = ({ modelPosition }: PinLocation): PinRow['modelPosition'] =>
  modelPosition ? { ...modelPosition, lost: false } : null;

async function checkPinPosition(tx: SiteTx, { planId, x, y, modelPosition }: PinLocation): Promise<void> {
  if (planId === null) {
    if (x !== null || y !== null || modelPosition) throw new AppError('outside_plan');
    return;
  }
  const plan = await tx.get('plan', planId);
  if (plan?.type !== 'Plan') throw new AppError('not_found');
  if (plan.updating) throw new AppError('plan_updating');
  if (x === null || y === null) throw new AppError('outside_plan');
  if (modelPosition && plan.planType !== 'BimCloud') throw new AppError('outside_plan');
  await requireOnPlan(tx, plan, x, y);
}

/** A change of a pin's content. */
export const pinChange = pinContent.partial().extend({
  /** Merged with the existing levels per scale; 0 removes a level. */
  ratings: z.record(line(40, 1), z.int().min(0).max(10)).optional(),
  /** Merged with the existing values per field; null removes a value. */
  fields: z.record(id, fieldValue.nullable()).optional(),
});
export type PinChange = z.output<typeof pinChange>;

async function checkContent(tx: SiteTx, content: PinChange): Promise<void> {
  if (content.categoryId) {
    const category = await tx.get('category', content.categoryId);
    if (!category) throw new AppError('invalid_input', { fields: [{ path: 'categoryId', outcome: 'UNKNOWN' }] });
  }
  if (content.ratings) {
    const scales = (await tx.get('project', tx.projectId))?.ratings ?? [];
    for (const [scaleId, level] of Object.entries(content.ratings)) {
      const scale = scales.find((one) => one.id === scaleId);
      const path = `ratings.${scaleId}`;
      if (!scale) throw new AppError('invalid_input', { fields: [{ path, outcome: 'UNKNOWN' }] });
      if (level > scale.levels.length) throw new AppError('invalid_input', { fields: [{ path, outcome: 'TOO_BIG' }] });
    }
  }
}

/**
 * The content after a change: ratings and custom fields are merged, so that concurrent edits of different ones all take
 * effect.
 */
export async function changedContent(tx: SiteTx, before: PinContent, change: PinChange): Promise<PinContent> {
  await checkContent(tx, change);
  const { ratings, fields, ...set } = change;
  const levels = Object.entries({ ...before.ratings, ...ratings }).filter(([, level]) => level > 0);
  return {
    ...before,
    ...dropUndefined(set),
    ratings: Object.fromEntries(levels),
    fields: await changedValues(tx, before.fields, fields ?? {}),
  };
}

/** Updates the plan's last activity. */
export async function noteActivity(tx: SiteTx, planId: string | null): Promise<void> {
  const plan = planId === null ? undefined : await tx.get('plan', planId);
  if (!plan) return;
  // With a resolution of one minute, so that a busy plan is not synced again with every pin.
  if (plan.lastActivity.slice(0, 16) < tx.now().slice(0, 16)) tx.put('plan', { ...plan, lastActivity: tx.now() });
}

const EMPTY: PinContent = {
  title: '',
  categoryId: null,
  room: '',
  notes: '',
  tags: [],
  ratings: {},
  t1: '',
  t2: '',
  t3: '',
  fields: {},
};

export const createPin = defineAction({
  name: 'pin.create',
  needs: 'pin.create',
  input: z.strictObject({ id, ...place.shape, content: pinChange.default({}) }),
  async run(tx, actor, { id: pinId, content, ...where }) {
    const { planId, x, y } = where;
    requireCapability(actor, 'pin.create');
    if (await tx.get('pin', pinId)) throw new AppError('already_exists');
    await checkPinPosition(tx, where);
    const room = content.room ?? (await roomAt(tx, where));
    const written = await changedContent(tx, EMPTY, { ...content, room });
    tx.put('pin', {
      id: pinId,
      projectId: tx.projectId,
      planId,
      x,
      y,
      modelPosition: modelPositionOf(where),
      number: await tx.nextNumber('pin'),
      status: 'open',
      ...written,
      links: [],
      records: [],
      createdBy: actor.userId,
      createdAt: tx.now(),
      changedAt: tx.now(),
    });
    await noteActivity(tx, planId);
  },
});

export const updatePin = defineAction({
  name: 'pin.update',
  needs: 'pin.edit',
  /** Only the fields in `set` change, so that concurrent edits of different fields of a pin both take effect. */
  input: z.strictObject({ id, set: pinChange }),
  async run(tx, actor, { id: pinId, set }) {
    const pin = await editablePin(tx, actor, pinId);
    tx.put('pin', { ...pin, ...(await changedContent(tx, pin, set)), changedAt: tx.now() });
    await noteActivity(tx, pin.planId);
  },
});

export const movePin = defineAction({
  name: 'pin.move',
  needs: 'pin.edit',
  input: z.strictObject({ id, ...place.shape }),
  async run(tx, actor, { id: pinId, ...where }) {
    const { planId, x, y } = where;
    const pin = await editablePin(tx, actor, pinId);
    await checkPinPosition(tx, where);
    // A room that someone corrected is kept.
    const isProposed = !pin.room || pin.room === (await roomAt(tx, pin));
    const room = isProposed ? await roomAt(tx, where) : pin.room;
    tx.put('pin', { ...pin, planId, x, y, room, modelPosition: modelPositionOf(where), changedAt: tx.now() });
    await noteActivity(tx, planId);
  },
});

type Move = { move: PinMove; fate: 'keep' | 'close' | undefined };

/**
 * Moves a pin, and its tasks, to another status. Throws `already_changed`, or `open_tasks` if the fate of the tasks is
 * not specified.
 */
export function movedPin(tx: SiteTx, pin: PinRow, tasks: readonly TaskRow[], { move, fate }: Move): void {
  const rule = PIN_MOVES[move];
  if (!(rule.from as readonly string[]).includes(pin.status)) throw new AppError('already_changed');
  const now = tx.now();
  if (move === 'reopen') {
    for (const task of tasks) {
      // What its assignee has done is checked again, not done again.
      const status = task.doneAt === null ? 'open' : 'done';
      if (task.status === 'closed') tx.put('task', { ...task, status, changedAt: now });
    }
  } else {
    const unfinished = tasks.filter((task) => UNFINISHED.includes(task.status));
    if (unfinished.length > 0 && fate === undefined) {
      throw new AppError('open_tasks', { params: { open: unfinished.length } });
    }
    for (const task of fate === 'close' ? unfinished : [])
      tx.put('task', { ...task, status: 'closed', changedAt: now });
  }
  tx.put('pin', { ...pin, status: rule.to, changedAt: now });
}

export const setPinStatus = defineAction({
  name: 'pin.setStatus',
  needs: 'pin.setStatus',
  /**
   * `tasks`: what happens to unfinished tasks; if omitted, a pin with unfinished tasks is refused with their number.
   */
  input: z.strictObject({ id, move: z.enum(PIN_MOVE_NAMES), tasks: z.enum(['keep', 'close']).optional() }),
  async run(tx, actor, { id: pinId, move, tasks: fate }) {
    const { pin, tasks, target } = await visiblePin(tx, actor, pinId);
    requireCapability(actor, 'pin.setStatus', target);
    movedPin(tx, pin, tasks, { move, fate });
    await noteActivity(tx, pin.planId);
  },
});
