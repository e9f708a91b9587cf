// Reads a Mapbox vector tile: its layers with their features, their shapes and what is said of them. Throws `RangeError` for garbage.
import { eachField, fixed, packed, part, type Reader, readerOf, text, varint, zigzag } from './protobuf.ts';

export type Said = Readonly<Record<string, string | number | boolean>>;
/** x and y by turns, in units of the layer. */
export type Shape = 'point' | 'line' | 'polygon';
export type TileFeature = {
  readonly shape: Shape;
  readonly paths: readonly (readonly number[])[];
  readonly said: Said;
};
export type TileLayer = { readonly name: string; readonly extent: number; readonly features: readonly TileFeature[] };

const SHAPES: Readonly<Record<number, Shape>> = { 1: 'point', 2: 'line', 3: 'polygon' };
/** Beyond these a tile is no map. */
const MOST_FEATURES = 100_000;
const MOST_NUMBERS = 4_000_000;

export function readTile(bytes: Uint8Array): TileLayer[] {
  const layers: TileLayer[] = [];
  const room = { features: MOST_FEATURES, numbers: MOST_NUMBERS };
  const reader = readerOf(bytes);
  eachField(reader, (field) => {
    if (field !== 3) return false;
    layers.push(readLayer(part(reader), room));
    return true;
  });
  return layers;
}

type Room = { features: number; numbers: number };

function readLayer(reader: Reader, room: Room): TileLayer {
  let name = '';
  let extent = 4_096;
  const keys: string[] = [];
  const values: (string | number | boolean)[] = [];
  const raw: Reader[] = [];
  eachField(reader, (field) => {
    if (field === 1) name = text(reader);
    else if (field === 2) raw.push(part(reader));
    else if (field === 3) keys.push(text(reader));
    else if (field === 4) values.push(readValue(part(reader)));
    else if (field === 5) extent = varint(reader) || 4_096;
    else return false;
    return true;
  });
  room.features -= raw.length;
  if (room.features < 0) throw new RangeError('a tile of too many features');
  return { name, extent, features: raw.map((one) => readFeature(one, keys, values, room)) };
}

function readValue(reader: Reader): string | number | boolean {
  let value: string | number | boolean = '';
  eachField(reader, (field) => {
    if (field === 1) value = text(reader);
    else if (field === 2) value = fixed(reader, 4);
    else if (field === 3) value = fixed(reader, 8);
    else if (field === 4 || field === 5) value = varint(reader);
    else if (field === 6) value = zigzag(varint(reader));
    else if (field === 7) value = varint(reader) !== 0;
    else return false;
    return true;
  });
  return value;
}

function readFeature(
  reader: Reader,
  keys: readonly string[],
  values: readonly (string | number | boolean)[],
  room: Room,
): TileFeature {
  let shape: Shape = 'point';
  let tags: number[] = [];
  let commands: number[] = [];
  eachField(reader, (field) => {
    if (field === 2) tags = packed(reader);
    else if (field === 3) shape = SHAPES[varint(reader)] ?? 'point';
    else if (field === 4) commands = packed(reader);
    else return false;
    return true;
  });
  room.numbers -= commands.length;
  if (room.numbers < 0) throw new RangeError('a tile of too many corners');
  const said: Record<string, string | number | boolean> = {};
  for (let i = 0; i + 1 < tags.length; i += 2) {
    const [key, value] = [keys[tags[i] ?? 0], values[tags[i + 1] ?? 0]];
    if (key !== undefined && value !== undefined) said[key] = value;
  }
  return { shape, paths: pathsOf(commands), said };
}

const [MOVE, LINE, CLOSE] = [1, 2, 7];

function pathsOf(commands: readonly number[]): number[][] {
  const paths: number[][] = [];
  let path: number[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < commands.length; ) {
    const command = commands[i++] ?? 0;
    const [kind, count] = [command & 7, command >>> 3];
    if (kind === CLOSE) {
      path.push(path[0] ?? 0, path[1] ?? 0);
      continue;
    }
    if (kind !== MOVE && kind !== LINE) throw new RangeError('a corner of an unknown kind');
    for (let n = 0; n < count && i < commands.length; n++) {
      x += zigzag(commands[i++] ?? 0);
      y += zigzag(commands[i++] ?? 0);
      if (kind === MOVE) {
        path = [];
        paths.push(path);
      }
      path.push(x, y);
    }
  }
  return paths;
}
