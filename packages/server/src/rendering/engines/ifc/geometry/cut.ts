// Cuts a mesh with a horizontal plane: the section lines, joined to rings, and the sharp edges visible from above.
// Pure.
import type { Shape } from './weld.ts';

/** Twelve numbers: three columns, then the translation; in metres. */
export type Matrix = Float64Array | readonly number[];

/** Alternating x and y. */
export type Path = { points: number[]; closed: boolean };

/** End points closer than this are joined: half a millimetre. */
const JOIN_DISTANCE_M = 5e-4;

export function place(positions: Float32Array, m: Matrix): Float64Array {
  const placed = new Float64Array(positions.length);
  const n = (i: number) => m[i] ?? 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0];
    placed[i] = n(0) * x + n(3) * y + n(6) * z + n(9);
    placed[i + 1] = n(1) * x + n(4) * y + n(7) * z + n(10);
    placed[i + 2] = n(2) * x + n(5) * y + n(8) * z + n(11);
  }
  return placed;
}

/** Four numbers per line, where the triangles cross the height. */
export function sectionLines(placed: Float64Array, indices: Uint32Array, height: number): number[] {
  const lines: number[] = [];
  const z = (corner: number) => (placed[3 * corner + 2] ?? 0) - height;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0];
    const [za, zb, zc] = [z(a) >= 0, z(b) >= 0, z(c) >= 0];
    if (za === zb && zb === zc) continue;
    // The corner that is alone on its side of the plane.
    const [top, one, other] = za !== zb && za !== zc ? [a, b, c] : zb !== za && zb !== zc ? [b, c, a] : [c, a, b];
    pushCrossing(lines, placed, top, one, height);
    pushCrossing(lines, placed, top, other, height);
  }
  return lines;
}

function pushCrossing(lines: number[], placed: Float64Array, from: number, to: number, height: number): void {
  const p = (corner: number, axis: number) => placed[3 * corner + axis] ?? 0;
  const share = (height - p(from, 2)) / (p(to, 2) - p(from, 2));
  for (const axis of [0, 1]) lines.push(p(from, axis) + share * (p(to, axis) - p(from, axis)));
}

/** Joins lines at their end points; a ring that returns to its start is closed. */
export function joinSegments(lines: readonly number[]): Path[] {
  const count = Math.floor(lines.length / 4);
  const keyOf = (line: number, end: number) =>
    `${Math.round((lines[4 * line + 2 * end] ?? 0) / JOIN_DISTANCE_M)} ${Math.round((lines[4 * line + 2 * end + 1] ?? 0) / JOIN_DISTANCE_M)}`;
  const ends = new Map<string, number[]>();
  const live: boolean[] = [];
  for (let line = 0; line < count; line++) {
    const [from, to] = [keyOf(line, 0), keyOf(line, 1)];
    live.push(from !== to);
    if (from === to) continue;
    for (const key of [from, to]) ends.set(key, [...(ends.get(key) ?? []), line]);
  }
  const paths: Path[] = [];
  for (let start = 0; start < count; start++) {
    if (!live[start]) continue;
    live[start] = false;
    const points = lines.slice(4 * start, 4 * start + 4);
    const home = keyOf(start, 0);
    let at = keyOf(start, 1);
    while (at !== home) {
      const next = ends.get(at)?.find((line) => live[line]);
      if (next === undefined) break;
      live[next] = false;
      const end = keyOf(next, 0) === at ? 1 : 0;
      at = keyOf(next, end);
      points.push(lines[4 * next + 2 * end] ?? 0, lines[4 * next + 2 * end + 1] ?? 0);
    }
    const closed = at === home;
    if (closed) points.length -= 2;
    paths.push({ points: straightened(points, closed), closed });
  }
  return paths;
}

/** Removes collinear points, of which a section through triangles has many. */
function straightened(points: number[], closed: boolean): number[] {
  const count = points.length / 2;
  if (count < 3) return points;
  const kept: number[] = [];
  const at = (i: number, axis: number) => points[2 * ((i + count) % count) + axis] ?? 0;
  for (let i = 0; i < count; i++) {
    const end = !closed && (i === 0 || i === count - 1);
    const [ux, uy] = [at(i, 0) - at(i - 1, 0), at(i, 1) - at(i - 1, 1)];
    const [vx, vy] = [at(i + 1, 0) - at(i, 0), at(i + 1, 1) - at(i, 1)];
    const bent =
      Math.abs(ux * vy - uy * vx) > JOIN_DISTANCE_M * Math.hypot(ux, uy) * 0.1 + 1e-9 || ux * vx + uy * vy < 0;
    if (end || bent) kept.push(at(i, 0), at(i, 1));
  }
  return kept.length >= 4 ? kept : points;
}

/** Sharp edges between two heights, seen from above: four numbers per line, without vertical ones. */
export function visibleEdges(placed: Float64Array, edges: Shape['edges'], from: number, to: number): number[] {
  const lines: number[] = [];
  const p = (corner: number, axis: number) => placed[3 * corner + axis] ?? 0;
  for (let i = 0; i + 1 < edges.length; i += 2) {
    let [a, b] = [edges[i] ?? 0, edges[i + 1] ?? 0];
    if (p(a, 2) > p(b, 2)) [a, b] = [b, a];
    const [low, high] = [p(a, 2), p(b, 2)];
    if (high < from || low > to) continue;
    const upTo = high > to ? (to - low) / (high - low) : 1;
    const [x, y] = [p(a, 0), p(a, 1)];
    const [u, v] = [x + upTo * (p(b, 0) - x), y + upTo * (p(b, 1) - y)];
    if (Math.hypot(u - x, v - y) > 2 * JOIN_DISTANCE_M) lines.push(x, y, u, v);
  }
  return lines;
}

/** Absolute area of a ring. */
export function areaOf(points: readonly number[]): number {
  let sum = 0;
  for (let i = 0, count = points.length; i < count; i += 2) {
    const j = (i + 2) % count;
    sum += (points[i] ?? 0) * (points[j + 1] ?? 0) - (points[j] ?? 0) * (points[i + 1] ?? 0);
  }
  return Math.abs(sum) / 2;
}
