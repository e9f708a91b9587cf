// How a revision's sheet maps onto its plan. Pins are stored in plan space, which is the sheet of the plan's first
// revision; each revision has one transform into it, so pins are never rewritten and do not drift. Arithmetic only:
// parsing a transform from outside is in alignment-schema.ts.

/** A position on a sheet or in plan space, as fractions of width and height, y downwards. */
export type PlanPoint = { readonly x: number; readonly y: number };
/** Width and height in the same unit: points, or pixels of an image. */
export type SheetSize = { readonly widthPt: number; readonly heightPt: number };

/** `[a, b, c, d, e, f]`: sheet (x, y) → plan (a·x + b·y + c, d·x + e·y + f), both as fractions. */
export type Alignment = [number, number, number, number, number, number];

/** The largest entry of a plausible transform; pins stay within this many sheets of plan space. */
export const MAX_TRANSFORM_ENTRY = 100;
/** Smallest accepted determinant: degenerate transforms merge positions, mirrored ones flip the building. */
const MIN_DETERMINANT = 1e-4;

/** Whether a transform keeps positions distinct and does not mirror the building. */
export function isValidAlignment([a, b, , d, e]: Alignment): boolean {
  return a * e - b * d > MIN_DETERMINANT;
}

/** The identity transform: the sheet covers the plan exactly. */
export const IDENTITY_ALIGNMENT: Alignment = [1, 0, 0, 0, 1, 0];

export function applyTo([a, b, c, d, e, f]: Alignment, { x, y }: PlanPoint): PlanPoint {
  return { x: a * x + b * y + c, y: d * x + e * y + f };
}

/** Applies `inner` first, then `outer`. */
export function compose(outer: Alignment, inner: Alignment): Alignment {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + b * j, a * h + b * k, a * i + b * l + c, d * g + e * j, d * h + e * k, d * i + e * l + f];
}

/** The transform from plan space back to the sheet. */
export function invert([a, b, c, d, e, f]: Alignment): Alignment {
  const det = a * e - b * d;
  return [e / det, -b / det, (b * f - c * e) / det, -d / det, a / det, (c * d - a * f) / det];
}

/** The position on a revision's sheet of a position in plan space. */
export const toSheet = (alignment: Alignment, point: PlanPoint): PlanPoint =>
  alignment === IDENTITY_ALIGNMENT ? point : applyTo(invert(alignment), point);

/**
 * A rotation and a uniform scale: a point (u, v) in units of `from` → s·R(angle)·(u, v) + shift, in units of `to`.
 * Angle clockwise in radians.
 */
export type Similarity = { readonly scale: number; readonly angle: number; readonly dx: number; readonly dy: number };

export function fromSimilarity({ scale, angle, dx, dy }: Similarity, from: SheetSize, to: SheetSize): Alignment {
  const cos = scale * Math.cos(angle);
  const sin = scale * Math.sin(angle);
  return [
    (cos * from.widthPt) / to.widthPt,
    (-sin * from.heightPt) / to.widthPt,
    dx / to.widthPt,
    (sin * from.widthPt) / to.heightPt,
    (cos * from.heightPt) / to.heightPt,
    dy / to.heightPt,
  ];
}

/** Scale and rotation of a transform in true proportions; a stretch is reported as its mean. */
export function toSimilarity([a, b, c, d, e, f]: Alignment, from: SheetSize, to: SheetSize): Similarity {
  const m00 = (a * to.widthPt) / from.widthPt;
  const m01 = (b * to.widthPt) / from.heightPt;
  const m10 = (d * to.heightPt) / from.widthPt;
  const m11 = (e * to.heightPt) / from.heightPt;
  return {
    scale: Math.sqrt(Math.max(0, m00 * m11 - m01 * m10)),
    angle: Math.atan2(m10 - m01, m00 + m11),
    dx: c * to.widthPt,
    dy: f * to.heightPt,
  };
}

/** How much more a transform stretches one axis than the other, in true proportions: 0 if circles stay circles. */
export function distortion([a, b, , d, e]: Alignment, from: SheetSize, to: SheetSize): number {
  const [m00, m01] = [(a * to.widthPt) / from.widthPt, (b * to.widthPt) / from.heightPt];
  const [m10, m11] = [(d * to.heightPt) / from.widthPt, (e * to.heightPt) / from.heightPt];
  const even = Math.hypot(m00 + m11, m10 - m01);
  const uneven = Math.hypot(m00 - m11, m10 + m01);
  return (2 * uneven) / (even + uneven);
}

const CORNERS: readonly PlanPoint[] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

/** The largest distance between two transforms at a corner of the sheet, as a fraction of the plan's width. */
export function maxDistance(one: Alignment, other: Alignment, plan: SheetSize): number {
  return Math.max(
    ...CORNERS.map((corner) => {
      const p = applyTo(one, corner);
      const q = applyTo(other, corner);
      return Math.hypot(p.x - q.x, ((p.y - q.y) * plan.heightPt) / plan.widthPt);
    }),
  );
}

/** The same point of the building on both sheets. */
export type PointPair = { readonly sheet: PlanPoint; readonly plan: PlanPoint };

/** Pairs closer than this on the sheet, as a fraction of its width, determine no direction. */
const MIN_PAIR_DISTANCE = 0.005;

/**
 * The transform through pairs of points: two yield rotation, scale and shift, three or more also a stretch (by least
 * squares). Undefined if there are too few pairs, or if they are too close together or collinear.
 */
export function fromPairs(pairs: readonly PointPair[], from: SheetSize, to: SheetSize): Alignment | undefined {
  const found =
    pairs.length === 2 ? fromTwoPairs(pairs, from, to) : pairs.length > 2 ? fromManyPairs(pairs, from) : undefined;
  return found?.every((entry) => Math.abs(entry) <= MAX_TRANSFORM_ENTRY) && isValidAlignment(found) ? found : undefined;
}

function fromTwoPairs(pairs: readonly PointPair[], from: SheetSize, to: SheetSize): Alignment | undefined {
  const [one, two] = pairs;
  if (!one || !two) return undefined;
  const su = (two.sheet.x - one.sheet.x) * from.widthPt;
  const sv = (two.sheet.y - one.sheet.y) * from.heightPt;
  const pu = (two.plan.x - one.plan.x) * to.widthPt;
  const pv = (two.plan.y - one.plan.y) * to.heightPt;
  const length = Math.hypot(su, sv);
  if (length < MIN_PAIR_DISTANCE * from.widthPt || Math.hypot(pu, pv) < MIN_PAIR_DISTANCE * to.widthPt)
    return undefined;
  const scale = Math.hypot(pu, pv) / length;
  const angle = Math.atan2(pv, pu) - Math.atan2(sv, su);
  const turned = fromSimilarity({ scale, angle, dx: 0, dy: 0 }, from, to);
  const [a, b, , d, e] = turned;
  // The midpoint of the pairs minimises the error of both.
  const sheet = { x: (one.sheet.x + two.sheet.x) / 2, y: (one.sheet.y + two.sheet.y) / 2 };
  const plan = { x: (one.plan.x + two.plan.x) / 2, y: (one.plan.y + two.plan.y) / 2 };
  return [a, b, plan.x - a * sheet.x - b * sheet.y, d, e, plan.y - d * sheet.x - e * sheet.y];
}

function fromManyPairs(pairs: readonly PointPair[], from: SheetSize): Alignment | undefined {
  const n = pairs.length;
  const mean = (of: (pair: PointPair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / n;
  const mx = mean((pair) => pair.sheet.x);
  const my = mean((pair) => pair.sheet.y);
  const px = mean((pair) => pair.plan.x);
  const py = mean((pair) => pair.plan.y);
  const xx = mean((pair) => (pair.sheet.x - mx) ** 2);
  const yy = mean((pair) => (pair.sheet.y - my) ** 2);
  const xy = mean((pair) => (pair.sheet.x - mx) * (pair.sheet.y - my));
  const det = xx * yy - xy * xy;
  const ratio = from.heightPt / from.widthPt;
  // Collinear points do not determine the transform perpendicular to their line.
  const least = (MIN_PAIR_DISTANCE / 4) ** 2;
  const spread = (xx + yy * ratio ** 2) / 2;
  const narrow = spread - Math.sqrt(Math.max(0, spread ** 2 - det * ratio ** 2));
  if (narrow < least) return undefined;
  const solve = (of: (pair: PointPair) => number, at: number): [number, number, number] => {
    const xp = mean((pair) => (pair.sheet.x - mx) * (of(pair) - at));
    const yp = mean((pair) => (pair.sheet.y - my) * (of(pair) - at));
    const u = (xp * yy - yp * xy) / det;
    const v = (yp * xx - xp * xy) / det;
    return [u, v, at - u * mx - v * my];
  };
  return [...solve((pair) => pair.plan.x, px), ...solve((pair) => pair.plan.y, py)];
}
