// A small made-up town as vector tiles and as a PMTiles file, in the schema of OpenMapTiles or of Protomaps.
import { gzipSync } from 'node:zlib';

type TagValues = Record<string, string | number>;
type Drawn = { shape: 1 | 2 | 3; points: readonly (readonly [number, number])[]; said: TagValues };

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

const inside = (field: number, bytes: readonly number[]): number[] => [
  ...varint(field * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const words = (field: number, text: string): number[] => inside(field, [...Buffer.from(text)]);
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function commands({ shape, points }: Drawn): number[] {
  const numbers: number[] = [];
  let [x, y] = [0, 0];
  points.forEach(([px, py], i) => {
    if (i === 0) numbers.push(1 + 8);
    if (i === 1) numbers.push(2 + 8 * (points.length - 1));
    numbers.push(zigzag(px - x), zigzag(py - y));
    [x, y] = [px, py];
  });
  return (shape === 3 ? [...numbers, 7 + 8] : numbers).flatMap(varint);
}

function layer(name: string, features: readonly Drawn[]): number[] {
  const keys = [...new Set(features.flatMap(({ said }) => Object.keys(said)))];
  const values = [...new Set(features.flatMap(({ said }) => Object.values(said)))];
  const each = features.map((feature) => {
    const tags = Object.entries(feature.said).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]);
    return inside(2, [
      ...inside(2, tags.flatMap(varint)),
      ...varint(3 * 8),
      feature.shape,
      ...inside(4, commands(feature)),
    ]);
  });
  const reported = values.map((value) =>
    inside(4, typeof value === 'string' ? words(1, value) : [...varint(5 * 8), ...varint(value)]),
  );
  return inside(3, [
    ...varint(15 * 8),
    2,
    ...words(1, name),
    ...each.flat(),
    ...keys.flatMap((key) => words(3, key)),
    ...reported.flat(),
    ...varint(5 * 8),
    ...varint(4_096),
  ]);
}

const square = (left: number, top: number, side: number): [number, number][] => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];

/** Streets every 400 of 4096 units, houses between them, a river along the left edge, and a park. */
export function townTile(schema: 'openmaptiles' | 'protomaps' = 'openmaptiles'): Buffer {
  const open = schema === 'openmaptiles';
  const lines = Array.from({ length: 10 }, (_, i) => 200 + 400 * i);
  const kind = (i: number) =>
    open ? { class: i % 4 ? 'minor' : 'primary' } : { kind: i % 4 ? 'minor_road' : 'major_road' };
  const street = (i: number) => `Street number ${i}`;
  const streets = lines.flatMap((at, i): Drawn[] => [
    {
      shape: 2,
      points: [
        [0, at],
        [4_096, at],
      ],
      said: { ...kind(i), ...(open ? {} : { name: street(i) }) },
    },
    {
      shape: 2,
      points: [
        [at, 0],
        [at, 4_096],
      ],
      said: { ...kind(i), ...(open ? {} : { name: `Lane ${i}` }) },
    },
  ]);
  const houses = lines.flatMap((x) =>
    lines.map((y): Drawn => ({ shape: 3, points: square(x + 100, y + 100, 180), said: { height: 9 } })),
  );
  return Buffer.from([
    ...layer('water', [{ shape: 3, points: square(0, 0, 150), said: { class: 'river', kind: 'water' } }]),
    ...layer(open ? 'landcover' : 'landuse', [
      { shape: 3, points: square(2_640, 2_640, 330), said: open ? { class: 'grass' } : { kind: 'park' } },
    ]),
    ...layer(open ? 'transportation' : 'roads', streets),
    ...layer(open ? 'building' : 'buildings', houses),
    ...(open
      ? layer(
          'transportation_name',
          lines.map(
            (at, i): Drawn => ({
              shape: 2,
              points: [
                [0, at],
                [4_096, at],
              ],
              said: { class: 'minor', name: street(i) },
            }),
          ),
        )
      : []),
    ...layer(open ? 'place' : 'places', [
      { shape: 1, points: [[2_048, 2_048]], said: { class: 'town', kind: 'town', name: 'Łódź am Main' } },
    ]),
  ]);
}

/** A PMTiles file with one tile for every position of a zoom level. `id` is a PMTiles tile id. */
export function pmTilesOf(tile: Uint8Array, { zoom, id, run }: { zoom: number; id: number; run: number }): Buffer {
  const packed = gzipSync(tile);
  const root = gzipSync(Buffer.from([1, id, run, packed.length, 1].flatMap(varint)));
  const head = Buffer.alloc(127);
  head.write('PMTiles');
  head[7] = 3;
  const long = (value: number, at: number) => head.writeBigUInt64LE(BigInt(value), at);
  long(127, 8);
  long(root.length, 16);
  long(127 + root.length, 40);
  long(127 + root.length, 56);
  long(packed.length, 64);
  head.set([2, 2, 1, zoom, zoom], 97);
  return Buffer.concat([head, root, packed]);
}
