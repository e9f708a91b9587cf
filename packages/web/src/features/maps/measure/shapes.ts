// Shapes of markups over a plan: the saved ones, and the current drawing with its lengths.
import { cornersOf, measureOf, planPointsOf } from '@plumbline/core/features/maps/markup';
import { distance, type GroundSize } from '@plumbline/core/features/maps/measure';
import { type Alignment, applyTo, invert, type PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { MarkupKind, MarkupRow } from '@plumbline/core/site/rows/maps';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { measuredText, metresText } from '@plumbline/locales/lengths';
import type { Translator } from '@plumbline/locales/translate';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { PlanShape } from '../../../viewer/options.ts';
import type { Draft, Drawing } from './drawing.ts';

const MEASURE = '#0e4b59';

export const flat = (positions: readonly PlanPoint[]): number[] => positions.flatMap(({ x, y }) => [x, y]);

function middleOf(points: readonly Point[]): Point {
  const n = Math.max(1, points.length);
  return { x: points.reduce((sum, p) => sum + p.x, 0) / n, y: points.reduce((sum, p) => sum + p.y, 0) / n };
}

type DrawnShape = { kind: MarkupKind; points: readonly Point[]; text: string; colour: string };

function lookOf({ kind, points, text, colour }: DrawnShape): PlanShape {
  if (kind === 'text') return { kind, points, colour, labels: points.slice(0, 1).map((at) => ({ at, text })) };
  const label = text === '' ? {} : { labels: [{ at: middleOf(points), text }] };
  if (kind === 'rectangle') return { kind: 'polygon', points: cornersOf(points), colour, ...label };
  if (kind === 'area') return { kind: 'polygon', points, colour, filled: true, ...label };
  return { kind: kind === 'arrow' ? 'arrow' : 'line', points, colour, ...label };
}

/** The plan's saved markups, transformed to a sheet with this alignment. */
export function keptShapes(
  t: Translator,
  rows: readonly MarkupRow[],
  alignment: Alignment,
  size: GroundSize | undefined,
): PlanShape[] {
  const toSheet = invert(alignment);
  return rows
    .filter((row) => row.active)
    .map((row) => {
      const positions = planPointsOf(row.points);
      const words = [row.text, measuredText(t, measureOf(row.kind, positions, size))].filter(Boolean).join('\n');
      const points = (row.kind === 'rectangle' ? cornersOf(positions) : positions).map((position) =>
        applyTo(toSheet, position),
      );
      const look = lookOf({ kind: row.kind, points, text: words, colour: PIN_COLOURS[row.colour] });
      // Use its transformed corners, because on a rotated sheet the rectangle is rotated.
      return row.kind === 'rectangle' ? { ...look, points } : look;
    });
}

/** The current drawing, with a length on each segment. */
export function draftShapes(
  t: Translator,
  drawing: Drawing,
  draft: Draft,
  alignment: Alignment,
  size: GroundSize | undefined,
  colour: string,
): PlanShape[] {
  const points = draft.hover && !draft.done ? [...draft.points, draft.hover] : draft.points;
  if (points.length === 0) return [];
  const measures = drawing === 'distance' || drawing === 'area' || drawing === 'scale' || drawing === 'geo';
  const look = { colour: measures ? MEASURE : colour, handles: drawing !== 'freehand' };
  if (drawing === 'rectangle') return [{ kind: 'polygon', points: cornersOf(points), ...look }];
  const positions = points.map((point) => applyTo(alignment, point));
  const labels = [];
  for (const [i, position] of positions.entries()) {
    const before = positions[i - 1];
    const [from, to] = [points[i - 1], points[i]];
    if (!size || !before || !from || !to || !measures || drawing === 'scale') continue;
    labels.push({ at: middleOf([from, to]), text: metresText(t, distance(size, before, position)) });
  }
  const closed = drawing === 'area' && points.length > 2;
  const [first, last] = [positions[0], positions.at(-1)];
  const [from, to] = [points[0], points.at(-1)];
  if (closed && size && first && last && from && to)
    labels.push({ at: middleOf([from, to]), text: metresText(t, distance(size, last, first)) });
  const kind = closed ? 'polygon' : drawing === 'arrow' ? 'arrow' : 'line';
  return [{ kind, points, labels, filled: closed, dashed: drawing === 'scale', ...look }];
}
