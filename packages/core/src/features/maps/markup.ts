// The geometry of a markup: its points, what it looks like on a sheet, and its real size.
import {
  type Alignment,
  applyTo,
  compose,
  fromSimilarity,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
  type SheetSize,
} from '../../site/geometry/alignment.ts';
import type { MarkupKind } from '../../site/rows/maps.ts';
import { angleAt, areaWithin, type GroundSize, pathLength } from './measure.ts';
import { type AppliedScale, type MarkupSheet, pointsOf, type ScaleProblem, scaleOn } from './scale-regions.ts';

/** Share of the shorter side that one arc takes, and its limits as shares of the sheet's longer side. */
const ARC = 1 / 4;
const MIN_ARC = 0.004;
const MAX_ARC = 0.03;
const STEPS = 8;

/** Corners and outline in fractions of the sheet. */
function cloudOutline(corners: readonly PlanPoint[], { widthPt, heightPt }: SheetSize): PlanPoint[] {
  const at = corners.map(({ x, y }) => ({ x: x * widthPt, y: y * heightPt }));
  const edges = at.map((from, i) => ({ from, to: at[(i + 1) % at.length] ?? from }));
  const lengths = edges.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  const longer = Math.max(widthPt, heightPt);
  const arc = Math.min(MAX_ARC * longer, Math.max(MIN_ARC * longer, ARC * Math.min(...lengths)));
  const twice = edges.reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0);
  const outward = twice > 0 ? -1 : 1;
  return edges.flatMap(({ from, to }, i) => {
    const count = Math.max(1, Math.round((lengths[i] ?? 0) / arc));
    const [dx, dy] = [(to.x - from.x) / count, (to.y - from.y) / count];
    return Array.from({ length: count * STEPS }, (_, step) => {
      const angle = (Math.PI * (step % STEPS)) / STEPS;
      const along = Math.floor(step / STEPS) + (1 - Math.cos(angle)) / 2;
      const out = (outward * Math.sin(angle)) / 2;
      return { x: (from.x + along * dx - out * dy) / widthPt, y: (from.y + along * dy + out * dx) / heightPt };
    });
  });
}

/**
 * The outline first, then its cut-outs. `holes`: the index of the first point of each cut-out; rows that a device has
 * stored before cut-outs existed have none.
 */
export function ringsOf(points: readonly number[], holes: readonly number[] = []): PlanPoint[][] {
  const all = pointsOf(points);
  return [0, ...holes].map((from, i) => all.slice(from, holes[i]));
}

/** The four corners of the rectangle spanned by two points; none if there are not two. */
export function cornersOf([one, two]: readonly PlanPoint[]): PlanPoint[] {
  return one && two ? [one, { x: two.x, y: one.y }, two, { x: one.x, y: two.y }] : [];
}

/** Metres; square metres with all edges in metres; degrees; a number of points; or why there is none of these. */
export type Measured =
  | { readonly length: number }
  | { readonly area: number; readonly around: number }
  | { readonly degrees: number }
  | { readonly count: number }
  | { readonly problem: ScaleProblem };

/** Points are in metres already. */
const METRES: GroundSize = { widthM: 1, heightM: 1 };
const closedLength = (ring: readonly PlanPoint[]): number => pathLength(METRES, [...ring, ...ring.slice(0, 1)]);

/** Lengths and areas of rings on a sheet; undefined while they have too few points. */
function measureOf(kind: 'distance' | 'area', rings: readonly PlanPoint[][], scale: AppliedScale) {
  const { toMetres, problem } = scale;
  if ((rings[0]?.length ?? 0) < (kind === 'area' ? 3 : 2)) return undefined;
  if (!toMetres) return problem && { problem };
  const [outline = [], ...holes] = rings.map((ring) => ring.map((point) => applyTo(toMetres, point)));
  if (kind === 'distance') return { length: pathLength(METRES, outline) };
  const cut = holes.reduce((sum, hole) => sum + areaWithin(METRES, hole), 0);
  return {
    area: Math.max(0, areaWithin(METRES, outline) - cut),
    around: [outline, ...holes].reduce((sum, ring) => sum + closedLength(ring), 0),
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

/** The point of a markup that its label belongs to: the corner of an angle, the text of a callout, the topmost dot. */
function labelPoint(kind: MarkupKind, points: readonly PlanPoint[]): PlanPoint | undefined {
  if (kind === 'angle') return points[1];
  if (kind === 'callout') return points[0];
  return kind === 'count' ? points.toSorted((a, b) => a.y - b.y)[0] : undefined;
}

type Drawn = { readonly kind: MarkupKind; readonly rings: readonly PlanPoint[][] };
export type MarkupOnSheet = {
  readonly shape: MarkupShape;
  readonly measured: Measured | undefined;
  /** Of a length or an area. */
  readonly scale: AppliedScale | undefined;
};

/** What a markup in plan space looks like on a sheet, and its real size if it has one. `plan`: the size of plan space. */
export function markupOn(sheet: MarkupSheet, { kind, rings }: Drawn, plan: GroundSize | undefined): MarkupOnSheet {
  const toSheet = invert(sheet.alignment ?? IDENTITY_ALIGNMENT);
  const onSheet = rings.map((ring) => ring.map((point) => applyTo(toSheet, point)));
  const [outline = [], ...holes] = onSheet;
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
  const labelAt = labelPoint(kind, points) ?? middleOf(points);
  const shape = { kind: SHAPES[kind], points, holes, filled: kind === 'area', labelAt };
  if (kind === 'count') {
    const measured = outline.length > 0 ? { count: outline.length } : undefined;
    return { shape, measured, scale: undefined };
  }
  if (kind === 'angle') {
    // The same on every sheet, and needs no scale.
    const degrees = angleAt(outline, sheet);
    return { shape, measured: degrees === undefined ? undefined : { degrees }, scale: undefined };
  }
  if (kind !== 'distance' && kind !== 'area') return { shape, measured: undefined, scale: undefined };
  const scale = scaleOn(sheet, onSheet, kind === 'area', plan);
  return { shape, measured: measureOf(kind, onSheet, scale), scale };
}

/**
 * From the plan space of one sheet to that of another: at the same place of the sheet. Between sheets of other proportions
 * shapes keep theirs, and the centre of the sheet stays the centre.
 */
export function fromSheetToSheet(from: MarkupSheet, to: MarkupSheet): Alignment {
  const scale = Math.min(to.widthPt / from.widthPt, to.heightPt / from.heightPt);
  const [dx, dy] = [(to.widthPt - scale * from.widthPt) / 2, (to.heightPt - scale * from.heightPt) / 2];
  const onSheet = fromSimilarity({ scale, angle: 0, dx, dy }, from, to);
  const toSheet = invert(from.alignment ?? IDENTITY_ALIGNMENT);
  return compose(to.alignment ?? IDENTITY_ALIGNMENT, compose(onSheet, toSheet));
}
