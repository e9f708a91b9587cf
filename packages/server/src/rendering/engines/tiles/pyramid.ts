// Builds the tiles of all levels while the image arrives from top to bottom: each level keeps only the rows of one row
// of tiles.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import { DRAWING_FLATNESS, encodePhoto, type Grain } from './encode-tile.ts';
import { type Cut, type Half, openKernel, type Picture } from './kernel/tile-kernel.ts';
import { type Layout, type Piece, pixelsAt } from './memory-layout.ts';
import type { PackWriter } from './pack-writer.ts';
import { toThreeBytes } from './pixel-packing.ts';

interface Level {
  readonly z: number;
  readonly width: number;
  readonly height: number;
  /** Rows already cut into tiles; `held`: rows in memory. */
  rowsDone: number;
  held: number;
}

export interface Pyramid {
  /**
   * Takes a piece of the image from the room: rows of whole tiles, fewer only at the end. Returns the number of rows that
   * are complete with it.
   */
  take(rows: number): Promise<number>;
  /**
   * After the last rows: the image with at most `side` pixels per side, in the place of a larger one; none is made larger.
   */
  reduce(side: number): Picture;
  /** The reduced image as WebP. Changes it. */
  encodeReduced(): Promise<Buffer>;
  /** Waits until all tiles are written. */
  finish(): Promise<void>;
}

export interface PyramidOptions {
  readonly layout: Layout;
  readonly piece: Piece;
  /** Maximum number of tiles waiting for their encoding. */
  readonly pending: number;
  readonly grain: Grain;
}

export function buildPyramid(pack: PackGeometry, writer: PackWriter, options: PyramidOptions): Pyramid {
  const { tileSize, levels } = pack;
  const { layout, piece, grain } = options;
  const pieceStride = piece.margin + piece.width;
  const stack = Array.from({ length: levels }, (_, z) => emptyLevel(pack, z));
  const top = stack.at(-1);
  if (!top) throw new RangeError('a pyramid without levels');
  const queue = limitedQueue(options.pending);
  const rooms = recycled(() => new Uint8Array(3 * tileSize * tileSize));
  const plain = new Map<string, Buffer>();
  /** The image itself has no tile yet that is a photo: reduced it may have many colours, but remains a drawing. */
  let isDrawing = true;
  const kernel = openKernel(layout.memory, layout.room);
  /** Columns of the current rows that are already cut. */
  let left = 0;

  /** Tiles of a single colour are encoded once. */
  function plainTile({ source, width, height }: Cut): Buffer {
    const [colour = 0] = pixelsAt(layout, source, 1);
    const key = `${colour & 0xffffff}:${width}:${height}`;
    const known = plain.get(key) ?? kernel.encode();
    plain.set(key, known);
    return known;
  }

  async function tile(z: number, x: number, y: number, cut: Cut, half: Half | null) {
    const colours = kernel.cut(cut, half);
    const isFlat = colours === 1 || kernel.flatness() >= DRAWING_FLATNESS[grain];
    isDrawing &&= isFlat || z < levels - 1;
    const store = (file: Buffer) => queue.add(() => writer.add(z, x, y, file));
    if (isFlat) await store(colours === 1 ? plainTile(cut) : kernel.encode());
    else if (isDrawing) await store(kernel.encodeCoarsely(cut));
    else await photo(z, x, y, cut);
  }

  /** Photos are encoded by libvips threads. */
  async function photo(z: number, x: number, y: number, { width, height }: Cut): Promise<void> {
    const room = rooms.take();
    const pixels = room.subarray(0, 3 * width * height);
    toThreeBytes(kernel.pixels(), pixels);
    await queue.add(async () => {
      const file = await encodePhoto(pixels, width, height);
      rooms.give(room);
      await writer.add(z, x, y, file);
    });
  }

  /** Cuts rows of one row of tiles, all or some from the left, and passes their halves to the next lower level. */
  async function cutRows(level: Level, rows: number, at: number, [from, to] = [0, level.width]): Promise<void> {
    const { z, width } = level;
    const y = Math.floor(level.rowsDone / tileSize);
    const below = stack[z - 1];
    const stride = z === levels - 1 ? pieceStride : width;
    for (let left = from; left < to; left += tileSize) {
      const cut = { source: at + 4 * (left - from), stride, width: Math.min(tileSize, width - left), height: rows };
      const half = below && { at: placeOf(below) + 2 * left, stride: below.width };
      await tile(z, left / tileSize, y, cut, half ?? null);
    }
    if (to < width) return;
    level.rowsDone += rows;
    if (!below) return;
    below.held += (rows + 1) >> 1;
    if (below.held < tileSize && below.rowsDone + below.held < below.height) return;
    const { held } = below;
    below.held = 0;
    await cutRows(below, held, rowsOf(below));
  }

  const levelAt = (z: number): number => layout.levels[z] ?? Number.NaN;
  /** The offset of the rows of a level that are not cut yet, and of the next ones. */
  const rowsOf = ({ z, width, rowsDone }: Level): number =>
    levelAt(z) + (z === layout.whole ? 4 * rowsDone * width : 0);
  const placeOf = (level: Level): number => rowsOf(level) + 4 * level.held * level.width;
  let picture: Picture = { at: levelAt(layout.whole), ...levelSize(pack, layout.whole) };

  return {
    async take(rows) {
      const right = Math.min(left + piece.width, top.width);
      for (let from = 0; from < rows; from += tileSize) {
        const at = levelAt(top.z) + 4 * (piece.margin + from * pieceStride);
        await cutRows(top, Math.min(tileSize, rows - from), at, [left, right]);
      }
      left = right === top.width ? 0 : right;
      return left === 0 ? rows : 0;
    },
    reduce(side) {
      picture = kernel.shrink(picture, side);
      return picture;
    },
    async encodeReduced() {
      const { at, width, height } = picture;
      if (!isDrawing) return photoOf(pixelsAt(layout, at, width * height), width, height);
      return kernel.encodeCoarsely({ source: at, stride: width, width, height });
    },
    finish: () => queue.idle(),
  };
}

function emptyLevel(pack: PackGeometry, z: number): Level {
  const { width, height } = levelSize(pack, z);
  return { z, width, height, rowsDone: 0, held: 0 };
}

function photoOf(pixels: Int32Array, width: number, height: number): Promise<Buffer> {
  const packed = new Uint8Array(3 * pixels.length);
  toThreeBytes(pixels, packed);
  return encodePhoto(packed, width, height);
}

/** Runs at most `limit` tasks at once; `add` waits for a free slot. The next call throws the first failure. */
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

/** Reuses large buffers: garbage collection would leave hundreds of megabytes of them allocated. */
function recycled<T>(make: () => T) {
  const free: T[] = [];
  return { take: () => free.pop() ?? make(), give: (one: T) => void free.push(one) };
}
