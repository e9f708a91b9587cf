// Simplifies a mesh from the parser: merges equal vertices, drops degenerate triangles and finds the sharp edges. Pure.

export type Shape = { positions: Float32Array; indices: Uint32Array; edges: Uint32Array };

/** Vertices closer than this are merged: a tenth of a millimetre. In the shape's own units. */
const MERGE_DISTANCE = 1e-4;
/** Faces that meet at a smaller angle form a curved surface, whose edges are not drawn: cosine of 22°. */
const SMOOTH = 0.927;
/** Edges of finer shapes would only blur together. */
const MAX_EDGE_TRIANGLES = 60_000;

/** `vertices`: position and normal, six numbers each. `scale`: metres per unit of the shape. */
export function weld(vertices: Float32Array, indices: Uint32Array, scale = 1): Shape {
  const { positions, joined } = joinCorners(vertices, MERGE_DISTANCE / scale);
  const kept = new Uint32Array(indices.length);
  let count = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = joined[indices[i] ?? 0] ?? 0;
    const b = joined[indices[i + 1] ?? 0] ?? 0;
    const c = joined[indices[i + 2] ?? 0] ?? 0;
    if (a === b || b === c || a === c) continue;
    kept[count] = a;
    kept[count + 1] = b;
    kept[count + 2] = c;
    count += 3;
  }
  const lean = kept.slice(0, count);
  const edges = count / 3 > MAX_EDGE_TRIANGLES ? new Uint32Array() : sharpEdges(positions, lean);
  return { positions, indices: lean, edges };
}

function joinCorners(vertices: Float32Array, near: number) {
  const count = Math.floor(vertices.length / 6);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const joined = new Uint32Array(count);
  const positions = new Float32Array(3 * count);
  const cells = new Float64Array(3 * count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const x = Math.round((vertices[6 * i] ?? 0) / near);
    const y = Math.round((vertices[6 * i + 1] ?? 0) / near);
    const z = Math.round((vertices[6 * i + 2] ?? 0) / near);
    let slot =
      (Math.imul(x | 0, 73_856_093) ^ Math.imul(y | 0, 19_349_663) ^ Math.imul(z | 0, 83_492_791)) & (size - 1);
    let found = table[slot] ?? -1;
    while (found >= 0 && !(cells[3 * found] === x && cells[3 * found + 1] === y && cells[3 * found + 2] === z)) {
      slot = (slot + 1) & (size - 1);
      found = table[slot] ?? -1;
    }
    if (found < 0) {
      found = kept++;
      table[slot] = found;
      cells.set([x, y, z], 3 * found);
      positions.set(vertices.subarray(6 * i, 6 * i + 3), 3 * found);
    }
    joined[i] = found;
  }
  return { positions: positions.slice(0, 3 * kept), joined };
}

/** The unit normal of a triangle; zeros if it is degenerate. */
function normalOf(positions: Float32Array, a: number, b: number, c: number, out: Float64Array, at: number): void {
  const p = (corner: number, axis: number) => positions[3 * corner + axis] ?? 0;
  const [ux, uy, uz] = [p(b, 0) - p(a, 0), p(b, 1) - p(a, 1), p(b, 2) - p(a, 2)];
  const [vx, vy, vz] = [p(c, 0) - p(a, 0), p(c, 1) - p(a, 1), p(c, 2) - p(a, 2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z) || 1;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}

/** Edges of a single face, and edges at which faces meet at an angle. Two vertices each. */
function sharpEdges(positions: Float32Array, indices: Uint32Array): Uint32Array {
  const faces = indices.length / 3;
  const corners = positions.length / 3;
  const normals = new Float64Array(3 * faces);
  // Keyed by both vertices; the first face with the edge, or −1 once it is handled.
  const seen = new Map<number, number>();
  const sharp: number[] = [];
  for (let face = 0; face < faces; face++) {
    const at = 3 * face;
    const corner = (i: number) => indices[at + (i % 3)] ?? 0;
    normalOf(positions, corner(0), corner(1), corner(2), normals, at);
    for (let i = 0; i < 3; i++) {
      const [a, b] = [corner(i), corner(i + 1)];
      const key = Math.min(a, b) * corners + Math.max(a, b);
      const other = seen.get(key);
      if (other === undefined) {
        seen.set(key, face);
        continue;
      }
      if (other < 0) continue;
      seen.set(key, -1);
      if (!meetSmoothly(normals, face, other)) sharp.push(a, b);
    }
  }
  for (const [key, face] of seen) if (face >= 0) sharp.push(Math.floor(key / corners), key % corners);
  return Uint32Array.from(sharp);
}

function meetSmoothly(normals: Float64Array, one: number, other: number): boolean {
  let cosine = 0;
  for (let axis = 0; axis < 3; axis++) cosine += (normals[3 * one + axis] ?? 0) * (normals[3 * other + axis] ?? 0);
  return cosine > SMOOTH;
}
