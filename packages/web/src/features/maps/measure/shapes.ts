// Shapes of markups over a plan: the saved ones, and the current drawing with its lengths.
import { cornersOf, markupOn, ringsOf } from '@plumbline/core/features/maps/markup';
import type { GroundSize } from '@plumbline/core/features/maps/measure';
import { type MarkupSheet, pointsOf } from '@plumbline/core/features/maps/scale-regions';
import {
  type Alignment,
  applyTo,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
} from '@plumbline/core/site/geometry/alignment';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import type { ScaleRegion } from '@plumbline/core/site/rows/plans';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { measuredText, metresText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { PlanRect, PlanShape } from '../../../viewer/options.ts';
import { type Draft, type Drawing, isMeasure, ringsOfDraft } from './drawing.ts';
import { hasHandles } from './editing/reshaped.ts';

const MEASURE = '#0e4b59';

export const flat = (positions: readonly PlanPoint[]): number[] => positions.flatMap(({ x, y }) => [x, y]);

const middleOf = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });

/** The rectangle around points. */
export function boundsOf(points: readonly Point[]): PlanRect {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The plan's saved markups on a revision. */
export function keptShapes(
  t: Translator,
  rows: readonly MarkupRow[],
  sheet: MarkupSheet,
  size: GroundSize | undefined,
): PlanShape[] {
  return rows.map((row) => {
    const { shape, measured } = markupOn(sheet, { kind: row.kind, rings: ringsOf(row.points, row.holes) }, size);
    const words = [row.text, measuredText(t, measured)].filter(Boolean).join('\n');
    const labels = words === '' ? [] : [{ at: shape.labelAt, text: words }];
    return { ...shape, id: row.id, colour: PIN_COLOURS[row.colour], labels };
  });
}

/** The chosen markup, with handles if it can be changed. A rectangle has them at the corners that define it. */
export function chosenShape(shape: PlanShape, row: MarkupRow, sheet: MarkupSheet, changeable: boolean): PlanShape {
  if (!changeable) return { ...shape, chosen: true };
  const toSheet = invert(sheet.alignment ?? IDENTITY_ALIGNMENT);
  const handles = hasHandles(row.kind) ? pointsOf(row.points) : [];
  return { ...shape, chosen: true, grips: handles.map((point) => applyTo(toSheet, point)) };
}

const REGION = '#5b5346';

/** The scale of a region as text. */
export const scaleText = (t: Translator, scale: number | null): string =>
  scale === null
    ? t('measure.notToScale')
    : t('measure.oneTo', { scale: t.number(scale, { maximumFractionDigits: scale < 10 ? 2 : 0 }) });

/** The outlines of the scale regions, each with its scale in the middle of its upper edge. */
export function regionShapes(
  t: Translator,
  regions: readonly ScaleRegion[],
  chosenId: string | undefined,
): PlanShape[] {
  return regions.map((region) => {
    const points = pointsOf(region.points);
    const { x, y, width } = boundsOf(points);
    const labels = [{ at: { x: x + width / 2, y }, text: scaleText(t, region.scale) }];
    return { kind: 'polygon', points, colour: REGION, dashed: true, filled: region.id === chosenId, labels };
  });
}

type Current = { drawing: Drawing; draft: Draft; colour: string };

/** The current drawing, with a length on each segment of a measurement. */
export function draftShapes(
  t: Translator,
  { drawing, draft, colour }: Current,
  sheet: MarkupSheet,
  size: GroundSize | undefined,
): PlanShape[] {
  const points = draft.hover && !draft.done ? [...draft.points, draft.hover] : draft.points;
  const rings = ringsOfDraft({ ...draft, points });
  if (rings[0]?.length === 0) return [];
  if (drawing === 'region' || drawing === 'regionOutline') {
    const [ring = []] = rings;
    const outline = drawing === 'region' ? cornersOf(ring) : ring;
    return [
      { kind: outline.length > 2 ? 'polygon' : 'line', points: outline, colour: REGION, dashed: true, handles: true },
    ];
  }
  const aims = drawing === 'scale' || drawing === 'geo';
  const look = { colour: aims || isMeasure(drawing) ? MEASURE : colour, handles: drawing !== 'freehand' };
  if (aims) return [{ kind: 'line', points, dashed: drawing === 'scale', ...look }];
  const inPlan = (point: Point) => applyTo(sheet.alignment ?? IDENTITY_ALIGNMENT, point);
  const { shape, measured, scale } = markupOn(
    sheet,
    { kind: drawing, rings: rings.map((ring) => ring.map(inPlan)) },
    size,
  );
  // An area is open until it has three corners.
  const open = drawing === 'area' && (rings[0]?.length ?? 0) < 3;
  const closed = drawing === 'area' && !open;
  const labels =
    drawing === 'angle' && measured
      ? [{ at: shape.labelAt, text: measuredText(t, measured) }]
      : rings.flatMap((ring) => (scale?.toMetres ? lengthsOf(t, ring, closed, scale.toMetres) : []));
  const handles = look.handles && drawing !== 'cloud' && drawing !== 'count';
  return [{ ...shape, ...(open && { kind: 'line' as const, filled: false }), labels, ...look, handles }];
}

function lengthsOf(t: Translator, ring: readonly Point[], closed: boolean, toMetres: Alignment) {
  const ends = closed && ring.length > 2 ? ring : ring.slice(0, -1);
  return ends.map((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from;
    const [start, end] = [applyTo(toMetres, from), applyTo(toMetres, to)];
    return { at: middleOf(from, to), text: metresText(t, Math.hypot(end.x - start.x, end.y - start.y)) };
  });
}
