// The revisions of a plan: making one current, deactivating it, and aligning it to the plan.
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { alignment } from '../../site/geometry/alignment-schema.ts';
import type { RevisionRow } from '../../site/rows/plans.ts';
import { regionsOf } from '../maps/scale-regions.ts';
import { carriedRegions } from './aligning/carried-regions.ts';
import { isDiscarded, isFirst, requireAligned } from './revision-rules.ts';

async function loaded(tx: SiteTx, revisionId: string) {
  const revision = await tx.get('revision', revisionId);
  const plan = revision && (await tx.get('plan', revision.planId));
  if (!revision || !plan) throw new AppError('not_found');
  return { revision, plan };
}

export const makeRevisionCurrent = defineAction({
  name: 'revision.makeCurrent',
  needs: 'plan.manage',
  input: z.strictObject({ id }),
  async run(tx, actor, { id: revisionId }) {
    requireCapability(actor, 'plan.manage');
    const { revision, plan } = await loaded(tx, revisionId);
    requireAligned(revision);
    if (!revision.active) tx.put('revision', { ...revision, active: true });
    tx.put('plan', { ...plan, currentRevisionId: revisionId, lastActivity: tx.now() });
  },
});

export const setRevisionActive = defineAction({
  name: 'revision.setActive',
  needs: 'plan.manage',
  input: z.strictObject({ id, active: z.boolean() }),
  async run(tx, actor, { id: revisionId, active }) {
    requireCapability(actor, 'plan.manage');
    const { revision, plan } = await loaded(tx, revisionId);
    if (active) requireAligned(revision);
    else if (plan.currentRevisionId === revisionId) throw new AppError('revision_current');
    tx.put('revision', { ...revision, active });
  },
});

const latestBefore = (revision: RevisionRow, all: readonly RevisionRow[]): RevisionRow | undefined =>
  all
    .filter(({ createdAt }) => createdAt < revision.createdAt)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0];

export const alignRevision = defineAction({
  name: 'revision.align',
  needs: 'plan.manage',
  /** `makeCurrent`: the plan shows it from now on. */
  input: z.strictObject({ id, alignment, makeCurrent: z.boolean() }),
  async run(tx, actor, { id: revisionId, alignment: its, makeCurrent }) {
    requireCapability(actor, 'plan.manage');
    const { revision, plan } = await loaded(tx, revisionId);
    // Everything is aligned to the first revision: moving it would shift all pins against the building.
    if (isDiscarded(revision)) throw new AppError('already_changed');
    const all = await tx.find('revision', 'planId', plan.id);
    if (isFirst(revision, all)) throw new AppError('revision_first');
    const others = all.filter((one) => one.id !== revisionId && one.alignment !== null && regionsOf(one).length > 0);
    const before = others.find((one) => one.id === plan.currentRevisionId) ?? latestBefore(revision, others);
    const aligned = { ...revision, alignment: its, active: revision.active || makeCurrent };
    const scaleRegions =
      before?.alignment == null
        ? revision.scaleRegions
        : carriedRegions({ ...before, alignment: before.alignment }, aligned);
    tx.put('revision', { ...aligned, scaleRegions });
    if (makeCurrent) tx.put('plan', { ...plan, currentRevisionId: revisionId, lastActivity: tx.now() });
  },
});
