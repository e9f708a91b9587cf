// Finds the first element a ray hits, using the bounding volume
// tree the worker built for each storey (three-mesh-bvh). Pure.
import { type Ray, Vector3 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import type { Vec } from './camera.ts';

export type Hit = { storey: number; element: number; point: Vec; distance: number };

export type PickStorey = {
  tree: MeshBVH;
  /** The element of each triangle. */
  owners: Uint32Array;
};

export type PickScene = {
  storeys: ReadonlyMap<number, PickStorey>;
  isShown: (storey: number, element: number) => boolean;
  /** Nothing above this height is hit. */
  cut: number;
};

/** A ray that starts on a surface does not hit that surface; distance in metres. */
const MIN_DISTANCE = 1e-4;

export function pick({ storeys, isShown, cut }: PickScene, ray: Ray): Hit | undefined {
  let best: Hit | undefined;
  const point = new Vector3();
  for (const [storey, { tree, owners }] of storeys) {
    tree.shapecast({
      boundsTraverseOrder: (box) => box.distanceToPoint(ray.origin),
      intersectsBounds: (box, _isLeaf, score = 0) => score < (best?.distance ?? Infinity) && ray.intersectsBox(box),
      intersectsTriangle: (triangle, index) => {
        if (!ray.intersectTriangle(triangle.a, triangle.b, triangle.c, false, point) || point.z > cut) return;
        const distance = point.distanceTo(ray.origin);
        const element = owners[index] ?? 0;
        if (distance < MIN_DISTANCE || distance >= (best?.distance ?? Infinity) || !isShown(storey, element)) return;
        best = { storey, element, point: [point.x, point.y, point.z], distance };
      },
    });
  }
  return best;
}
