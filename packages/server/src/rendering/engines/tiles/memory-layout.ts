// The memory layout for tiling one image: the encoder's workspace, and rows of all levels.
import { levelSize, type PackGeometry } from '@plumbline/core/features/plans/tiles/pack-format';
import { type KernelMemory, kernelMemory, ROOM_BYTES } from './kernel/tile-kernel.ts';

/** The first bytes belong to the module itself. */
const START = 2 ** 16;

/** Positions are byte offsets in the memory. */
export interface Layout {
  readonly memory: KernelMemory;
  readonly room: number;
  /** Rows of each level, as many as its tiles are high; the last level is the image itself. */
  readonly levels: readonly number[];
}

export function layOut(pyramid: PackGeometry): Layout {
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
  const room = place(ROOM_BYTES);
  const levels = Array.from({ length: pyramid.levels }, (_, z) => place(rowsOf(z)));
  return { memory: kernelMemory(end), room, levels };
}

/** The pixels at an offset in the memory. */
export function pixelsAt({ memory }: Layout, at: number, count: number): Int32Array {
  return new Int32Array(memory.buffer, at, count);
}
