// Refinement: iteratively moves edges of the new drawing to the nearest edges of the old one with a similar direction.
import { type Edges, edgesOf, nearestEdges, spreadPoints } from './edges.ts';
import { backwards, type Grey, type PixelRotation, shrunk } from './grey.ts';

/** A drawing at one resolution, prepared for comparison. */
export type PreparedEdges = {
  readonly longest: number;
  readonly edges: Edges;
  readonly nearest: Int32Array;
  readonly points: Int32Array;
};

const POINTS = 5_000;
/** Edges count as parallel within 20 degrees. */
const ALIKE = Math.cos((20 * Math.PI) / 180);

export function prepared(grey: Grey, longest: number): PreparedEdges {
  const small = shrunk(grey, longest);
  const edges = edgesOf(small);
  return {
    longest: Math.max(small.width, small.height),
    edges,
    nearest: nearestEdges(edges),
    points: spreadPoints(edges, POINTS),
  };
}

type Match = { distance: number; nx: number; ny: number };

/**
 * The edge of `fixed` nearest to a transformed point, if it has a similar direction; `distance` is measured along its
 * normal.
 */
function matchOf(fixed: PreparedEdges, x: number, y: number, nx: number, ny: number, reach: number): Match | undefined {
  const { edges, nearest } = fixed;
  const px = Math.floor(x);
  const py = Math.floor(y);
  if (px < 0 || py < 0 || px >= edges.width || py >= edges.height) return undefined;
  const point = nearest[py * edges.width + px] as number;
  if (point < 0) return undefined;
  const dx = x - (edges.x[point] as number);
  const dy = y - (edges.y[point] as number);
  if (dx * dx + dy * dy > reach * reach) return undefined;
  const ex = edges.nx[point] as number;
  const ey = edges.ny[point] as number;
  if (ex * nx + ey * ny < ALIKE) return undefined;
  return { distance: ex * dx + ey * dy, nx: ex, ny: ey };
}

/** Refines the transform in several steps with decreasing reach. */
export function refineTransform(
  fixed: PreparedEdges,
  moving: PreparedEdges,
  start: PixelRotation,
  reaches: readonly number[],
): PixelRotation {
  let rotation = start;
  for (const reach of reaches) rotation = step(fixed, moving, rotation, reach) ?? rotation;
  return rotation;
}

function step(
  fixed: PreparedEdges,
  moving: PreparedEdges,
  rotation: PixelRotation,
  reach: number,
): PixelRotation | undefined {
  const { edges, points } = moving;
  const { p, q, u, v } = rotation;
  const scale = Math.hypot(p, q);
  // Normal equations for a small transform about the centre: (a, b) scale and rotation, (u, v) shift.
  const cx = fixed.edges.width / 2;
  const cy = fixed.edges.height / 2;
  const unit = fixed.longest / 2;
  const left = new Float64Array(16);
  const right = new Float64Array(4);
  let met = 0;
  for (const i of points) {
    const mx = edges.x[i] as number;
    const my = edges.y[i] as number;
    const x = p * mx - q * my + u;
    const y = q * mx + p * my + v;
    const nx = (p * (edges.nx[i] as number) - q * (edges.ny[i] as number)) / scale;
    const ny = (q * (edges.nx[i] as number) + p * (edges.ny[i] as number)) / scale;
    const match = matchOf(fixed, x, y, nx, ny, reach);
    if (!match) continue;
    met += 1;
    const share = match.distance / reach;
    const weight = (1 - share * share) ** 2;
    const rx = (x - cx) / unit;
    const ry = (y - cy) / unit;
    const row = [match.nx * rx + match.ny * ry, match.ny * rx - match.nx * ry, match.nx, match.ny];
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++)
        left[4 * a + b] = (left[4 * a + b] as number) + weight * (row[a] as number) * (row[b] as number);
      right[a] = (right[a] as number) - weight * (row[a] as number) * match.distance;
    }
  }
  if (met < 30) return undefined;
  const found = solved(left, right);
  if (!found) return undefined;
  const [a = 0, b = 0, du = 0, dv = 0] = found;
  const grow = 1 + a / unit;
  const spin = b / unit;
  return {
    p: grow * p - spin * q,
    q: spin * p + grow * q,
    u: grow * (u - cx) - spin * (v - cy) + cx + du,
    v: spin * (u - cx) + grow * (v - cy) + cy + dv,
  };
}

function solved(left: Float64Array, right: Float64Array): number[] | undefined {
  const rows = [0, 1, 2, 3].map((a) => [...left.subarray(4 * a, 4 * a + 4), right[a] as number]);
  for (let a = 0; a < 4; a++) {
    let pivot = a;
    for (let b = a + 1; b < 4; b++) if (Math.abs(rows[b]?.[a] ?? 0) > Math.abs(rows[pivot]?.[a] ?? 0)) pivot = b;
    const chosen = rows[pivot] as number[];
    rows[pivot] = rows[a] as number[];
    rows[a] = chosen;
    const head = chosen[a] as number;
    if (Math.abs(head) < 1e-6) return undefined;
    for (let b = 0; b < 4; b++) {
      if (b === a) continue;
      const other = rows[b] as number[];
      const factor = (other[a] as number) / head;
      for (let c = a; c < 5; c++) other[c] = (other[c] as number) - factor * (chosen[c] as number);
    }
  }
  return rows.map((row, a) => (row[4] as number) / (row[a] as number));
}

/** The share of the points of `moving` inside `fixed` that meet an edge there, and the share of all points inside. */
function edgeMatches(fixed: PreparedEdges, moving: PreparedEdges, { p, q, u, v }: PixelRotation, reach: number) {
  const { edges, points } = moving;
  const scale = Math.hypot(p, q);
  let inside = 0;
  let met = 0;
  for (const i of points) {
    const mx = edges.x[i] as number;
    const my = edges.y[i] as number;
    const x = p * mx - q * my + u;
    const y = q * mx + p * my + v;
    if (x < 0 || y < 0 || x >= fixed.edges.width || y >= fixed.edges.height) continue;
    inside += 1;
    const nx = (p * (edges.nx[i] as number) - q * (edges.ny[i] as number)) / scale;
    const ny = (q * (edges.nx[i] as number) + p * (edges.ny[i] as number)) / scale;
    if (matchOf(fixed, x, y, nx, ny, reach)) met += 1;
  }
  return { met: met / Math.max(1, inside), inside: inside / Math.max(1, points.length) };
}

/** Shifts in pixels at which edges meet only by chance. */
const CHANCE_SHIFTS_PX = [
  [11, 4],
  [-9, 13],
  [5, -17],
  [-14, -7],
  [19, 10],
  [-6, 21],
] as const;

/**
 * How well two drawings match: the share of edges that meet, in both directions, beyond chance. 0 is chance level, 1
 * means that every edge meets.
 */
export function matchScore(fixed: PreparedEdges, moving: PreparedEdges, rotation: PixelRotation): number {
  const one = scoreAboveChance(fixed, moving, rotation);
  const other = scoreAboveChance(moving, fixed, backwards(rotation));
  return Math.sqrt(Math.max(0, one) * Math.max(0, other));
}

function scoreAboveChance(fixed: PreparedEdges, moving: PreparedEdges, rotation: PixelRotation): number {
  const reach = 1.5;
  const { met, inside } = edgeMatches(fixed, moving, rotation, reach);
  let chance = 0;
  for (const [dx, dy] of CHANCE_SHIFTS_PX)
    chance +=
      edgeMatches(fixed, moving, { ...rotation, u: rotation.u + dx, v: rotation.v + dy }, reach).met /
      CHANCE_SHIFTS_PX.length;
  // A drawing that barely overlaps the other proves little.
  return ((met - chance) / Math.max(0.05, 1 - chance)) * Math.min(1, inside / 0.35);
}
