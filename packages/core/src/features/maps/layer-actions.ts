// The named layers of a plan's markups. Work offline.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import { MAX_LAYERS, type MarkupLayer, markupLayer } from '../../site/rows/maps.ts';
import { changeableMarkup, georeferenceOf } from './actions.ts';
import { layersOf, requireUnlocked } from './layers.ts';

function requireFreeName(layers: readonly MarkupLayer[], own: Pick<MarkupLayer, 'id' | 'name'>): void {
  const key = own.name.toLocaleLowerCase('en');
  if (layers.some(({ id: other, name, active }) => active && other !== own.id && name.toLocaleLowerCase('en') === key))
    refuseFields({ path: 'name', outcome: 'ALREADY_IN_USE' });
}

export const createMarkupLayer = defineAction({
  name: 'markupLayer.create',
  needs: 'pin.create',
  input: z.strictObject({ planId: id, id, name: markupLayer.shape.name }),
  async run(tx, actor, { planId, id: layerId, name }) {
    requireCapability(actor, 'pin.create');
    const ground = await georeferenceOf(tx, planId, actor.userId);
    const layers = layersOf(ground);
    if (layers.some((layer) => layer.id === layerId)) throw new AppError('already_exists');
    if (layers.length >= MAX_LAYERS) refuseFields({ path: 'name', outcome: 'TOO_BIG' });
    requireFreeName(layers, { id: layerId, name });
    const created = { id: layerId, name, locked: false, active: true, createdBy: actor.userId };
    tx.put('ground', { ...ground, layers: [...layers, created] });
  },
});

export const updateMarkupLayer = defineAction({
  name: 'markupLayer.update',
  needs: 'pin.edit',
  /** Only fields in `set` change. `active` removes and restores the layer with its markups. */
  input: z.strictObject({
    planId: id,
    id,
    set: z.strictObject({
      locked: z.boolean().optional(),
      active: z.boolean().optional(),
    }),
  }),
  async run(tx, actor, { planId, id: layerId, set }) {
    const ground = await georeferenceOf(tx, planId, actor.userId);
    const layers = layersOf(ground);
    const layer = layers.find((one) => one.id === layerId);
    if (!layer) throw new AppError('not_found');
    requireCapability(actor, 'pin.edit', { own: layer.createdBy === actor.userId, assigned: false });
    const next = { ...layer, ...dropUndefined(set) };
    if (!layer.active && next.active) requireFreeName(layers, next);
    if (layer.locked && !next.active) throw new AppError('layer_locked');
    tx.put('ground', { ...ground, layers: layers.map((one) => (one.id === layerId ? next : one)) });
  },
});

export const setMarkupLayer = defineAction({
  name: 'markup.setLayer',
  needs: 'pin.edit',
  /** Moves a markup to a named layer, or to the one for all. A private one is shared by that. */
  input: z.strictObject({ id, layerId: id.nullable() }),
  async run(tx, actor, { id: markupId, layerId }) {
    const markup = await changeableMarkup(tx, actor, markupId);
    requireUnlocked(await tx.get('ground', markup.planId), layerId);
    tx.put('markup', { ...markup, layerId, shared: true, changedAt: tx.now() });
  },
});
