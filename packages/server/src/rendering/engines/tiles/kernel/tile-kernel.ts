// Processes tiles of drawings in a WebAssembly module (sources in tools/tile-kernel): cut from rows of pixels,
// analysed, halved for the next lower level, and encoded as lossless WebP.
import { readFileSync } from 'node:fs';

/** Memory of the module, of a fixed size. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

interface Exports {
  roomBytes(): number;
  tileAt(room: number): number;
  fileAt(room: number): number;
  cut(room: number, source: number, stride: number, width: number, height: number): number;
  flatness(room: number, pixels: number): number;
  halveTile(room: number, width: number, height: number, target: number, stride: number): void;
  encode(room: number, width: number, height: number, colours: number): number;
}

// Node's type declarations do not include WebAssembly.
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (of: { initial: number; maximum: number }) => KernelMemory;
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
};

const PAGE = 2 ** 16;
/** Size of the workspace: the tile, intermediate results, and the encoded file. */
export const ROOM_BYTES = 5_750_784;

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

export interface TileKernel {
  /**
   * Cuts out a tile, to which all other methods apply; returns its number of colours, or 257 if there are more than
   * 256.
   */
  cut(cut: Cut): number;
  /** Share of the pixels that equal their neighbour, estimated from samples. */
  flatness(): number;
  /** Its pixels without a fourth byte; overwritten by the next cut. */
  pixels(): Int32Array;
  /** Halves the tile into rows of `stride` pixels. */
  halve(target: number, stride: number): void;
  /** Lossless WebP. */
  encode(): Buffer;
}

/** Uses the workspace at `room`, for one tile at a time, with at most 512 pixels per side. */
export function openKernel(memory: KernelMemory, room: number): TileKernel {
  const module = new wasm.Module(readFileSync(new URL('./tiles.wasm', import.meta.url)));
  // The exports of the module match its sources.
  const kernel = new wasm.Instance(module, { env: { memory } }).exports as Exports;
  if (kernel.roomBytes() > ROOM_BYTES) throw new Error(`${kernel.roomBytes()} bytes of memory are needed`);
  let tile = { width: 0, height: 0, colours: 0 };
  return {
    cut({ source, stride, width, height }) {
      const colours = kernel.cut(room, source, stride, width, height);
      tile = { width, height, colours };
      return colours;
    },
    flatness: () => kernel.flatness(room, tile.width * tile.height),
    pixels: () => new Int32Array(memory.buffer, kernel.tileAt(room), tile.width * tile.height),
    halve: (target, stride) => kernel.halveTile(room, tile.width, tile.height, target, stride),
    encode() {
      const length = kernel.encode(room, tile.width, tile.height, tile.colours);
      return Buffer.from(new Uint8Array(memory.buffer, kernel.fileAt(room), length));
    },
  };
}
