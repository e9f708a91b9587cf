// The actions on saved views. A deleted view is set inactive, like everything that other devices may still refer to.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import {
  MAX_SAVED_VIEWS,
  type SavedViewRow,
  savedViewQuery,
  savedViewTitle,
  VIEWED_LISTS,
} from '../../site/rows/saved-views.ts';
import { canSeeSavedView } from '../../site/visibility.ts';
import { canEditView, canShareView } from './rules.ts';

/** Counts only the actor's own views: a device does not have the private ones of others. */
async function requireViewLimit(tx: SiteTx, actor: Actor): Promise<void> {
  const views = await tx.find('savedView', 'projectId', tx.projectId);
  const own = views.filter((view) => view.active && view.createdBy === actor.userId);
  if (own.length >= MAX_SAVED_VIEWS) refuseFields({ path: 'title', outcome: 'TOO_BIG' });
}

function requireShare(actor: Actor, view: Pick<SavedViewRow, 'createdBy'>): void {
  if (!canShareView(actor, view)) throw new AppError('forbidden');
}

export const createSavedView = defineAction({
  name: 'savedView.create',
  needs: 'savedView.create',
  input: z.strictObject({
    id,
    list: z.enum(VIEWED_LISTS),
    title: savedViewTitle,
    query: savedViewQuery,
    shared: z.boolean().default(false),
  }),
  async run(tx, actor, { id: viewId, list, title, query, shared }) {
    requireCapability(actor, 'savedView.create');
    if (shared) requireShare(actor, { createdBy: actor.userId });
    if (await tx.get('savedView', viewId)) throw new AppError('already_exists');
    await requireViewLimit(tx, actor);
    const now = tx.now();
    tx.put('savedView', {
      id: viewId,
      projectId: tx.projectId,
      list,
      title,
      shared,
      query,
      active: true,
      createdBy: actor.userId,
      createdAt: now,
      changedAt: now,
    });
  },
});

export const updateSavedView = defineAction({
  name: 'savedView.update',
  needs: 'savedView.create',
  /** Only fields in `set` change. `shared` shares a private view; the reverse does not exist. */
  input: z.strictObject({
    id,
    set: z.strictObject({
      title: savedViewTitle.optional(),
      query: savedViewQuery.optional(),
      shared: z.literal(true).optional(),
      active: z.boolean().optional(),
    }),
  }),
  async run(tx, actor, { id: viewId, set }) {
    const view = await tx.get('savedView', viewId);
    if (!view || !canSeeSavedView(actor, view)) throw new AppError('not_found');
    if (!canEditView(actor, view)) throw new AppError('forbidden');
    if (set.shared) requireShare(actor, view);
    if (set.active && !view.active) await requireViewLimit(tx, actor);
    tx.put('savedView', { ...view, ...dropUndefined(set), changedAt: tx.now() });
  },
});
