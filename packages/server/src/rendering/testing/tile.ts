// Makes a tile from plain pixels, as the tile encoder receives it.
import { type Half, kernelMemory, openKernel, ROOM_BYTES } from '../engines/tiles/kernel/tile-kernel.ts';

const ROOM = 2 ** 16;
const SOURCE = ROOM + ROOM_BYTES;
/** Of the largest preview. */
const PIXELS = 2000 * 2000;
const HALF = SOURCE + 4 * PIXELS;
const memory = kernelMemory(HALF + 4 * PIXELS);
const kernel = openKernel(memory, ROOM);

/** The encoder with this tile cut out. All tests share one, as all tiles do. */
export function tileOf(pixels: Int32Array, width: number, height: number, half: Half | null = null) {
  new Int32Array(memory.buffer, SOURCE, pixels.length).set(pixels);
  kernel.cut({ source: SOURCE, stride: width, width, height }, half);
  return kernel;
}

/** The file of a tile in few colours. */
export function coarseTile(pixels: Int32Array, width: number, height: number): Buffer {
  new Int32Array(memory.buffer, SOURCE, pixels.length).set(pixels);
  return kernel.encodeCoarsely({ source: SOURCE, stride: width, width, height });
}

/** Halves pixels into rows of `stride`, from `offset` on; returns these rows with the memory around them. */
export function halved(pixels: Int32Array, width: number, height: number, { stride = 0, offset = 0 } = {}) {
  const rows = (height + 1) >> 1;
  const apart = stride || (width + 1) >> 1;
  const target = new Int32Array(memory.buffer, HALF, offset + apart * rows + 1).fill(0);
  tileOf(pixels, width, height, { at: HALF + 4 * offset, stride: apart });
  return Int32Array.from(target);
}

/** An image reduced to at most `side` pixels per side. */
export function shrunk(pixels: Int32Array, width: number, height: number, side: number) {
  new Int32Array(memory.buffer, SOURCE, pixels.length).set(pixels);
  const small = kernel.shrink({ at: SOURCE, width, height }, side);
  const result = new Int32Array(memory.buffer, SOURCE, small.width * small.height).slice();
  return { width: small.width, height: small.height, pixels: result };
}
