// Chunks of a storey: neighbours are grouped, and hidden elements are excluded.
import type { StoreyGeometry } from '@plumbline/core/features/models/pack';
import { describe, expect, it } from 'vitest';
import { bake } from './bake.ts';
import { FIELD } from './camera.ts';
import { chunksOf, indicesOf, pixelsOf } from './chunks.ts';
import { orderInSpace } from './spatial-order.ts';

const SIZE = { width: 800, height: 600 };

/** Cubes side by side: one metre wide, every tenth ten centimetres. */
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

describe('chunks of a storey', () => {
  const baked = bake(cubes(4_000));
  const chunks = chunksOf(baked, () => true);

  it('contain every triangle once, small elements separate from large ones', () => {
    const runs = chunks.flatMap((chunk) => chunk.solid);
    expect(runs.reduce((sum, [, count]) => sum + count, 0)).toBe(4_000 * 36);
    expect(chunks.filter((chunk) => chunk.largest < 0.6).length).toBeGreaterThan(0);
    expect(chunks.length).toBeLessThan(20);
  });

  it('consist of neighbours, each drawn in one call', () => {
    const large = chunks.filter((chunk) => chunk.largest > 1);
    expect(large.map((chunk) => chunk.solid.length)).toEqual(large.map(() => 1));
    const wide = large.map(({ box }) => (box.max[0] ?? 0) - (box.min[0] ?? 0));
    expect(Math.max(...wide)).toBeLessThan(1_200);
  });

  it('leave out hidden elements', () => {
    const some = chunksOf(baked, (element) => element < 10).flatMap((chunk) => chunk.solid);
    expect(some.reduce((sum, [, count]) => sum + count, 0)).toBe(360);
    expect(chunksOf(baked, () => false)).toEqual([]);
  });

  it('copy an index only where it has gaps', () => {
    const index = Uint32Array.of(7, 8, 9, 10, 11);
    expect(indicesOf(index, [[1, 2]])).toEqual(Uint32Array.of(8, 9));
    expect(indicesOf(index, [[1, 2]]).buffer).toBe(index.buffer);
    expect(
      indicesOf(index, [
        [0, 1],
        [3, 2],
      ]),
    ).toEqual(Uint32Array.of(7, 10, 11));
    expect(indicesOf(index, [])).toEqual(new Uint32Array());
  });

  it('are ordered by position, large elements first', () => {
    const boxes = [9, 0, 0, 10, 1, 1, 0, 0, 0, 0.1, 0.1, 0.1, 0, 0, 0, 1, 1, 1];
    expect(orderInSpace(boxes)).toEqual([2, 0, 1]);
  });
});

describe('the pixel length of a chunk', () => {
  const box = { min: [0, 0, 0], max: [20, 10, 8] };

  it('grows as the camera comes closer', () => {
    const chunk = { box, largest: 2, solid: [], glass: [], lines: [] };
    const from = (distance: number) => pixelsOf([10, 5, 8 + distance], chunk, SIZE, FIELD);
    expect(from(10)).toBeGreaterThan(5 * from(100));
    expect(pixelsOf([5, 5, 5], chunk, SIZE, FIELD)).toBeGreaterThan(1_000);
  });
});
