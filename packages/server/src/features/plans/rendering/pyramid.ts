// Builds the tiles of all levels while the picture goes by from top to bottom: each level keeps only the rows of one row of tiles.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/pack-format';
import { type Cut, cutTile, plainColour, plainTile, tileEncoder } from './encode-tile.ts';
import { halve } from './halve.ts';
import type { PackWriter } from './pack-writer.ts';
import type { SecondThread } from './row-sharing.ts';
import { cutOf, type TileRow, taking } from './tile-row.ts';

interface Level {
  readonly z: number;
  readonly width: number;
  readonly height: number;
  /** Rows not yet cut into tiles; the picture itself needs none, for it comes in whole rows of tiles. */
  readonly rows: Int32Array;
  /** Rows of the level that were cut, and those that are held. */
  seen: number;
  held: number;
}

/** A whole level, kept for making thumbnails. */
export interface KeptLevel {
  readonly width: number;
  readonly height: number;
  readonly pixels: Int32Array;
}

export interface Pyramid {
  /** Takes the next row of tiles: rows of the picture, as many as a tile is high, fewer only at the end. They must not change until then. */
  take(pixels: Int32Array): Promise<void>;
  /** Complete when the last rows were taken. */
  readonly kept: KeptLevel;
  /** Waits until every tile is written. */
  finish(): Promise<void>;
}

export interface PyramidOptions {
  /** The smallest level at least this wide or high is kept whole. */
  readonly keepAtLeast: number;
  /** Tiles that may wait for their encoding at once. */
  readonly pending: number;
  /** Shares the rows of the picture itself, which lie in shared memory then. */
  readonly beside: SecondThread | null;
}

export function buildPyramid(pack: PackGeometry, writer: PackWriter, options: PyramidOptions): Pyramid {
  const { tileSize, levels } = pack;
  const stack = Array.from({ length: levels }, (_, z) => emptyLevel(pack, z));
  const keptZ = stack.findIndex((level) => Math.max(level.width, level.height) >= options.keepAtLeast);
  const kept = keep(stack[keptZ === -1 ? levels - 1 : keptZ]);
  const queue = limitedQueue(options.pending);
  const rooms = recycled(() => new Int32Array(tileSize * tileSize));
  const plain = new Map<string, Buffer | Promise<Buffer>>();
  const encodeTile = tileEncoder(tileSize);

  /** Tiles of one colour are encoded once. */
  function plainBuffer(colour: number, width: number, height: number): Buffer | Promise<Buffer> {
    const key = `${colour}:${width}:${height}`;
    const known = plain.get(key) ?? encodeTile(plainTile(colour, width, height));
    plain.set(key, known);
    return known;
  }

  async function tile(z: number, x: number, y: number, pixels: Int32Array, cut: Cut): Promise<void> {
    const colour = plainColour(pixels, cut);
    if (colour !== null) {
      await plainInto(z, x, y, colour, cut);
      return;
    }
    await queue.room();
    const room = rooms.take();
    const cutOut = cutTile(pixels, cut, room);
    if (!cutOut.photographic) {
      const encoded = encodeTile(cutOut);
      rooms.give(room);
      await queue.add(async () => writer.add(z, x, y, await encoded));
      return;
    }
    await queue.add(async () => {
      const encoded = await encodeTile(cutOut);
      rooms.give(room);
      await writer.add(z, x, y, encoded);
    });
  }

  function plainInto(z: number, x: number, y: number, colour: number, { width, height }: Cut): Promise<void> {
    return queue.add(async () => writer.add(z, x, y, await plainBuffer(colour, width, height)));
  }

  /** Cuts the rows of one row of tiles and hands their half down. */
  async function cutRows(level: Level, pixels: Int32Array, beside: SecondThread | null): Promise<void> {
    const { z } = level;
    const row: TileRow = { pixels, rowPixels: level.width, tileSize };
    const shared = beside?.begin(row);
    const y = Math.floor(level.seen / tileSize);
    level.seen += pixels.length / level.width;
    if (z === kept.z) kept.pixels.set(pixels, y * tileSize * level.width);
    await handDown(level, pixels);
    for (const x of shared?.mine() ?? taking(row, new Int32Array(1))) await tile(z, x, y, pixels, cutOf(row, x));
    for (const { x, made } of (await shared?.others()) ?? []) {
      if (made === null) await tile(z, x, y, pixels, cutOf(row, x));
      else if (typeof made === 'number') await plainInto(z, x, y, made, cutOf(row, x));
      else await queue.add(() => writer.add(z, x, y, Buffer.from(made.buffer, made.byteOffset, made.byteLength)));
    }
  }

  async function handDown({ z, width }: Level, pixels: Int32Array): Promise<void> {
    const below = stack[z - 1];
    if (!below) return;
    const from = { data: pixels, width, rows: pixels.length / width };
    below.held += halve(from, below.rows, below.held * below.width);
    if (below.held < tileSize && below.seen + below.held < below.height) return;
    const rows = below.rows.subarray(0, below.held * below.width);
    below.held = 0;
    await cutRows(below, rows, null);
  }

  return {
    async take(pixels) {
      const top = stack[levels - 1];
      if (top) await cutRows(top, pixels, options.beside);
    },
    kept,
    finish: () => queue.idle(),
  };
}

function emptyLevel(pack: PackGeometry, z: number): Level {
  const { width, height } = levelSize(pack, z);
  return {
    z,
    width,
    height,
    rows: new Int32Array(z === pack.levels - 1 ? 0 : width * Math.min(pack.tileSize, height)),
    seen: 0,
    held: 0,
  };
}

function keep(level: Level | undefined) {
  if (!level) throw new RangeError('a pyramid without levels');
  const { z, width, height } = level;
  return { z, width, height, pixels: new Int32Array(width * height) };
}

/** Runs at most `limit` tasks at once; `add` waits for room. The first failure is thrown by the next call. */
function limitedQueue(limit: number) {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.error;
  };
  async function room(): Promise<void> {
    while (running.size >= limit) await Promise.race(running);
    check();
  }
  return {
    room,
    async add(task: () => Promise<void>): Promise<void> {
      await room();
      const run: Promise<void> = task()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(run));
      running.add(run);
    },
    async idle(): Promise<void> {
      await Promise.all(running);
      check();
    },
  };
}

/** Big buffers are used again: garbage collection would leave hundreds of megabytes of them lying about. */
function recycled<T>(make: () => T) {
  const free: T[] = [];
  return { take: () => free.pop() ?? make(), give: (one: T) => void free.push(one) };
}
