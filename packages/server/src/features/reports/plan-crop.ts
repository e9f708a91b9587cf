// The piece of a plan around a pin, with the pin on it, put together from the few tiles that show it.
import type { PinStatus } from '@plumbline/core/features/pins/schema';
import {
  type ByteRange,
  levelSize,
  PACK_HEADER_BYTES,
  type PackHeader,
  readPackHeader,
  readTileEntry,
  tileEntryRange,
} from '@plumbline/core/features/plans/pack-format';
import sharp, { type OverlayOptions } from 'sharp';
import { PIN_BODY, pinShape } from './filling/pictures/draw-mark.ts';
import type { Box } from './filling/pictures/picture-book.ts';
import { pixelsOf } from './filling/pictures/print-picture.ts';

/** Reads bytes of a tile pack. */
export type ReadRange = (range: ByteRange) => Promise<Buffer>;

export type CropWish = {
  /** The pin, as fractions of the sheet from its upper left corner. */
  at: { x: number; y: number };
  /** The sheet in points. */
  sheet: { widthPt: number; heightPt: number };
  /** What the crop is printed into, in millimetres. */
  box: Box;
  mark: { colour: string | null; status: PinStatus };
};

type Rect = { left: number; top: number; width: number; height: number };

/** How much of the longer side of the sheet a crop shows, and within which millimetres of paper. */
const SHARE = 0.2;
const NARROWEST = 100;
const WIDEST = 240;
/** At most this much of its size on the sheet: what is around a pin tells more than the pin's spot made large. */
const LARGEST_SCALE = 0.75;
/** Beyond the edge of the sheet. */
const BEYOND = '#eceae6';
/** Millimetres on the report's page. */
const MARK_HEIGHT = 9;
const POINT = 25.4 / 72;
/** The pin is drawn in a box of 24 × 30 with its tip here. */
const TIP = { x: 12, y: 28.4, width: 24, height: 30 };

/** A PNG in the shape of the box. Throws PackError where the pack is damaged. */
export async function renderPlanCrop(read: ReadRange, wish: CropWish): Promise<Buffer> {
  const header = readPackHeader(await read({ offset: 0, length: PACK_HEADER_BYTES }));
  const target = { width: pixelsOf(wish.box.width), height: pixelsOf(wish.box.height) };
  const rect = cropOf(header, wish, target);
  const z = levelFor(header, rect, target);
  const paper = await sheetPiece(read, header, z, rect, target);
  const tip = {
    x: ((wish.at.x * header.width - rect.left) / rect.width) * target.width,
    y: ((wish.at.y * header.height - rect.top) / rect.height) * target.height,
  };
  return sharp(paper)
    .composite([{ input: Buffer.from(overlay(target, tip, wish.mark)), left: 0, top: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** In pixels of the full picture; may reach a little over the edge, so that a pin there is seen whole. */
function cropOf(header: PackHeader, { at, sheet, box }: CropWish, target: { width: number; height: number }): Rect {
  const longest = Math.max(sheet.widthPt, sheet.heightPt) * POINT;
  const least = Math.max(NARROWEST, Math.max(box.width, box.height) / LARGEST_SCALE);
  const millimetres = Math.max(least, Math.min(WIDEST, longest * SHARE));
  const perMillimetre = header.width / (sheet.widthPt * POINT);
  const scale = (millimetres * perMillimetre) / Math.max(target.width, target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  const over = (pixelsOf(MARK_HEIGHT) * 1.2 * width) / pixelsOf(box.width);
  return {
    left: within(at.x * header.width - width / 2, header.width - width, over),
    top: within(at.y * header.height - height / 2, header.height - height, over),
    width,
    height,
  };
}

/** `last` is negative where the crop is larger than the sheet: then the sheet stays in its middle. */
function within(start: number, last: number, over: number): number {
  return last < 0 ? last / 2 : Math.min(last + over, Math.max(-over, start));
}

/** The coarsest level that is still sharp enough. */
function levelFor(header: PackHeader, rect: Rect, target: { width: number }): number {
  for (let z = 0; z < header.levels; z += 1) {
    if (rect.width / 2 ** (header.levels - 1 - z) >= target.width * 0.95) return z;
  }
  return header.levels - 1;
}

async function sheetPiece(
  read: ReadRange,
  header: PackHeader,
  z: number,
  rect: Rect,
  target: { width: number; height: number },
): Promise<Buffer> {
  const shrink = 2 ** (header.levels - 1 - z);
  const left = Math.floor(rect.left / shrink);
  const top = Math.floor(rect.top / shrink);
  const size = {
    width: Math.max(1, Math.round(rect.width / shrink)),
    height: Math.max(1, Math.round(rect.height / shrink)),
  };
  const tiles = await tilesOn(read, header, z, { left, top, ...size });
  const canvas = sharp({ create: { ...size, channels: 3, background: BEYOND } }).composite(tiles);
  const { data, info } = await canvas.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .resize({ ...target, fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function tilesOn(read: ReadRange, header: PackHeader, z: number, piece: Rect): Promise<OverlayOptions[]> {
  const { columns, rows } = levelSize(header, z);
  const { tileSize } = header;
  const first = (start: number): number => Math.max(0, Math.floor(start / tileSize));
  const lastColumn = Math.min(columns - 1, Math.floor((piece.left + piece.width - 1) / tileSize));
  const lastRow = Math.min(rows - 1, Math.floor((piece.top + piece.height - 1) / tileSize));
  const tiles: OverlayOptions[] = [];
  for (let y = first(piece.top); y <= lastRow; y += 1) {
    for (let x = first(piece.left); x <= lastColumn; x += 1) {
      const entry = tileEntryRange(header, z, x, y);
      if (!entry) continue;
      const tile = await read(readTileEntry(await read(entry)));
      const part = await visiblePart(tile, x * tileSize - piece.left, y * tileSize - piece.top, piece);
      if (part) tiles.push(part);
    }
  }
  return tiles;
}

/** A tile cut to what lies on the piece: laying on takes neither negative places nor larger pictures. */
async function visiblePart(tile: Buffer, left: number, top: number, piece: Rect): Promise<OverlayOptions | undefined> {
  const { width, height } = await sharp(tile).metadata();
  const from = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const size = {
    width: Math.min(width - from.left, piece.width - Math.max(0, left)),
    height: Math.min(height - from.top, piece.height - Math.max(0, top)),
  };
  if (size.width <= 0 || size.height <= 0) return undefined;
  const input = await sharp(tile)
    .extract({ ...from, ...size })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return { input, left: Math.max(0, left), top: Math.max(0, top) };
}

/** The pin with a white rim, and a fine frame around all. */
function overlay(target: { width: number; height: number }, tip: { x: number; y: number }, mark: CropWish['mark']) {
  const scale = pixelsOf(MARK_HEIGHT) / TIP.height;
  const x = tip.x - TIP.x * scale;
  const y = tip.y - TIP.y * scale;
  const shape = pinShape(mark.colour, mark.status);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${target.width}" height="${target.height}">
    <rect x="1" y="1" width="${target.width - 2}" height="${target.height - 2}" fill="none" stroke="#bdb7ad" stroke-width="2"/>
    <g transform="translate(${x} ${y}) scale(${scale})">
      <path d="${PIN_BODY}" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>${shape}
    </g></svg>`;
}
