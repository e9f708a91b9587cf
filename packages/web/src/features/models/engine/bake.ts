// Prepares a storey for drawing: every instance in its position, the index ranges of each element's triangles and
// lines, and a bounding volume tree for picking. Runs in the worker. Pure.
import type { PackElement, StoreyGeometry } from '@plumbline/core/features/models/pack';
import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH, type SerializedBVH } from 'three-mesh-bvh';
import { orderInSpace } from './spatial-order.ts';

/** Numbers in `ranges` for one element: first index and count of solid triangles, of transparent ones, and of lines. */
export const RANGE = 6;

export type BakedStorey = {
  /** Three numbers per vertex, metres from the model's origin. */
  positions: Float32Array<ArrayBuffer>;
  /** Four bytes per vertex. */
  colours: Uint8Array<ArrayBuffer>;
  /** Solid triangles first, then transparent ones. */
  triangles: Uint32Array<ArrayBuffer>;
  lines: Uint32Array<ArrayBuffer>;
  ranges: Uint32Array<ArrayBuffer>;
  /** Six numbers per element: lowest corner, highest corner. */
  boxes: Float32Array<ArrayBuffer>;
  /** The element of each triangle. */
  owners: Uint32Array<ArrayBuffer>;
  /** Finds the triangles near a ray (three-mesh-bvh). */
  tree: SerializedBVH;
  /** Elements in the order of their triangles, sorted so that neighbours in space are adjacent. */
  order: readonly number[];
  elements: readonly PackElement[];
  numbers: Uint32Array;
  placements: Float32Array;
};

/** An opacity below this, of 255, is drawn as transparent. */
const MIN_SOLID = 250;

type Sizes = { vertices: number; solid: number; glass: number; lines: number };

export function bake(its: StoreyGeometry): BakedStorey {
  const count = its.instances.length / 3;
  const sizes = measure(its, count);
  const positions = new Float32Array(3 * sizes.vertices);
  const colours = new Uint8Array(4 * sizes.vertices);
  const triangles = new Uint32Array(sizes.solid + sizes.glass);
  const owners = new Uint32Array(triangles.length / 3);
  const lines = new Uint32Array(sizes.lines);
  const ranges = new Uint32Array(RANGE * its.elements.length);
  const at = { vertex: 0, solid: 0, glass: sizes.solid, line: 0 };
  const { boxes, elements: order, instances } = orderOf(its, count);
  for (const i of instances) {
    const shape = 6 * (its.instances[3 * i] ?? 0);
    const element = its.instances[3 * i + 1] ?? 0;
    const colour = its.instances[3 * i + 2] ?? 0;
    const s = (k: number) => its.shapes[shape + k] ?? 0;
    const mirrored = placeVertices(its, i, positions, at.vertex);
    for (let v = 0; v < s(1); v++) {
      for (let k = 0; k < 4; k++) colours[4 * (at.vertex + v) + k] = (colour >>> (8 * k)) & 255;
    }
    const glass = colour >>> 24 < MIN_SOLID;
    const start = glass ? at.glass : at.solid;
    for (let k = 0; k < s(3); k++) {
      // A mirrored shape has its triangles inside out, so reverse their winding.
      const from = mirrored && k % 3 > 0 ? k - (k % 3) + (3 - (k % 3)) : k;
      triangles[start + k] = at.vertex + (its.indices[s(2) + from] ?? 0);
    }
    owners.fill(element, start / 3, (start + s(3)) / 3);
    for (let k = 0; k < s(5); k++) lines[at.line + k] = at.vertex + (its.edges[s(4) + k] ?? 0);
    noteRange(ranges, RANGE * element + (glass ? 2 : 0), start, s(3));
    noteRange(ranges, RANGE * element + 4, at.line, s(5));
    if (glass) at.glass += s(3);
    else at.solid += s(3);
    at.vertex += s(1);
    at.line += s(5);
  }
  const { elements, numbers, placements } = its;
  const tree = MeshBVH.serialize(new MeshBVH(trianglesOf({ positions, triangles }), { indirect: true }), {
    cloneBuffers: false,
  });
  return { positions, colours, triangles, lines, ranges, boxes, owners, tree, order, elements, numbers, placements };
}

/** All triangles in the form the picking library reads. */
export function trianglesOf({ positions, triangles }: Pick<BakedStorey, 'positions' | 'triangles'>): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(triangles, 1));
}

/** Elements sorted by position, and their instances in that order. */
function orderOf(
  its: StoreyGeometry,
  count: number,
): { boxes: Float32Array<ArrayBuffer>; elements: number[]; instances: number[] } {
  const boxes = new Float32Array(6 * its.elements.length);
  for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? Infinity : -Infinity;
  const own: number[][] = its.elements.map(() => []);
  for (let i = 0; i < count; i++) {
    const element = its.instances[3 * i + 1] ?? 0;
    own[element]?.push(i);
    eachVertex(its, i, (axis, value) => {
      const low = 6 * element + axis;
      if (value < (boxes[low] ?? 0)) boxes[low] = value;
      if (value > (boxes[low + 3] ?? 0)) boxes[low + 3] = value;
    });
  }
  const elements = orderInSpace(boxes);
  return { boxes, elements, instances: elements.flatMap((element) => own[element] ?? []) };
}

function measure(its: StoreyGeometry, count: number): Sizes {
  const sizes = { vertices: 0, solid: 0, glass: 0, lines: 0 };
  for (let i = 0; i < count; i++) {
    const shape = 6 * (its.instances[3 * i] ?? 0);
    sizes.vertices += its.shapes[shape + 1] ?? 0;
    sizes[(its.instances[3 * i + 2] ?? 0) >>> 24 < MIN_SOLID ? 'glass' : 'solid'] += its.shapes[shape + 3] ?? 0;
    sizes.lines += its.shapes[shape + 5] ?? 0;
  }
  return sizes;
}

/** Instances of an element are consecutive, so its range is contiguous. */
function noteRange(ranges: Uint32Array, at: number, start: number, count: number): void {
  if ((ranges[at + 1] ?? 0) === 0) ranges[at] = start;
  ranges[at + 1] = (ranges[at + 1] ?? 0) + count;
}

/** Every coordinate of an instance's vertices after placement, one vertex after the other. */
function eachVertex(its: StoreyGeometry, instance: number, take: (axis: number, value: number) => void): void {
  const shape = 6 * (its.instances[3 * instance] ?? 0);
  const [first, count] = [its.shapes[shape] ?? 0, its.shapes[shape + 1] ?? 0];
  const m = its.matrices.subarray(12 * instance, 12 * instance + 12);
  const n = (i: number) => m[i] ?? 0;
  for (let from = 3 * first; from < 3 * (first + count); from += 3) {
    const [x, y, z] = [its.positions[from] ?? 0, its.positions[from + 1] ?? 0, its.positions[from + 2] ?? 0];
    for (let axis = 0; axis < 3; axis++) take(axis, n(axis) * x + n(3 + axis) * y + n(6 + axis) * z + n(9 + axis));
  }
}

/** Writes the placed vertices; returns whether the placement mirrors. */
function placeVertices(its: StoreyGeometry, instance: number, positions: Float32Array, target: number): boolean {
  let at = 3 * target;
  eachVertex(its, instance, (_, value) => {
    positions[at++] = value;
  });
  const m = its.matrices.subarray(12 * instance, 12 * instance + 12);
  const n = (i: number) => m[i] ?? 0;
  const determinant =
    n(0) * (n(4) * n(8) - n(5) * n(7)) - n(3) * (n(1) * n(8) - n(2) * n(7)) + n(6) * (n(1) * n(5) - n(2) * n(4));
  return determinant < 0;
}
