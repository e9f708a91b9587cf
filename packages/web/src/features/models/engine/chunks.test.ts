// Groups of elements: near each other, and passed over where they cannot be seen.
import type { StoreyGeometry } from '@plumbline/core/features/models/pack';
import { describe, expect, it } from 'vitest';
import { bake } from './bake.ts';
import { chunksOf, isInPicture, pixelsOf } from './chunks.ts';
import { orderInSpace } from './in-space.ts';
import { eyeOf, FIELD, home, projection } from './rig.ts';

const SIZE = { width: 800, height: 600 };

/** So many cubes side by side, of one metre, every tenth of ten centimetres. */
function cubes(count: number): StoreyGeometry {
  const corner = (i: number) => [i & 1, (i >> 1) & 1, i >> 2];
  const faces = [
    0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7, 5,
  ];
  const size = (i: number) => (i % 10 === 0 ? 0.1 : 1);
  const each = Array.from({ length: count }, (_, i) => i);
  return {
    positions: new Float32Array([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)),
    indices: new Uint32Array(faces),
    edges: new Uint32Array([0, 1]),
    shapes: new Uint32Array([0, 8, 0, faces.length, 0, 2]),
    instances: new Uint32Array(each.flatMap((i) => [0, i, 0xff_80_80_80])),
    matrices: new Float32Array(
      each.flatMap((i) => [size(i), 0, 0, 0, size(i), 0, 0, 0, size(i), 2 * ((i * 7) % count), 0, 0]),
    ),
    elements: each.map((i) => ({ globalId: String(i), type: 'IfcWall', name: `Cube ${i}` })),
    numbers: new Uint32Array(each),
    placements: new Float32Array(12 * count),
  };
}

describe('groups of a storey', () => {
  const baked = bake(cubes(4_000));
  const chunks = chunksOf(baked, () => true);

  it('hold every triangle once, small things apart from large ones', () => {
    const runs = chunks.flatMap((chunk) => chunk.solid);
    expect(runs.reduce((sum, [, count]) => sum + count, 0)).toBe(4_000 * 36);
    expect(chunks.filter((chunk) => chunk.largest < 0.6).length).toBeGreaterThan(0);
    expect(chunks.length).toBeLessThan(20);
  });

  it('are neighbours in space, drawn in one go', () => {
    const large = chunks.filter((chunk) => chunk.largest > 1);
    expect(large.map((chunk) => chunk.solid.length)).toEqual(large.map(() => 1));
    const wide = large.map(({ box }) => (box.max[0] ?? 0) - (box.min[0] ?? 0));
    expect(Math.max(...wide)).toBeLessThan(1_200);
  });

  it('leave out what is hidden', () => {
    const some = chunksOf(baked, (element) => element < 10).flatMap((chunk) => chunk.solid);
    expect(some.reduce((sum, [, count]) => sum + count, 0)).toBe(360);
    expect(chunksOf(baked, () => false)).toEqual([]);
  });

  it('put neighbours next to each other, large ones first', () => {
    const boxes = [9, 0, 0, 10, 1, 1, 0, 0, 0, 0.1, 0.1, 0.1, 0, 0, 0, 1, 1, 1];
    expect(orderInSpace(boxes)).toEqual([2, 0, 1]);
  });
});

describe('what is in the picture', () => {
  const box = { min: [0, 0, 0], max: [20, 10, 8] };
  const view = home(box, SIZE);
  const matrix = projection(view, SIZE, box);

  it('is what the camera looks at, not what lies beside it or behind it', () => {
    expect(isInPicture(matrix, box)).toBe(true);
    expect(isInPicture(matrix, { min: [500, 0, 0], max: [510, 10, 8] })).toBe(false);
    const eye = eyeOf(view);
    const middle = [10, 5, 4];
    const behind = eye.map((part, i) => part + 5 * (part - (middle[i] ?? 0)));
    expect(isInPicture(matrix, { min: behind, max: behind.map((part) => part + 1) })).toBe(false);
  });

  it('is a box around the eye, whose corners are all outside', () => {
    const eye = eyeOf(view);
    expect(isInPicture(matrix, { min: eye.map((part) => part - 900), max: eye.map((part) => part + 900) })).toBe(true);
  });

  it('grows as it comes nearer', () => {
    const chunk = { box, largest: 2, solid: [], glass: [], lines: [] };
    const from = (distance: number) => pixelsOf([10, 5, 8 + distance], chunk, SIZE, FIELD);
    expect(from(10)).toBeGreaterThan(5 * from(100));
    expect(pixelsOf([5, 5, 5], chunk, SIZE, FIELD)).toBeGreaterThan(1_000);
  });
});
