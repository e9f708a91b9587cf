// The memory layout for tiling one image: the encoder's workspace, strips of the image, and rows of all levels.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import { ROOM_BYTES, type SharedMemory, sharedMemory } from './kernel/tile-kernel.ts';

/** The first bytes belong to the module itself. */
const START = 2 ** 16;

/** Positions are byte offsets in the memory. */
export interface Layout {
  readonly memory: SharedMemory;
  readonly room: number;
  /** Each holds the rows of one row of tiles. */
  readonly strips: readonly number[];
  /** Rows of each level below the image itself, as many as its tiles are high. */
  readonly levels: readonly number[];
}

export function layOut(pyramid: PackGeometry, strips: number): Layout {
  let end = START;
  const place = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const rowsOf = (z: number): number => {
    const { width, height } = levelSize(pyramid, z);
    return 4 * width * Math.min(pyramid.tileSize, height);
  };
  const top = pyramid.levels - 1;
  const room = place(ROOM_BYTES);
  const levels = Array.from({ length: top }, (_, z) => place(rowsOf(z)));
  const places = Array.from({ length: strips }, () => place(rowsOf(top)));
  return { memory: sharedMemory(end), room, strips: places, levels };
}

/** The pixels at an offset in the memory. */
export function pixelsAt({ memory }: Layout, at: number, count: number): Int32Array {
  return new Int32Array(memory.buffer, at, count);
}
