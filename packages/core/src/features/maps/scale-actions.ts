// The scale regions of a revision: views on the sheet that have their own scale. Works offline.
import { z } from 'zod';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { areaOf, crossesItself } from '../../site/geometry/polygon.ts';
import { MAX_SCALE_REGIONS, type ScaleRegion, scaleRegion } from '../../site/rows/plans.ts';
import { pointsOf, regionsOf } from './scale-regions.ts';

/** Smallest region, as a fraction of the sheet. */
const MIN_REGION_AREA = 0.0002;

/** Whether the points are the outline of an area. */
export function isRegionOutline(coordinates: readonly number[]): boolean {
  const outline = pointsOf(coordinates);
  return coordinates.length % 2 === 0 && areaOf(outline) >= MIN_REGION_AREA && !crossesItself(outline);
}

async function revisionOf(tx: SiteTx, revisionId: string) {
  const revision = await tx.get('revision', revisionId);
  if (!revision) throw new AppError('not_found');
  return revision;
}

export const setScaleRegion = defineAction({
  name: 'scaleRegion.set',
  needs: 'plan.manage',
  /** Adds a region, or replaces the one with this id. */
  input: z.strictObject({
    revisionId: id,
    region: scaleRegion
      .omit({ proposed: true })
      .refine(({ points }) => isRegionOutline(points), { error: 'NOT_VALID', path: ['points'] }),
  }),
  async run(tx, actor, { revisionId, region }) {
    requireCapability(actor, 'plan.manage');
    const revision = await revisionOf(tx, revisionId);
    const set: ScaleRegion = { ...region, proposed: false };
    const regions = regionsOf(revision);
    const scaleRegions = regions.some((one) => one.id === region.id)
      ? regions.map((one) => (one.id === region.id ? set : one))
      : [...regions, set];
    if (scaleRegions.length > MAX_SCALE_REGIONS) refuseFields({ path: 'region', outcome: 'TOO_BIG' });
    tx.put('revision', { ...revision, scaleRegions });
  },
});

export const removeScaleRegion = defineAction({
  name: 'scaleRegion.remove',
  needs: 'plan.manage',
  /** Does nothing if the region is gone. */
  input: z.strictObject({ revisionId: id, id }),
  async run(tx, actor, { revisionId, id: regionId }) {
    requireCapability(actor, 'plan.manage');
    const revision = await revisionOf(tx, revisionId);
    const regions = regionsOf(revision);
    const scaleRegions = regions.filter((one) => one.id !== regionId);
    if (scaleRegions.length < regions.length) tx.put('revision', { ...revision, scaleRegions });
  },
});
