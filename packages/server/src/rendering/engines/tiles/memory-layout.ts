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

/** The part of an image that is drawn at once. */
export interface Piece {
  /** All of it, or that of whole tiles; the last piece of a row may be narrower. */
  readonly width: number;
  /** Those of whole tiles; of one row of tiles if the piece is narrower than the image. */
  readonly rows: number;
  /** Pixels before each of its rows, which are drawn with it but belong to the piece to its left. */
  readonly margin: number;
}

/** Positions are byte offsets in the memory. */
export interface Layout {
  readonly memory: KernelMemory;
  readonly room: number;
  /** Rows of each level, as many as its tiles are high; the last level is the image itself, of which there is a piece. */
  readonly levels: readonly number[];
  /** The number of the level that is in memory completely. */
  readonly whole: number;
  free(): void;
}

/** The image is drawn in pieces; the level `whole` is kept completely. */
export function layOut(
  pyramid: PackGeometry,
  piece: Piece,
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
    if (z === pyramid.levels - 1) return 4 * (piece.margin + piece.width) * piece.rows;
    return 4 * width * Math.min(pyramid.tileSize, height);
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
