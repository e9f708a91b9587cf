// Reads a region of a plan's sheet from the few tiles that cover it.
import {
  type ByteRange,
  levelSize,
  type PackHeader,
  readTileEntry,
  tileEntryRange,
} from '@plumbline/core/features/plans/tiles/pack-format';
import sharp from 'sharp';
import { pixelsOf } from '../filling/pictures/print-picture.ts';
import { inXml } from './crop-markups.ts';

/** Reads bytes of a tile pack. */
export type ReadRange = (range: ByteRange) => Promise<Buffer>;

/** In pixels of the full image. */
export type Rect = { left: number; top: number; width: number; height: number };

/** Red, green and blue; the second constant is the colour beyond the edge of the sheet. */
export const CHANNELS = 3;
const BEYOND = Buffer.from([0xec, 0xea, 0xe6]);

/** The coarsest level that is still sharp enough. */
export function levelFor(header: PackHeader, rect: Rect, target: { width: number }): number {
  for (let z = 0; z < header.levels; z += 1) {
    if (rect.width / 2 ** (header.levels - 1 - z) >= target.width * 0.95) return z;
  }
  return header.levels - 1;
}

/** The pixels of a region of one level, paper-grey where there is no sheet. */
export async function sheetPiece(read: ReadRange, header: PackHeader, z: number, rect: Rect) {
  const shrink = 2 ** (header.levels - 1 - z);
  const piece: Rect = {
    left: Math.floor(rect.left / shrink),
    top: Math.floor(rect.top / shrink),
    width: Math.max(1, Math.round(rect.width / shrink)),
    height: Math.max(1, Math.round(rect.height / shrink)),
  };
  const pixels = Buffer.alloc(piece.width * piece.height * CHANNELS, BEYOND);
  for (const { x, y } of tilesOn(header, z, piece)) {
    const entry = tileEntryRange(header, z, x, y);
    if (!entry) continue;
    const tile = await read(readTileEntry(await read(entry)));
    const { data, info } = await sharp(tile)
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const left = x * header.tileSize - piece.left;
    copyOverlap({ pixels, ...piece }, { pixels: data, ...info }, { left, top: y * header.tileSize - piece.top });
  }
  return { pixels, ...piece };
}

function* tilesOn(header: PackHeader, z: number, piece: Rect): Generator<{ x: number; y: number }> {
  const { columns, rows } = levelSize(header, z);
  const { tileSize } = header;
  const first = (start: number): number => Math.max(0, Math.floor(start / tileSize));
  const last = (end: number, count: number): number => Math.min(count - 1, Math.floor((end - 1) / tileSize));
  for (let y = first(piece.top); y <= last(piece.top + piece.height, rows); y += 1) {
    for (let x = first(piece.left); x <= last(piece.left + piece.width, columns); x += 1) yield { x, y };
  }
}

type Pixels = { pixels: Buffer; width: number; height: number };

/** Copies the part of a tile that overlaps the region, row by row. */
function copyOverlap(piece: Pixels, tile: Pixels, { left, top }: { left: number; top: number }): void {
  const from = Math.max(0, -left);
  const width = Math.min(tile.width, piece.width - left) - from;
  if (width <= 0) return;
  const end = Math.min(tile.height, piece.height - top);
  for (let row = Math.max(0, -top); row < end; row += 1) {
    const start = (row * tile.width + from) * CHANNELS;
    const target = ((row + top) * piece.width + left + from) * CHANNELS;
    tile.pixels.copy(piece.pixels, target, start, start + width * CHANNELS);
  }
}

const CREDIT_HEIGHT = 2.4;

/** A map's attribution: in the lower right corner on white, so that it is readable on any map. */
export function creditMark({ width, height }: { width: number; height: number }, credit: string): string {
  if (credit === '') return '';
  const size = pixelsOf(CREDIT_HEIGHT);
  const wide = Math.min(width - 4, credit.length * size * 0.56 + size);
  return `<rect x="${width - 2 - wide}" y="${height - 2 - size * 1.5}" width="${wide}" height="${size * 1.5}" fill="#fff" fill-opacity="0.85"/>
    <text x="${width - 2 - size / 2}" y="${height - 2 - size * 0.42}" font-size="${size}" font-family="sans-serif" text-anchor="end" fill="#2c2a26">${inXml(credit)}</text>`;
}
