// Georeferencing a plan and drawing markup onto it. Works offline like all work on site.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { groundSize } from '../../site/geometry/mercator.ts';
import { type GeoreferenceRow, geoRow, type MarkupRow, markupRow, sideMetres } from '../../site/rows/maps.ts';
import { canSeeMarkup } from '../../site/visibility.ts';
import { requireUnlocked } from './layers.ts';

async function requirePlan(tx: SiteTx, planId: string): Promise<void> {
  const plan = await tx.get('plan', planId);
  if (plan?.type !== 'Plan') throw new AppError('not_found');
}

/** The row of a plan, to be changed by this user; new if it has none. Throws `not_found` for what is no plan. */
export async function georeferenceOf(tx: SiteTx, planId: string, userId: string): Promise<GeoreferenceRow> {
  await requirePlan(tx, planId);
  const known = await tx.get('ground', planId);
  const changed = { changedBy: userId, changedAt: tx.now() };
  if (known) return { ...known, ...changed };
  const unset = { geo: null, widthM: null, heightM: null, attribution: '', layers: [] };
  return { id: planId, projectId: tx.projectId, ...unset, ...changed };
}

export const calibratePlan = defineAction({
  name: 'plan.calibrate',
  needs: 'plan.manage',
  /** The real size of the whole plan space; null removes the scale. */
  input: z.strictObject({ planId: id, size: z.strictObject({ widthM: sideMetres, heightM: sideMetres }).nullable() }),
  async run(tx, actor, { planId, size }) {
    requireCapability(actor, 'plan.manage');
    const ground = await georeferenceOf(tx, planId, actor.userId);
    tx.put('ground', { ...ground, widthM: size?.widthM ?? null, heightM: size?.heightM ?? null });
  },
});

export const georeferencePlan = defineAction({
  name: 'plan.georeference',
  needs: 'plan.manage',
  /** The georeference of plan space; null removes it from the map. Also sets the scale if none is set. */
  input: z.strictObject({ planId: id, geo: geoRow.nullable() }),
  async run(tx, actor, { planId, geo }) {
    requireCapability(actor, 'plan.manage');
    const ground = await georeferenceOf(tx, planId, actor.userId);
    const plan = await tx.get('plan', planId);
    // The georeference of a map plan is fixed by its tiles.
    if (plan?.planType === 'Map') throw new AppError('already_exists');
    const size = geo && ground.widthM === null ? groundSize(geo) : {};
    tx.put('ground', { ...ground, geo, ...size });
  },
});

const drawn = markupRow.pick({
  id: true,
  planId: true,
  kind: true,
  points: true,
  // Programs from before cut-outs existed do not send them.
  holes: true,
  text: true,
  colour: true,
  // Programs from before layers existed do not send these.
  shared: true,
  layerId: true,
});

/** An outline and cut-outs of at least three points each; only areas have cut-outs. */
function hasValidHoles({ kind, points, holes }: z.output<typeof drawn>): boolean {
  const starts = [0, ...holes, points.length / 2];
  return (
    holes.length === 0 || (kind === 'area' && starts.every((from, i) => i === 0 || from - (starts[i - 1] ?? 0) >= 3))
  );
}

export const drawMarkup = defineAction({
  name: 'markup.draw',
  needs: 'pin.create',
  input: drawn
    .refine(({ points }) => points.length % 2 === 0, { error: 'NOT_VALID', path: ['points'] })
    .refine(({ shared, layerId }) => shared || layerId === null, { error: 'NOT_VALID', path: ['layerId'] })
    .refine(hasValidHoles, { error: 'NOT_VALID', path: ['holes'] }),
  async run(tx, actor, input) {
    requireCapability(actor, 'pin.create');
    await requirePlan(tx, input.planId);
    if (await tx.get('markup', input.id)) throw new AppError('already_exists');
    requireUnlocked(await tx.get('ground', input.planId), input.layerId);
    const now = tx.now();
    const created = { projectId: tx.projectId, active: true, createdBy: actor.userId, createdAt: now, changedAt: now };
    tx.put('markup', { ...input, ...created });
  },
});

/** A markup that this user may change. Throws `not_found` for missing and private ones alike, and `layer_locked`. */
export async function changeableMarkup(tx: SiteTx, actor: Actor, markupId: string): Promise<MarkupRow> {
  const markup = await tx.get('markup', markupId);
  if (!markup || !canSeeMarkup(actor, markup)) throw new AppError('not_found');
  requireCapability(actor, 'pin.edit', { own: markup.createdBy === actor.userId, assigned: false });
  requireUnlocked(await tx.get('ground', markup.planId), markup.layerId);
  return markup;
}

export const updateMarkup = defineAction({
  name: 'markup.update',
  needs: 'pin.edit',
  /** Only fields in `set` change. The number of points stays, and with it which of them are cut-outs. */
  input: z.strictObject({
    id,
    set: z.strictObject({
      points: markupRow.shape.points.optional(),
      text: markupRow.shape.text.optional(),
      colour: markupRow.shape.colour.optional(),
    }),
  }),
  async run(tx, actor, { id: markupId, set }) {
    const markup = await changeableMarkup(tx, actor, markupId);
    if (set.points && set.points.length !== markup.points.length)
      refuseFields({ path: 'set.points', outcome: 'NOT_VALID' });
    tx.put('markup', { ...markup, ...dropUndefined(set), changedAt: tx.now() });
  },
});

export const setMarkupActive = defineAction({
  name: 'markup.setActive',
  needs: 'pin.edit',
  /** Removes and restores a markup. */
  input: z.strictObject({ id, active: z.boolean() }),
  async run(tx, actor, { id: markupId, active }) {
    const markup = await changeableMarkup(tx, actor, markupId);
    tx.put('markup', { ...markup, active, changedAt: tx.now() });
  },
});
