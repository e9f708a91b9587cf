// Tiles of drawings, made by a module of WebAssembly (sources in tools/tile-kernel): cut out of rows of pixels, looked at, halved for the level
// below, and written as lossless WebP. It works in memory that threads may share; each thread has a room of its own in it.
import { readFileSync } from 'node:fs';

/** Memory of a module, shared between threads. It is of a fixed size. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
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

// The type library of Node leaves WebAssembly out.
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (of: { initial: number; maximum: number; shared: true }) => SharedMemory;
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
};

const PAGE = 2 ** 16;
/** What a thread's room takes: the tile, what is made of it, and the file. */
export const ROOM_BYTES = 5_750_784;

export function sharedMemory(bytes: number): SharedMemory {
  const pages = Math.ceil(bytes / PAGE);
  return new wasm.Memory({ initial: pages, maximum: pages, shared: true });
}

/** Where a tile stands in rows of pixels: red in the lowest byte, then green and blue; the fourth means nothing. Places are bytes of the memory. */
export interface Cut {
  readonly source: number;
  /** Pixels from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

export interface TileKernel {
  /** Cuts a tile out; returns how many colours it has, 257 where there are more than 256. All else is about this tile. */
  cut(cut: Cut): number;
  /** Share of the pixels that equal their neighbour, from samples. */
  flatness(): number;
  /** Its pixels without a fourth byte; they change with the next cut. */
  pixels(): Int32Array;
  /** Halves the tile into rows of `stride` pixels. */
  halve(target: number, stride: number): void;
  /** Lossless WebP. */
  encode(): Buffer;
}

/** Works in the room that begins at `room`, for one tile at a time, each of 512 pixels a side at most. */
export function openKernel(memory: SharedMemory, room: number): TileKernel {
  const module = new wasm.Module(readFileSync(new URL('./tiles.wasm', import.meta.url)));
  // The exports of the module are what its sources say.
  const kernel = new wasm.Instance(module, { env: { memory } }).exports as Exports;
  if (kernel.roomBytes() > ROOM_BYTES) throw new Error(`a room of ${kernel.roomBytes()} bytes is needed`);
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
