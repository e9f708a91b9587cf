// What a ray hits first. Elements are passed over by their boxes, triangles only looked at in those that are met. Pure.
import { type BakedStorey, RANGE } from './bake.ts';
import { add, type Ray, times, type Vec } from './rig.ts';

export type Hit = { storey: number; element: number; point: Vec; distance: number };

export type Scene = {
  storeys: ReadonlyMap<number, BakedStorey>;
  isShown: (storey: number, element: number) => boolean;
  /** Nothing is seen above this height. */
  cut: number;
};

/** The distance at which the ray enters the box; undefined where it passes by. */
export function enters({ from, along }: Ray, boxes: ArrayLike<number>, at: number): number | undefined {
  let near = 0;
  let far = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const [o, d] = [from[axis] ?? 0, along[axis] ?? 0];
    const [low, high] = [(boxes[at + axis] ?? 0) - 1e-4, (boxes[at + 3 + axis] ?? 0) + 1e-4];
    if (Math.abs(d) < 1e-12) {
      if (o < low || o > high) return undefined;
      continue;
    }
    const [a, b] = [(low - o) / d, (high - o) / d];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
    if (near > far) return undefined;
  }
  return near;
}

export function pick(scene: Scene, ray: Ray): Hit | undefined {
  let best: Hit | undefined;
  for (const [storey, baked] of scene.storeys) {
    for (let element = 0; element < baked.elements.length; element++) {
      if (!scene.isShown(storey, element)) continue;
      const near = enters(ray, baked.boxes, 6 * element);
      if (near === undefined || (best && near > best.distance)) continue;
      const distance = hitElement(baked, element, ray, scene.cut, best?.distance ?? Infinity);
      if (distance !== undefined) {
        best = { storey, element, distance, point: add(ray.from, times(ray.along, distance)) };
      }
    }
  }
  return best;
}

function hitElement(its: BakedStorey, element: number, ray: Ray, cut: number, nearest: number): number | undefined {
  let best: number | undefined;
  for (const part of [0, 2]) {
    const start = its.ranges[RANGE * element + part] ?? 0;
    const end = start + (its.ranges[RANGE * element + part + 1] ?? 0);
    for (let i = start; i < end; i += 3) {
      const distance = hitTriangle(its, i, ray);
      if (distance === undefined || distance >= (best ?? nearest)) continue;
      if (ray.from[2] + distance * ray.along[2] <= cut) best = distance;
    }
  }
  return best;
}

function hitTriangle({ positions, triangles }: BakedStorey, at: number, { from, along }: Ray): number | undefined {
  const p = (corner: number, axis: number) => positions[3 * (triangles[at + corner] ?? 0) + axis] ?? 0;
  const [ax, ay, az] = [p(0, 0), p(0, 1), p(0, 2)];
  const [ux, uy, uz] = [p(1, 0) - ax, p(1, 1) - ay, p(1, 2) - az];
  const [vx, vy, vz] = [p(2, 0) - ax, p(2, 1) - ay, p(2, 2) - az];
  const [dx, dy, dz] = along;
  const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
  const determinant = ux * px + uy * py + uz * pz;
  if (Math.abs(determinant) < 1e-12) return undefined;
  const [sx, sy, sz] = [from[0] - ax, from[1] - ay, from[2] - az];
  const u = (sx * px + sy * py + sz * pz) / determinant;
  if (u < 0 || u > 1) return undefined;
  const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  if (v < 0 || u + v > 1) return undefined;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  return distance > 1e-4 ? distance : undefined;
}
