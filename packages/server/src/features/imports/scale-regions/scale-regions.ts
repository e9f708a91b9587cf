// The scale regions of a new revision: those of the revision before it whose views have not moved, and those read from
// the captions of its views.
import { type MarkupSheet, pointsOf, regionsOf } from '@plumbline/core/features/maps/scale-regions';
import type { Ink } from '@plumbline/core/features/plans/changes';
import type { SheetWord } from '@plumbline/core/features/plans/sheet-references';
import {
  type Alignment,
  applyTo,
  compose,
  invert,
  type PlanPoint,
  type SheetSize,
  toSimilarity,
} from '@plumbline/core/site/geometry/alignment';
import { isInside } from '@plumbline/core/site/geometry/polygon';
import { MAX_SCALE_REGIONS, type ScaleRegion } from '@plumbline/core/site/rows/plans';
import { splitSheet } from './split-sheet.ts';
import { readViewCaptions } from './view-captions.ts';

/** Regions for the views with captions; none unless the sheet has several scales and every scale has its view. */
export function proposeRegions(
  words: readonly SheetWord[],
  picture: Ink,
  { widthPt, heightPt }: SheetSize,
  newId: () => string,
): ScaleRegion[] {
  const { captions, ofSheet } = readViewCaptions(words, heightPt / widthPt);
  const scales = new Set(captions.map(({ scale }) => scale));
  // The scale of the title block is that of a view without a caption, whose place is unknown.
  const isUncaptioned = ofSheet.some((scale) => !scales.has(scale));
  if (scales.size < 2 || isUncaptioned) return [];
  return splitSheet(picture, captions)
    .slice(0, MAX_SCALE_REGIONS)
    .map(({ caption, box: { left, top, right, bottom } }) => ({
      id: newId(),
      name: caption.name,
      points: [left, top, right, top, right, bottom, left, bottom],
      scale: caption.scale,
      proposed: true,
    }));
}

/** A revision with its alignment and its picture. */
export type PicturedSheet = MarkupSheet & { readonly alignment: Alignment; readonly picture: Ink };

const INKED = 90;
/** Pixels by which a line may move by rounding. */
const SHIFT_PX = 1;
/** Share of the lines of a view that must be in place, and the lines it needs to be recognised. */
const MIN_KEPT = 0.65;
const MIN_PIXELS = 40;

/** Regions of the revision before whose lines are where they were. */
export function keptRegions(before: PicturedSheet, now: PicturedSheet): ScaleRegion[] {
  const transform = compose(invert(now.alignment), before.alignment);
  const enlarged = toSimilarity(transform, before, now).scale;
  return regionsOf(before).flatMap((region) => {
    const outline = pointsOf(region.points);
    const points = outline.map((point) => applyTo(transform, point));
    const onSheet = points.every(({ x, y }) => x > -0.01 && y > -0.01 && x < 1.01 && y < 1.01);
    if (!onSheet || !isInPlace(outline, before.picture, now.picture, transform)) return [];
    const scale = region.scale === null ? null : region.scale / enlarged;
    return [{ ...region, scale, points: points.flatMap(({ x, y }) => [fraction(x), fraction(y)]) }];
  });
}

const fraction = (value: number): number => Math.min(1, Math.max(0, value));

function isInPlace(outline: readonly PlanPoint[], before: Ink, now: Ink, transform: Alignment): boolean {
  let [inked, kept] = [0, 0];
  const [xs, ys] = [outline.map((corner) => corner.x), outline.map((corner) => corner.y)];
  const [right, bottom] = [Math.max(...xs) * before.width, Math.max(...ys) * before.height];
  for (let y = Math.floor(Math.min(...ys) * before.height); y < bottom; y++) {
    for (let x = Math.floor(Math.min(...xs) * before.width); x < right; x++) {
      if ((before.ink[y * before.width + x] ?? 0) < INKED) continue;
      const point = { x: (x + 0.5) / before.width, y: (y + 0.5) / before.height };
      if (!isInside(point, outline)) continue;
      inked += 1;
      if (hasInk(now, applyTo(transform, point))) kept += 1;
    }
  }
  return inked >= MIN_PIXELS && kept >= MIN_KEPT * inked;
}

function hasInk({ width, height, ink }: Ink, { x, y }: PlanPoint): boolean {
  const [column, row] = [Math.floor(x * width), Math.floor(y * height)];
  for (let py = Math.max(0, row - SHIFT_PX); py <= Math.min(height - 1, row + SHIFT_PX); py++) {
    for (let px = Math.max(0, column - SHIFT_PX); px <= Math.min(width - 1, column + SHIFT_PX); px++)
      if ((ink[py * width + px] ?? 0) >= INKED) return true;
  }
  return false;
}
