// The geometry of a markup: its points, what it looks like on a sheet, and its real size.
import { type Alignment, applyTo, IDENTITY_ALIGNMENT, invert, type PlanPoint } from '../../site/geometry/alignment.ts';
import type { MarkupKind } from '../../site/rows/maps.ts';
import { cloudOutline } from './cloud.ts';
import { angleAt, areaWithin, type GroundSize, pathLength } from './measure.ts';

/** Alternating x and y → points. */
export function planPointsOf(points: readonly number[]): PlanPoint[] {
  const positions: PlanPoint[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) positions.push({ x: points[i] ?? 0, y: points[i + 1] ?? 0 });
  return positions;
}

/**
 * The outline first, then its cut-outs. `holes`: the index of the first point of each cut-out; rows that a device has
 * stored before cut-outs existed have none.
 */
export function ringsOf(points: readonly number[], holes: readonly number[] = []): PlanPoint[][] {
  const all = planPointsOf(points);
  return [0, ...holes].map((from, i) => all.slice(from, holes[i]));
}

/** The four corners of the rectangle spanned by two points; none if there are not two. */
export function cornersOf([one, two]: readonly PlanPoint[]): PlanPoint[] {
  return one && two ? [one, { x: two.x, y: one.y }, two, { x: one.x, y: two.y }] : [];
}

/** Metres; square metres with all edges in metres; degrees; or a number of points. */
export type Measured =
  | { readonly length: number }
  | { readonly area: number; readonly around: number }
  | { readonly degrees: number }
  | { readonly count: number };

const closedLength = (size: GroundSize, ring: readonly PlanPoint[]): number =>
  pathLength(size, [...ring, ...ring.slice(0, 1)]);

function measureOf(kind: MarkupKind, rings: readonly PlanPoint[][], size: GroundSize | undefined) {
  const [outline = [], ...holes] = rings;
  if (kind === 'count' && outline.length > 0) return { count: outline.length };
  if (!size) return undefined;
  if (kind === 'distance' && outline.length > 1) return { length: pathLength(size, outline) };
  if (kind !== 'area' || outline.length < 3) return undefined;
  const cut = holes.reduce((sum, hole) => sum + areaWithin(size, hole), 0);
  return {
    area: Math.max(0, areaWithin(size, outline) - cut),
    around: rings.reduce((sum, ring) => sum + closedLength(size, ring), 0),
  };
}

export type MarkupShape = {
  readonly kind: 'line' | 'arrow' | 'polygon' | 'dots' | 'text';
  /** Fractions of the sheet. */
  readonly points: readonly PlanPoint[];
  /** Cut out of a polygon. */
  readonly holes: readonly (readonly PlanPoint[])[];
  readonly filled: boolean;
  /** The centre of its text. */
  readonly labelAt: PlanPoint;
};

const SHAPES: Record<MarkupKind, MarkupShape['kind']> = {
  line: 'line',
  arrow: 'arrow',
  rectangle: 'polygon',
  cloud: 'polygon',
  callout: 'arrow',
  text: 'text',
  freehand: 'line',
  distance: 'line',
  area: 'polygon',
  angle: 'line',
  count: 'dots',
};

function middleOf(points: readonly PlanPoint[]): PlanPoint {
  const n = Math.max(1, points.length);
  return { x: points.reduce((sum, p) => sum + p.x, 0) / n, y: points.reduce((sum, p) => sum + p.y, 0) / n };
}

/** A revision as the sheet that a markup is shown on. */
export type MarkupSheet = {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly alignment: Alignment | null;
};
type Drawn = { readonly kind: MarkupKind; readonly rings: readonly PlanPoint[][] };

/** What a markup in plan space looks like on a sheet, and its real size if it has one. */
export function markupOn(
  sheet: MarkupSheet,
  { kind, rings }: Drawn,
  size: GroundSize | undefined,
): { shape: MarkupShape; measured: Measured | undefined } {
  const toSheet = invert(sheet.alignment ?? IDENTITY_ALIGNMENT);
  const [outline = [], ...holes] = rings.map((ring) => ring.map((point) => applyTo(toSheet, point)));
  // On a rotated sheet the rectangle is rotated, so its corners are transformed.
  const corners = cornersOf(rings[0] ?? []).map((point) => applyTo(toSheet, point));
  const points =
    kind === 'rectangle'
      ? corners
      : kind === 'cloud'
        ? cloudOutline(corners, sheet)
        : kind === 'callout'
          ? outline.toReversed()
          : outline;
  const [corner] = kind === 'angle' ? outline.slice(1) : kind === 'callout' ? points : [];
  // An angle is the same on every sheet, and needs no scale.
  const degrees = kind === 'angle' ? angleAt(outline, sheet) : undefined;
  return {
    shape: { kind: SHAPES[kind], points, holes, filled: kind === 'area', labelAt: corner ?? middleOf(points) },
    measured: degrees === undefined ? measureOf(kind, rings, size) : { degrees },
  };
}
