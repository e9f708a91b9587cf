// The parts of the 3D view that need no screen: baking, the camera, what a ray hits, what keys do.
import type { StoreyGeometry } from '@plumbline/core/features/models/pack';
import { describe, expect, it } from 'vitest';
import { bake } from './bake.ts';
import { byKey } from './controls.ts';
import { pick } from './pick.ts';
import { eyeOf, fit, fromAbove, home, orbit, pan, projection, rayAt, toScreen, type Vec, zoom } from './rig.ts';

const SIZE = { width: 800, height: 600 };
const BOX = { min: [0, 0, 0], max: [20, 10, 8] };

/** A square of one metre in the ground plane, twice as one element, once mirrored as another that is seen through. */
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

  it('has each instance in its place, solid before glass', () => {
    expect([...baked.ranges]).toEqual([0, 12, 0, 0, 0, 16, 0, 0, 12, 6, 16, 8]);
    expect([...baked.boxes]).toEqual([0, 0, 0, 6, 1, 1, -1, 0, 3, 0, 1, 3]);
    expect([...baked.positions.subarray(12, 15)]).toEqual([5, 0, 1]);
    expect([...baked.colours.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  it('turns the triangles of mirrored instances, so that they face outwards', () => {
    const upwards = (at: number) => {
      const p = (corner: number, axis: number) => baked.positions[3 * (baked.triangles[at + corner] ?? 0) + axis] ?? 0;
      return (p(1, 0) - p(0, 0)) * (p(2, 1) - p(0, 1)) - (p(1, 1) - p(0, 1)) * (p(2, 0) - p(0, 0)) > 0;
    };
    expect([0, 3, 6, 9, 12, 15].map(upwards)).toEqual([true, true, true, true, true, true]);
  });
});

describe('a ray', () => {
  const scene = { storeys: new Map([[2, bake(squares)]]), isShown: () => true, cut: Infinity };
  const down = (x: number, y: number) => ({ from: [x, y, 10] as Vec, along: [0, 0, -1] as Vec });

  it('hits the nearest element and tells where', () => {
    expect(pick(scene, down(5.5, 0.5))).toMatchObject({ storey: 2, element: 0, point: [5.5, 0.5, 1] });
    expect(pick(scene, down(-0.5, 0.5))).toMatchObject({ element: 1, point: [-0.5, 0.5, 3] });
    expect(pick(scene, down(3, 0.5))).toBeUndefined();
  });

  it('goes through what is hidden or cut away', () => {
    expect(pick({ ...scene, isShown: (_storey, element) => element !== 0 }, down(5.5, 0.5))).toBeUndefined();
    expect(pick({ ...scene, cut: 2 }, down(-0.5, 0.5))).toBeUndefined();
    expect(pick({ ...scene, cut: 2 }, down(5.5, 0.5))).toMatchObject({ element: 0 });
  });
});

describe('the camera', () => {
  const view = home(BOX, SIZE);

  it('shows the whole building', () => {
    for (const corner of [[0, 0, 0] as Vec, [20, 10, 8] as Vec, [20, 0, 0] as Vec, [0, 10, 8] as Vec]) {
      const at = toScreen(projection(view, SIZE, BOX), corner, SIZE);
      expect(at?.x).toBeGreaterThan(0);
      expect(at?.x).toBeLessThan(SIZE.width);
      expect(at?.y).toBeGreaterThan(0);
      expect(at?.y).toBeLessThan(SIZE.height);
    }
  });

  it('looks along the ray of a pixel: there and back', () => {
    const matrix = projection(view, SIZE, BOX);
    const { from, along } = rayAt(view, 123, 456, SIZE);
    const point: Vec = [from[0] + 17 * along[0], from[1] + 17 * along[1], from[2] + 17 * along[2]];
    const at = toScreen(matrix, point, SIZE);
    expect(at?.x).toBeCloseTo(123, 2);
    expect(at?.y).toBeCloseTo(456, 2);
  });

  it('sees nothing behind itself', () => {
    const [x, y, z] = eyeOf(view);
    const behind: Vec = [2 * x - view.target[0], 2 * y - view.target[1], 2 * z - view.target[2]];
    expect(toScreen(projection(view, SIZE, BOX), behind, SIZE)).toBeUndefined();
  });

  it('keeps what lies at the target under the finger when it is moved', () => {
    const moved = pan(view, 50, -30, SIZE);
    const at = toScreen(projection(moved, SIZE, BOX), view.target, SIZE);
    expect(at?.x).toBeCloseTo(450, 1);
    expect(at?.y).toBeCloseTo(270, 1);
  });

  it('keeps the place that it zooms to where it is', () => {
    const anchor: Vec = [3, 2, 1];
    const before = toScreen(projection(view, SIZE, BOX), anchor, SIZE);
    const after = toScreen(projection(zoom(view, 0.5, anchor), SIZE, BOX), anchor, SIZE);
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 1);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 1);
  });

  it('goes on into the building where it cannot come nearer', () => {
    let near = view;
    for (let i = 0; i < 60; i++) near = zoom(near, 0.8);
    expect(near.distance).toBe(0.5);
    expect(zoom(near, 0.8).target).not.toEqual(near.target);
  });

  it('never tips over', () => {
    expect(orbit(view, 0, 10).pitch).toBeLessThan(Math.PI / 2);
    expect(orbit(view, 0, -10).pitch).toBeGreaterThan(-Math.PI / 2);
  });

  it('looks straight down with north up', () => {
    const matrix = projection(fromAbove(BOX, SIZE), SIZE, BOX);
    const [south, north] = [[10, 0, 4] as Vec, [10, 10, 4] as Vec].map((point) => toScreen(matrix, point, SIZE));
    expect(north?.y).toBeLessThan(south?.y ?? 0);
    expect(north?.x).toBeCloseTo(south?.x ?? 0, 3);
  });

  it('comes near to a small thing without turning', () => {
    const nearer = fit(view, { min: [1, 1, 1], max: [2, 2, 3] }, SIZE);
    expect([nearer.yaw, nearer.pitch]).toEqual([view.yaw, view.pitch]);
    expect(nearer.distance).toBeLessThan(view.distance / 3);
  });

  it('turns, moves and walks by keys', () => {
    expect(byKey({ key: 'ArrowLeft', shiftKey: false }, view, SIZE)?.yaw).not.toBe(view.yaw);
    expect(byKey({ key: 'ArrowLeft', shiftKey: true }, view, SIZE)?.target).not.toEqual(view.target);
    expect(byKey({ key: 'e', shiftKey: false }, view, SIZE)?.target[2]).toBeGreaterThan(view.target[2]);
    expect(byKey({ key: '+', shiftKey: false }, view, SIZE)?.distance).toBeLessThan(view.distance);
    expect(byKey({ key: 'x', shiftKey: false }, view, SIZE)).toBeUndefined();
  });
});
