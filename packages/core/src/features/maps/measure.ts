// Lengths and areas on a plan whose real size is known, and parsing of typed lengths.
import type { PlanPoint } from '../../site/geometry/alignment.ts';

/** The real size of plan space. */
export type GroundSize = { readonly widthM: number; readonly heightM: number };

export function distance(size: GroundSize, from: PlanPoint, to: PlanPoint): number {
  return Math.hypot((to.x - from.x) * size.widthM, (to.y - from.y) * size.heightM);
}

/** Length along all points, in metres. */
export function pathLength(size: GroundSize, points: readonly PlanPoint[]): number {
  let sum = 0;
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before) sum += distance(size, before, point);
  }
  return sum;
}

/** Area within the points, in square metres; the polygon is closed automatically. */
export function areaWithin(size: GroundSize, points: readonly PlanPoint[]): number {
  let twice = 0;
  for (const [i, point] of points.entries()) {
    const next = points[(i + 1) % points.length] ?? point;
    twice += point.x * next.y - next.x * point.y;
  }
  return (Math.abs(twice) / 2) * size.widthM * size.heightM;
}

/** The angle at the second of three points in degrees, 0 to 180; undefined if two coincide. `sheet`: its proportions. */
export function angleAt(
  [one, corner, two]: readonly PlanPoint[],
  { widthPt, heightPt }: { readonly widthPt: number; readonly heightPt: number },
): number | undefined {
  if (!one || !corner || !two) return undefined;
  const direction = ({ x, y }: PlanPoint) => ({ x: (x - corner.x) * widthPt, y: (y - corner.y) * heightPt });
  const [a, b] = [direction(one), direction(two)];
  const lengths = Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y);
  if (lengths === 0) return undefined;
  return (Math.acos(Math.min(1, Math.max(-1, (a.x * b.x + a.y * b.y) / lengths))) * 180) / Math.PI;
}

/** The size of plan space for which two points are this far apart in reality; undefined if the points coincide. */
export function sizeByLength(
  from: PlanPoint,
  to: PlanPoint,
  metres: number,
  plan: { readonly widthPt: number; readonly heightPt: number },
): GroundSize | undefined {
  const drawn = Math.hypot((to.x - from.x) * plan.widthPt, (to.y - from.y) * plan.heightPt);
  if (drawn < MIN_SHARE * plan.widthPt || !(metres > 0)) return undefined;
  const perPoint = metres / drawn;
  return { widthM: plan.widthPt * perPoint, heightM: plan.heightPt * perPoint };
}

/** Points closer than this fraction of the width yield no useful scale. */
const MIN_SHARE = 0.001;

/** The denominator of the scale: 100 for 1:100. Sheet sizes are in points. */
export function scaleNumber(size: GroundSize, plan: { readonly widthPt: number }): number {
  return size.widthM / ((plan.widthPt / 72) * 0.0254);
}

export function sizeByScale(scale: number, plan: { readonly widthPt: number; readonly heightPt: number }): GroundSize {
  const perPoint = (0.0254 / 72) * scale;
  return { widthM: plan.widthPt * perPoint, heightM: plan.heightPt * perPoint };
}

export const LENGTH_UNITS = ['mm', 'cm', 'm', 'ft'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];
/** Metres per unit. */
export const UNIT_METRES: Record<LengthUnit, number> = { mm: 0.001, cm: 0.01, m: 1, ft: 0.3048 };

/** The longest round length up to `longest` for a scale bar: 1, 2 or 5 times a power of ten. */
export function roundLength(longest: number): number {
  const power = 10 ** Math.floor(Math.log10(longest));
  const times = longest / power;
  return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

/** The point closest to `to` in one of eight directions from `from`, in true proportions. */
export function snapDirection(size: GroundSize, from: PlanPoint, to: PlanPoint): PlanPoint {
  const dx = (to.x - from.x) * size.widthM;
  const dy = (to.y - from.y) * size.heightM;
  const step = Math.PI / 4;
  const angle = Math.round(Math.atan2(dy, dx) / step) * step;
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  return {
    x: from.x + (along * Math.cos(angle)) / size.widthM,
    y: from.y + (along * Math.sin(angle)) / size.heightM,
  };
}
