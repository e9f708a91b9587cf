// The memory layout for tiling one image: the encoder's workspace, and rows of all levels. The image is drawn where its
// tiles are cut: copying it would take a tenth of the time of an import.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import { type KernelMemory, kernelMemory, ROOM_BYTES } from './kernel/tile-kernel.ts';

/** Memory for the tiles of one image; `at` is a byte offset. */
export interface Reserved {
  readonly memory: KernelMemory;
  readonly at: number;
  free(): void;
}

/** The first bytes belong to the module itself. */
const START = 2 ** 16;

/** Memory of its own; a PDF is drawn in the memory of its engine. */
export const ownMemory = (bytes: number): Reserved => ({
  memory: kernelMemory(START + bytes),
  at: START,
  free: () => undefined,
});

/** Positions are byte offsets in the memory. */
export interface Layout {
  readonly memory: KernelMemory;
  readonly room: number;
  /** Rows of each level, as many as its tiles are high; the last level is the image itself, with `rows` rows. */
  readonly levels: readonly number[];
  /** The number of the level that is in memory completely. */
  readonly whole: number;
  free(): void;
}

/** The image may be drawn in pieces of `rows` rows; the level `whole` is kept completely. */
export function layOut(
  pyramid: PackGeometry,
  rows: number,
  whole: number,
  reserve: (bytes: number) => Reserved,
): Layout {
  let end = 0;
  const place = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const bytesOf = (z: number): number => {
    const { width, height } = levelSize(pyramid, z);
    if (z === whole) return 4 * width * height;
    return 4 * width * Math.min(z === pyramid.levels - 1 ? rows : pyramid.tileSize, height);
  };
  const room = place(ROOM_BYTES);
  const levels = Array.from({ length: pyramid.levels }, (_, z) => place(bytesOf(z)));
  const { memory, at, free } = reserve(end);
  return { memory, room: at + room, levels: levels.map((level) => at + level), whole, free };
}

/** The pixels at an offset in the memory. */
export function pixelsAt({ memory }: Layout, at: number, count: number): Int32Array {
  return new Int32Array(memory.buffer, at, count);
}
