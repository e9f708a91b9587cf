// Which scale applies to a measurement on a sheet: that of the region it lies in, otherwise the scale of the plan. The
// plan viewer, prints, reports and exports all ask here.
import { type Alignment, compose, IDENTITY_ALIGNMENT, type PlanPoint } from '../../site/geometry/alignment.ts';
import { areaOf, edgesCross, edgesOf, isInside, isOnBorder } from '../../site/geometry/polygon.ts';
import type { ScaleRegion } from '../../site/rows/plans.ts';
import { type GroundSize, sizeByScale } from './measure.ts';

/** A revision as the sheet that markups are shown on. */
export type MarkupSheet = {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alignment: Alignment | null;
  /** Revisions that a device has stored before regions existed have none. */
  readonly scaleRegions?: readonly ScaleRegion[];
};

const NO_REGIONS: readonly ScaleRegion[] = [];

export const regionsOf = ({ scaleRegions = NO_REGIONS }: Pick<MarkupSheet, 'scaleRegions'>): readonly ScaleRegion[] =>
  scaleRegions;

/** `crosses`: partly in one region, partly in another one or outside. */
export type ScaleProblem = 'crosses' | 'notToScale' | 'noScale';

export type AppliedScale = {
  /** Undefined: the scale of the whole plan. */
  readonly region: ScaleRegion | undefined;
  /** From fractions of the sheet to metres on site. */
  readonly toMetres: Alignment | undefined;
  readonly problem: ScaleProblem | undefined;
};

/** Alternating x and y → points. */
export function pointsOf(coordinates: readonly number[]): PlanPoint[] {
  const points: PlanPoint[] = [];
  for (let i = 0; i + 1 < coordinates.length; i += 2)
    points.push({ x: coordinates[i] ?? 0, y: coordinates[i + 1] ?? 0 });
  return points;
}

const metresPer = ({ widthM, heightM }: GroundSize): Alignment => [widthM, 0, 0, 0, heightM, 0];

/**
 * The scale for points of a sheet. `rings`: an open path, or with `closed` an outline and its cut-outs. `plan`: the real
 * size of plan space.
 */
export function scaleOn(
  sheet: MarkupSheet,
  rings: readonly (readonly PlanPoint[])[],
  closed: boolean,
  plan: GroundSize | undefined,
): AppliedScale {
  const edges = rings.flatMap((ring) => edgesOf(ring, closed));
  // A path from border to border lies in a region if its middle does.
  const points = [
    ...rings.flat(),
    ...edges.map(({ from, to }) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })),
  ];
  let within: { region: ScaleRegion; area: number } | undefined;
  for (const region of regionsOf(sheet)) {
    const outline = pointsOf(region.points);
    const off = points.filter((point) => !isOnBorder(point, outline));
    const inside = off.filter((point) => isInside(point, outline)).length;
    const border = edgesOf(outline, true);
    const crossed = edges.some((edge) => border.some((side) => edgesCross(edge, side)));
    const encloses = closed && inside === 0 && outline.some((corner) => rings.some((ring) => isInside(corner, ring)));
    if (crossed || encloses || (inside > 0 && inside < off.length))
      return { region, toMetres: undefined, problem: 'crosses' };
    if (inside === 0) continue;
    const area = areaOf(outline);
    if (!within || area < within.area) within = { region, area };
  }
  if (within) {
    const { region } = within;
    if (region.scale === null) return { region, toMetres: undefined, problem: 'notToScale' };
    return { region, toMetres: metresPer(sizeByScale(region.scale, sheet)), problem: undefined };
  }
  if (!plan) return { region: undefined, toMetres: undefined, problem: 'noScale' };
  const toMetres = compose(metresPer(plan), sheet.alignment ?? IDENTITY_ALIGNMENT);
  return { region: undefined, toMetres, problem: undefined };
}

/** How many times longer something is in reality than on the sheet's paper: 100 for 1:100. */
export function ratioOf(toMetres: Alignment, { widthPt }: Pick<MarkupSheet, 'widthPt'>): number {
  return Math.hypot(toMetres[0], toMetres[3]) / ((widthPt / 72) * 0.0254);
}
