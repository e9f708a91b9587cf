// Processes tiles of drawings in a WebAssembly module (sources in tools/tile-kernel): taken from rows of pixels,
// analysed, halved for the next lower level, and encoded as lossless WebP. Previews are reduced and encoded by it too.
import { lazyModule, wasm } from '../../web-assembly.ts';

/** Memory of the module, of a fixed size. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

interface Exports {
  roomBytes(): number;
  tileAt(room: number): number;
  fileAt(room: number): number;
  cut(room: number, ...tileAndHalf: [...Place, half: number, halfStride: number]): number;
  copy(room: number, ...tile: Place): void;
  coarsen(...tile: Place): void;
  flatness(room: number, pixels: number, colours: number): number;
  encode(room: number, width: number, height: number, colours: number): number;
  shrinkRow(room: number, from: number, ...sizesAndRow: [...Sized, to: number, ...Sized, row: number]): void;
}

type Place = [source: number, stride: number, width: number, height: number];
type Sized = [width: number, height: number];

const compiled = lazyModule(new URL('./tiles.wasm', import.meta.url));

const PAGE = 2 ** 16;
/** In the palette of a tile. */
const MAX_COLOURS = 256;
/** Size of the workspace: intermediate results and the encoded file. Tiles use a tenth of it, so only that takes memory. */
export const ROOM_BYTES = 60_139_840;

export function kernelMemory(bytes: number): KernelMemory {
  const pages = Math.ceil(bytes / PAGE);
  return new wasm.Memory({ initial: pages, maximum: pages });
}

/**
 * The position of a tile in rows of pixels: red in the lowest byte, then green and blue; the fourth byte is ignored.
 * Positions are byte offsets in the memory.
 */
export interface Cut {
  readonly source: number;
  /** Pixels between the starts of two rows. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** An image in rows without gaps, from an offset in the memory on. */
export interface Picture {
  readonly at: number;
  readonly width: number;
  readonly height: number;
}

/** Where the half of a tile is written: an offset in the memory, in rows of `stride` pixels. */
export interface Half {
  readonly at: number;
  readonly stride: number;
}

export interface TileKernel {
  /**
   * Takes a tile, to which all other methods apply, and writes its half; returns its number of colours, or 257 if there
   * are more than 256. The rows must stay unchanged until the next tile.
   */
  cut(cut: Cut, half: Half | null): number;
  /** Share of the pixels that equal their neighbour, estimated from samples. */
  flatness(): number;
  /** Its pixels without a fourth byte; overwritten by the next tile. */
  pixels(): Int32Array;
  /** Lossless WebP. */
  encode(): Buffer;
  /**
   * Takes a tile and gives WebP with 16 steps per channel except in areas of a single colour, which makes the files of
   * reduced drawings about as small as lossy ones. Changes the rows of the tile; their fourth bytes must be zero.
   */
  encodeCoarsely(cut: Cut): Buffer;
  /** Reduces an image with at most 3,200 pixels per side in its place, to at most `side` pixels per side. */
  shrink(picture: Picture, side: number): Picture;
}

/** Uses the workspace at `room`, for one tile at a time, with at most 2,000 pixels per side. */
export function openKernel(memory: KernelMemory, room: number): TileKernel {
  // The exports of the module match its sources.
  const kernel = new wasm.Instance(compiled(), { env: { memory } }).exports as Exports;
  if (kernel.roomBytes() > ROOM_BYTES) throw new Error(`${kernel.roomBytes()} bytes of memory are needed`);
  let tile: Place = [0, 0, 0, 0];
  let [width, height, colours] = [0, 0, 0];
  function encode(): Buffer {
    const length = kernel.encode(room, width, height, colours);
    return Buffer.from(new Uint8Array(memory.buffer, kernel.fileAt(room), length));
  }
  function take(cut: Cut, half: Half | null): number {
    ({ width, height } = cut);
    tile = [cut.source, cut.stride, width, height];
    colours = kernel.cut(room, ...tile, half?.at ?? 0, half?.stride ?? 0);
    return colours;
  }
  return {
    cut: take,
    flatness: () => kernel.flatness(room, width * height, colours),
    pixels() {
      if (colours <= MAX_COLOURS) kernel.copy(room, ...tile);
      return new Int32Array(memory.buffer, kernel.tileAt(room), width * height);
    },
    encode,
    encodeCoarsely(cut) {
      kernel.coarsen(cut.source, cut.stride, cut.width, cut.height);
      take(cut, null);
      return encode();
    },
    shrink({ at, width, height }, side) {
      const scale = Math.min(1, side / Math.max(width, height));
      const [toWidth, toHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
      // One row per call: V8 compiles a function better only between its calls.
      for (let row = 0; row < toHeight; row++) kernel.shrinkRow(room, at, width, height, at, toWidth, toHeight, row);
      return { at, width: toWidth, height: toHeight };
    },
  };
}
