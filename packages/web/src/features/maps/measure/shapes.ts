// Shapes of markups over a plan: the saved ones, and the current drawing with its lengths.
import { type MarkupSheet, markupOn, ringsOf } from '@plumbline/core/features/maps/markup';
import { distance, type GroundSize } from '@plumbline/core/features/maps/measure';
import { applyTo, IDENTITY_ALIGNMENT, type PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { measuredText, metresText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { PlanShape } from '../../../viewer/options.ts';
import { type Draft, type Drawing, isMeasure, ringsOfDraft } from './drawing.ts';

const MEASURE = '#0e4b59';

export const flat = (positions: readonly PlanPoint[]): number[] => positions.flatMap(({ x, y }) => [x, y]);

const middleOf = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });

/** The plan's saved markups on a revision. */
export function keptShapes(
  t: Translator,
  rows: readonly MarkupRow[],
  sheet: MarkupSheet,
  size: GroundSize | undefined,
): PlanShape[] {
  return rows
    .filter((row) => row.active)
    .map((row) => {
      const { shape, measured } = markupOn(sheet, { kind: row.kind, rings: ringsOf(row.points, row.holes) }, size);
      const words = [row.text, measuredText(t, measured)].filter(Boolean).join('\n');
      const labels = words === '' ? [] : [{ at: shape.labelAt, text: words }];
      return { ...shape, colour: PIN_COLOURS[row.colour], labels };
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
  const aims = drawing === 'scale' || drawing === 'geo';
  const look = { colour: aims || isMeasure(drawing) ? MEASURE : colour, handles: drawing !== 'freehand' };
  if (aims) return [{ kind: 'line', points, dashed: drawing === 'scale', ...look }];
  const inPlan = (point: Point) => applyTo(sheet.alignment ?? IDENTITY_ALIGNMENT, point);
  const { shape, measured } = markupOn(sheet, { kind: drawing, rings: rings.map((ring) => ring.map(inPlan)) }, size);
  // An area is open until it has three corners.
  const open = drawing === 'area' && (rings[0]?.length ?? 0) < 3;
  const closed = drawing === 'area' && !open;
  const labels =
    drawing === 'angle' && measured
      ? [{ at: shape.labelAt, text: measuredText(t, measured) }]
      : rings.flatMap((ring) =>
          size && (drawing === 'distance' || drawing === 'area') ? lengthsOf(t, ring, { closed, size, inPlan }) : [],
        );
  const handles = look.handles && drawing !== 'cloud' && drawing !== 'count';
  return [{ ...shape, ...(open && { kind: 'line' as const, filled: false }), labels, ...look, handles }];
}

type Lengths = { closed: boolean; size: GroundSize; inPlan: (point: Point) => PlanPoint };

function lengthsOf(t: Translator, ring: readonly Point[], { closed, size, inPlan }: Lengths) {
  const ends = closed && ring.length > 2 ? ring : ring.slice(0, -1);
  return ends.map((from, i) => {
    const to = ring[(i + 1) % ring.length] ?? from;
    return { at: middleOf(from, to), text: metresText(t, distance(size, inPlan(from), inPlan(to))) };
  });
}
