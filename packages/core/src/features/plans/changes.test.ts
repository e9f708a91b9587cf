import { describe, expect, test } from 'vitest';
import { fromSimilarity, IDENTITY_ALIGNMENT, invert } from '../../site/geometry/alignment.ts';
import { type Drawing, findChanges, type Ink, pinsNear } from './changes.ts';

const WIDTH = 600;
const HEIGHT = 400;
type Bar = readonly [x: number, y: number, w: number, h: number];

/** Bars given on a sheet of 600 × 400, drawn on one of another size. */
function drawn(bars: readonly Bar[], width = WIDTH, height = HEIGHT): Ink {
  const ink = new Uint8Array(width * height);
  for (const [bx, by, bw, bh] of bars) {
    const from = Math.round((by * height) / HEIGHT);
    const to = Math.round(((by + bh) * height) / HEIGHT);
    for (let y = from; y < to; y++)
      ink.fill(255, y * width + Math.round((bx * width) / WIDTH), y * width + Math.round(((bx + bw) * width) / WIDTH));
  }
  return { width, height, ink };
}
const as = (picture: Ink): Drawing => ({ picture, alignment: IDENTITY_ALIGNMENT });

const WALLS: readonly Bar[] = [
  [50, 50, 500, 3],
  [50, 350, 500, 3],
  [50, 50, 3, 300],
  [547, 50, 3, 300],
];
const NEW_WALL: Bar = [300, 100, 3, 120];

describe('changes between drawings', () => {
  test('a drawing has no changes against itself, even if it moved by a pixel', () => {
    expect(findChanges(as(drawn(WALLS)), as(drawn(WALLS)))).toEqual([]);
    const moved = WALLS.map(([x, y, w, h]): Bar => [x + 1, y + 1, w, h]);
    expect(findChanges(as(drawn(WALLS)), as(drawn(moved)))).toEqual([]);
  });

  test('a new wall is one added area around it, a missing one is removed', () => {
    const [area, ...others] = findChanges(as(drawn(WALLS)), as(drawn([...WALLS, NEW_WALL])));
    expect(others).toEqual([]);
    expect(area).toMatchObject({ kind: 'added' });
    expect(area?.x).toBeLessThanOrEqual(300 / WIDTH);
    expect((area?.x ?? 0) + (area?.width ?? 0)).toBeGreaterThanOrEqual(303 / WIDTH);
    expect(area?.height).toBeGreaterThan(110 / HEIGHT);
    expect(area?.height).toBeLessThan(150 / HEIGHT);
    expect(findChanges(as(drawn([...WALLS, NEW_WALL])), as(drawn(WALLS)))).toMatchObject([{ kind: 'removed' }]);
  });

  test('an added or removed wall on a tinted, dotted floor is found, and the floor itself is no change', () => {
    const floor = (bars: readonly Bar[], grain: number): Ink => {
      const picture = drawn(bars);
      for (let i = 0; i < picture.ink.length; i++)
        picture.ink[i] = Math.max(picture.ink[i] ?? 0, i % 7 === grain ? 100 : 40);
      return picture;
    };
    const [bare, walled] = [as(floor(WALLS, 0)), as(floor([...WALLS, NEW_WALL], 3))];
    expect(findChanges(bare, as(floor(WALLS, 3)))).toEqual([]);
    expect(findChanges(bare, walled)).toMatchObject([{ kind: 'added' }]);
    expect(findChanges(walled, bare)).toMatchObject([{ kind: 'removed' }]);
  });

  test('a moved wall is one area of both kinds', () => {
    const from = [...WALLS, NEW_WALL];
    const to: Bar[] = [...WALLS, [315, 100, 3, 120]];
    expect(findChanges(as(drawn(from)), as(drawn(to)))).toMatchObject([{ kind: 'both' }]);
  });

  test('areas far from each other are separate, the largest first', () => {
    const to: Bar[] = [...WALLS, [100, 100, 3, 40], [450, 200, 3, 120]];
    const found = findChanges(as(drawn(WALLS)), as(drawn(to)));
    expect(found).toHaveLength(2);
    expect(found[0]?.x).toBeGreaterThan(0.6);
  });

  test('a drawing twice as large on its sheet is compared through its alignment', () => {
    const large = drawn([...WALLS, NEW_WALL], 2 * WIDTH, 2 * HEIGHT);
    expect(findChanges(as(drawn(WALLS)), as(large))).toHaveLength(1);
    const half = { scale: 0.5, angle: 0, dx: 150, dy: 100 };
    const size = { widthPt: WIDTH, heightPt: HEIGHT };
    // The older drawing shows only the middle of the plan; the two are aligned where their walls meet.
    const alignment = fromSimilarity(half, size, size);
    const shrunk = [...WALLS, NEW_WALL].map(
      ([x, y, w, h]): Bar => [x / 2 + 150, y / 2 + 100, Math.max(2, w / 2), Math.max(2, h / 2)],
    );
    const changes = findChanges({ picture: drawn(WALLS), alignment }, as(drawn(shrunk)));
    expect(changes).toMatchObject([{ kind: 'added' }]);
    expect(changes[0]?.x).toBeCloseTo(0.5, 1);
  });

  test('content outside the other sheet is not a change', () => {
    const size = { widthPt: WIDTH, heightPt: HEIGHT };
    const aside = invert(fromSimilarity({ scale: 1, angle: 0, dx: 400, dy: 0 }, size, size));
    const newer = drawn([[500, 100, 60, 60]]);
    expect(findChanges(as(drawn([])), { picture: newer, alignment: aside })).toHaveLength(1);
    const beside = fromSimilarity({ scale: 1, angle: 0, dx: 400, dy: 0 }, size, size);
    expect(findChanges(as(drawn([])), { picture: newer, alignment: beside })).toEqual([]);
  });
});

test('pins in and near an area are listed, the nearest first', () => {
  const area = { x: 0.4, y: 0.4, width: 0.1, height: 0.1 };
  const pins = [
    { id: 'beside', x: 0.515, y: 0.45 },
    { id: 'in', x: 0.45, y: 0.45 },
    { id: 'far', x: 0.6, y: 0.45 },
    { id: 'without', x: null, y: null },
  ];
  expect(pinsNear(area, pins, 0.7).map((pin) => pin.id)).toEqual(['in', 'beside']);
});
