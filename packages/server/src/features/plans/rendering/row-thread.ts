// The second thread of a large picture's tiles: encodes those it gets hold of and hands them over when the row is done.
import { parentPort } from 'node:worker_threads';
import { cutTile, plainColour } from './encode-tile.ts';
import { cutOf, type RowPart, type TakenTile, taking } from './tile-row.ts';
import { type DrawingEncoder, drawingEncoder } from './webp/drawing-webp.ts';

let tools: { readonly room: Int32Array<ArrayBuffer>; readonly drawings: DrawingEncoder } | undefined;

function takeTiles({ row, next }: RowPart): TakenTile[] {
  const pixels = row.tileSize * row.tileSize;
  tools ??= { room: new Int32Array(pixels), drawings: drawingEncoder(pixels) };
  const { room, drawings } = tools;
  return Array.from(taking(row, next), (x) => {
    const cut = cutOf(row, x);
    const colour = plainColour(row.pixels, cut);
    if (colour !== null) return { x, made: colour };
    const tile = cutTile(row.pixels, cut, room);
    return { x, made: tile.photographic ? null : drawings.encode(tile.pixels, tile.width, tile.height) };
  });
}

parentPort?.on('message', (part: RowPart) => {
  const taken = takeTiles(part);
  const buffers = taken.flatMap(({ made }) => (made instanceof Uint8Array ? [made.buffer as ArrayBuffer] : []));
  parentPort?.postMessage(taken, buffers);
});
