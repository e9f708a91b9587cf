// Builds the tiles of all levels while the picture goes by from top to bottom: each level keeps only the rows of one row of tiles.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/pack-format';
import { type Cut, cutTile, plainColour, plainTile, tileEncoder } from './encode-tile.ts';
import { halve } from './halve.ts';
import type { PackWriter } from './pack-writer.ts';

interface Level {
  readonly z: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
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
      await queue.add(async () => writer.add(z, x, y, await plainBuffer(colour, cut.width, cut.height)));
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

  /** Cuts the rows of one row of tiles and hands their half down. */
  async function cutRows(level: Level, pixels: Int32Array): Promise<void> {
    const height = pixels.length / level.width;
    const y = Math.floor(level.seen / tileSize);
    level.seen += height;
    if (level.z === kept.z) kept.pixels.set(pixels, y * tileSize * level.width);
    for (let x = 0; x < level.columns; x++) {
      const width = Math.min(tileSize, level.width - x * tileSize);
      await tile(level.z, x, y, pixels, { rowPixels: level.width, left: x * tileSize, width, height });
    }
    const below = stack[level.z - 1];
    if (!below) return;
    below.held += halve({ data: pixels, width: level.width, rows: height }, below.rows, below.held * below.width);
    if (below.held < tileSize && below.seen + below.held < below.height) return;
    const rows = below.rows.subarray(0, below.held * below.width);
    below.held = 0;
    await cutRows(below, rows);
  }

  return {
    async take(pixels) {
      const top = stack[levels - 1];
      if (top) await cutRows(top, pixels);
    },
    kept,
    finish: () => queue.idle(),
  };
}

function emptyLevel(pack: PackGeometry, z: number): Level {
  const { width, height, columns } = levelSize(pack, z);
  return {
    z,
    width,
    height,
    columns,
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
