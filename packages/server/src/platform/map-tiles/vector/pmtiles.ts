// Reads PMTiles, a whole map in one file, of the third version: finds a tile by two or three ranged reads. Throws `ServiceError` for anything else.
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { fetchRange, ServiceError } from '../../fetch-limited.ts';
import { type Reader, readerOf, varint } from './protobuf.ts';

export type Ranges = (offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>;

const HEAD = 127;
const MOST_DIRECTORY = 8 * 2 ** 20;
const MOST_TILE = 4 * 2 ** 20;
/** A directory may lead to another, and that to a last one. */
const DEEPEST = 4;
const KEPT_DIRECTORIES = 64;
const TIMEOUT = 15_000;
const MVT = 1;

type Entry = { readonly id: number; readonly offset: number; readonly length: number; readonly run: number };
type Head = {
  readonly root: { offset: number; length: number };
  readonly leaves: number;
  readonly tiles: number;
  readonly inside: number;
  readonly packing: number;
  readonly kind: number;
  readonly minZoom: number;
  readonly maxZoom: number;
};

export type PmTiles = {
  head: (signal?: AbortSignal) => Promise<{ minZoom: number; maxZoom: number; vector: boolean }>;
  /** Unpacked; undefined where the map has nothing. */
  tile: (z: number, x: number, y: number, signal?: AbortSignal) => Promise<Uint8Array | undefined>;
};

export function rangesOf(address: string): Ranges {
  if (/^https?:/u.test(address))
    return (offset, length, signal) =>
      fetchRange(address, offset, length, { timeout: TIMEOUT, maxBytes: length, signal });
  return async (offset, length) => {
    const file = await open(address, 'r').catch((error: unknown) => {
      throw new ServiceError('cannot be opened', undefined, { cause: error });
    });
    try {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };
}

export function pmTiles(ranges: Ranges): PmTiles {
  let known: Promise<Head> | undefined;
  const directories = new Map<string, Promise<Entry[]>>();
  const head = (signal?: AbortSignal): Promise<Head> => {
    known ??= readHead(ranges, signal).catch((error: unknown) => {
      // Asked for again the next time.
      known = undefined;
      throw error;
    });
    return known;
  };
  const directory = async (offset: number, length: number, signal?: AbortSignal): Promise<Entry[]> => {
    const name = `${offset} ${length}`;
    const kept = directories.get(name);
    if (kept) return kept;
    const { inside } = await head(signal);
    if (length > MOST_DIRECTORY) throw new ServiceError('has a list beyond all measure');
    const made = ranges(offset, length, signal)
      .then((bytes) => unpacked(bytes, inside, MOST_DIRECTORY))
      .then((bytes) => told(() => entriesOf(readerOf(bytes))));
    directories.set(name, made);
    made.catch(() => directories.delete(name));
    const [oldest] = directories.keys();
    if (directories.size > KEPT_DIRECTORIES && oldest !== undefined) directories.delete(oldest);
    return made;
  };
  return {
    head: async (signal) => {
      const { minZoom, maxZoom, kind } = await head(signal);
      return { minZoom, maxZoom, vector: kind === MVT };
    },
    tile: async (z, x, y, signal) => {
      const { root, leaves, tiles, packing } = await head(signal);
      const id = tileId(z, x, y);
      let { offset, length } = root;
      for (let depth = 0; depth < DEEPEST; depth++) {
        const found = entryFor(await directory(offset, length, signal), id);
        if (!found) return undefined;
        if (found.run > 0) {
          if (found.length > MOST_TILE) throw new ServiceError('has a tile beyond all measure');
          return unpacked(await ranges(tiles + found.offset, found.length, signal), packing, MOST_TILE);
        }
        offset = leaves + found.offset;
        length = found.length;
      }
      return undefined;
    },
  };
}

async function readHead(ranges: Ranges, signal?: AbortSignal): Promise<Head> {
  const bytes = await ranges(0, HEAD, signal);
  const mark = new TextDecoder('latin1').decode(bytes.subarray(0, 7));
  if (bytes.length < HEAD || mark !== 'PMTiles' || bytes[7] !== 3) throw new ServiceError('is no PMTiles of version 3');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (at: number) => view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
  return {
    root: { offset: long(8), length: long(16) },
    leaves: long(40),
    tiles: long(56),
    inside: bytes[97] ?? 0,
    packing: bytes[98] ?? 0,
    kind: bytes[99] ?? 0,
    minZoom: bytes[100] ?? 0,
    maxZoom: bytes[101] ?? 0,
  };
}

function told<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ServiceError('has a list that cannot be read', undefined, { cause: error });
  }
}

const [NONE, GZIP, BROTLI] = [1, 2, 3];

/** What is packed in whatever way; as it is where it is not packed. */
export async function unpacked(bytes: Uint8Array, packing: number, most: number): Promise<Uint8Array> {
  try {
    if (packing === GZIP) return await promisify(gunzip)(bytes, { maxOutputLength: 4 * most });
    if (packing === BROTLI) return await promisify(brotliDecompress)(bytes, { maxOutputLength: 4 * most });
  } catch (error) {
    throw new ServiceError('is packed in a broken way', undefined, { cause: error });
  }
  if (packing > NONE) throw new ServiceError('is packed in an unknown way');
  return bytes;
}

function entriesOf(reader: Reader): Entry[] {
  const count = varint(reader);
  if (count > MOST_DIRECTORY) throw new RangeError('too many entries');
  const numbers = () => Array.from({ length: count }, () => varint(reader));
  const [steps, runs, lengths, offsets] = [numbers(), numbers(), numbers(), numbers()];
  let id = 0;
  let end = 0;
  return steps.map((step, i) => {
    id += step;
    const [length = 0, run = 0, given = 0] = [lengths[i], runs[i], offsets[i]];
    const offset = given === 0 && i > 0 ? end : given - 1;
    end = offset + length;
    return { id, offset, length, run };
  });
}

/** The last that does not lie behind the tile, where it reaches that far. */
function entryFor(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle]?.id ?? 0) <= id) low = middle;
    else high = middle - 1;
  }
  const found = entries[low];
  if (!found || found.id > id) return undefined;
  return found.run === 0 || id < found.id + found.run ? found : undefined;
}

/** Tiles are counted level by level along Hilbert's curve. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  let [px, py] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [rx, ry] = [Math.floor(px / side) % 2, Math.floor(py / side) % 2];
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) [px, py] = [side - 1 - (px % side), side - 1 - (py % side)];
      [px, py] = [py, px];
    }
    px = ((px % side) + side) % side;
    py = ((py % side) + side) % side;
  }
  return id;
}
