// Parts of the 3D view that need no screen: baking, camera, picking, keys.
import type { StoreyGeometry } from '@plumbline/core/features/models/pack';
import { Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { bake, trianglesOf } from './bake.ts';
import { cameraOf, eyeOf, fit, fromAbove, home, orbit, pan, rayAt, toScreen, type Vec, zoom } from './camera.ts';
import { byKey } from './controls.ts';
import { pick } from './pick.ts';

const SIZE = { width: 800, height: 600 };
const BOX = { min: [0, 0, 0], max: [20, 10, 8] };

/** A one-metre square in the ground plane: twice in one element, once mirrored in another that is transparent. */
const squares: StoreyGeometry = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
  edges: new Uint32Array([0, 1, 1, 2, 2, 3, 3, 0]),
  shapes: new Uint32Array([0, 4, 0, 6, 0, 8]),
  instances: new Uint32Array([0, 0, 0xff_00_00_ff, 0, 0, 0xff_00_00_ff, 0, 1, 0x40_ff_00_00]),
  matrices: new Float32Array([
    ...[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
    ...[1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 1],
    ...[-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 3],
  ]),
  elements: [
    { globalId: 'a', type: 'IfcSlab', name: 'A' },
    { globalId: 'b', type: 'IfcWindow', name: 'B' },
  ],
  numbers: new Uint32Array([0, 1]),
  placements: new Float32Array(24),
};

describe('a baked storey', () => {
  const baked = bake(squares);

  it('has each instance in its position, solid before transparent triangles', () => {
    expect([...baked.ranges]).toEqual([0, 12, 0, 0, 0, 16, 0, 0, 12, 6, 16, 8]);
    expect([...baked.boxes]).toEqual([0, 0, 0, 6, 1, 1, -1, 0, 3, 0, 1, 3]);
    expect([...baked.positions.subarray(12, 15)]).toEqual([5, 0, 1]);
    expect([...baked.colours.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
    expect([...baked.owners]).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('reverses the triangles of mirrored instances, so that they face outwards', () => {
    const upwards = (at: number) => {
      const p = (corner: number, axis: number) => baked.positions[3 * (baked.triangles[at + corner] ?? 0) + axis] ?? 0;
      return (p(1, 0) - p(0, 0)) * (p(2, 1) - p(0, 1)) - (p(1, 1) - p(0, 1)) * (p(2, 0) - p(0, 0)) > 0;
    };
    expect([0, 3, 6, 9, 12, 15].map(upwards)).toEqual([true, true, true, true, true, true]);
  });
});

describe('a ray', () => {
  const baked = bake(squares);
  // As the page receives it from the worker.
  const tree = MeshBVH.deserialize(structuredClone(baked.tree), trianglesOf(baked), { setIndex: false });
  const scene = { storeys: new Map([[2, { tree, owners: baked.owners }]]), isShown: () => true, cut: Infinity };
  const down = (x: number, y: number) => new Ray(new Vector3(x, y, 10), new Vector3(0, 0, -1));

  it('hits the nearest element and says where', () => {
    expect(pick(scene, down(5.5, 0.5))).toMatchObject({ storey: 2, element: 0, point: [5.5, 0.5, 1] });
    expect(pick(scene, down(-0.5, 0.5))).toMatchObject({ element: 1, point: [-0.5, 0.5, 3], distance: 7 });
    expect(pick(scene, down(3, 0.5))).toBeUndefined();
  });

  it('passes through hidden elements and those above the section', () => {
    expect(pick({ ...scene, isShown: (_storey, element) => element !== 0 }, down(5.5, 0.5))).toBeUndefined();
    expect(pick({ ...scene, cut: 2 }, down(-0.5, 0.5))).toBeUndefined();
    expect(pick({ ...scene, cut: 2 }, down(5.5, 0.5))).toMatchObject({ element: 0 });
  });

  it('finds the nearest of several storeys', () => {
    const storeys = new Map([
      [0, scene.storeys.get(2) ?? { tree, owners: baked.owners }],
      [1, storeyAt(4)],
    ]);
    expect(pick({ ...scene, storeys }, down(0.5, 0.5))).toMatchObject({ storey: 1, point: [0.5, 0.5, 4] });
    expect(pick({ ...scene, storeys, isShown: (storey) => storey === 0 }, down(0.5, 0.5))).toMatchObject({
      storey: 0,
      point: [0.5, 0.5, 0],
    });
  });
});

/** The squares, raised by `height` metres. */
function storeyAt(height: number) {
  const matrices = squares.matrices.map((value, i) => (i % 12 === 11 ? value + height : value));
  const baked = bake({ ...squares, matrices });
  return { tree: MeshBVH.deserialize(baked.tree, trianglesOf(baked), { setIndex: false }), owners: baked.owners };
}

describe('the camera', () => {
  const view = home(BOX, SIZE);

  it('shows the whole building', () => {
    for (const corner of [[0, 0, 0] as Vec, [20, 10, 8] as Vec, [20, 0, 0] as Vec, [0, 10, 8] as Vec]) {
      const at = toScreen(cameraOf(view, SIZE, BOX), corner, SIZE);
      expect(at?.x).toBeGreaterThan(0);
      expect(at?.x).toBeLessThan(SIZE.width);
      expect(at?.y).toBeGreaterThan(0);
      expect(at?.y).toBeLessThan(SIZE.height);
    }
  });

  it('maps a pixel to a ray and back', () => {
    const camera = cameraOf(view, SIZE, BOX);
    const { x, y, z } = rayAt(camera, 123, 456, SIZE).at(17, new Vector3());
    const at = toScreen(camera, [x, y, z], SIZE);
    expect(at?.x).toBeCloseTo(123, 2);
    expect(at?.y).toBeCloseTo(456, 2);
  });

  it('shows nothing behind itself', () => {
    const [x, y, z] = eyeOf(view);
    const behind: Vec = [2 * x - view.target[0], 2 * y - view.target[1], 2 * z - view.target[2]];
    expect(toScreen(cameraOf(view, SIZE, BOX), behind, SIZE)).toBeUndefined();
  });

  it('keeps the target under the finger when panned', () => {
    const moved = pan(view, 50, -30, SIZE);
    const at = toScreen(cameraOf(moved, SIZE, BOX), view.target, SIZE);
    expect(at?.x).toBeCloseTo(450, 1);
    expect(at?.y).toBeCloseTo(270, 1);
  });

  it('keeps the anchor of a zoom in place', () => {
    const anchor: Vec = [3, 2, 1];
    const before = toScreen(cameraOf(view, SIZE, BOX), anchor, SIZE);
    const after = toScreen(cameraOf(zoom(view, 0.5, anchor), SIZE, BOX), anchor, SIZE);
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 1);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 1);
  });

  it('moves on into the building at the minimum distance', () => {
    let near = view;
    for (let i = 0; i < 60; i++) near = zoom(near, 0.8);
    expect(near.distance).toBe(0.5);
    expect(zoom(near, 0.8).target).not.toEqual(near.target);
  });

  it('never turns upside down', () => {
    expect(orbit(view, 0, 10).pitch).toBeLessThan(Math.PI / 2);
    expect(orbit(view, 0, -10).pitch).toBeGreaterThan(-Math.PI / 2);
  });

  it('looks straight down with north up', () => {
    const camera = cameraOf(fromAbove(BOX, SIZE), SIZE, BOX);
    const [south, north] = [[10, 0, 4] as Vec, [10, 10, 4] as Vec].map((point) => toScreen(camera, point, SIZE));
    expect(north?.y).toBeLessThan(south?.y ?? 0);
    expect(north?.x).toBeCloseTo(south?.x ?? 0, 3);
  });

  it('moves closer to a small element without rotating', () => {
    const nearer = fit(view, { min: [1, 1, 1], max: [2, 2, 3] }, SIZE);
    expect([nearer.yaw, nearer.pitch]).toEqual([view.yaw, view.pitch]);
    expect(nearer.distance).toBeLessThan(view.distance / 3);
  });

  it('orbits, pans and walks by keys', () => {
    expect(byKey({ key: 'ArrowLeft', shiftKey: false }, view, SIZE)?.yaw).not.toBe(view.yaw);
    expect(byKey({ key: 'ArrowLeft', shiftKey: true }, view, SIZE)?.target).not.toEqual(view.target);
    expect(byKey({ key: 'e', shiftKey: false }, view, SIZE)?.target[2]).toBeGreaterThan(view.target[2]);
    expect(byKey({ key: '+', shiftKey: false }, view, SIZE)?.distance).toBeLessThan(view.distance);
    expect(byKey({ key: 'x', shiftKey: false }, view, SIZE)).toBeUndefined();
  });
});
