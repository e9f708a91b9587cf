// Renders the part of a plan around a pin, with the pin on it, from the few tiles that cover it.

import {
  type ByteRange,
  levelSize,
  PACK_HEADER_BYTES,
  type PackHeader,
  readPackHeader,
  readTileEntry,
  tileEntryRange,
} from '@plumbline/core/features/plans/tiles/pack-format';
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import sharp from 'sharp';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';
import { PIN_BODY, pinShape } from '../filling/pictures/draw-mark.ts';
import type { Box } from '../filling/pictures/picture-book.ts';
import { pixelsOf } from '../filling/pictures/print-picture.ts';
import { cropMarkups, inXml } from './crop-markups.ts';

/** Reads bytes of a tile pack. */
export type ReadRange = (range: ByteRange) => Promise<Buffer>;

export type CropRequest = {
  /** The pin, as fractions of the sheet from its upper left corner. */
  at: { x: number; y: number };
  /** The sheet in points. */
  sheet: { widthPt: number; heightPt: number };
  /** The printed size of the crop, in millimetres. */
  box: Box;
  mark: { colour: string | null; status: PinStatus };
  /** Drawn onto the plan. */
  markups?: readonly PrintedMarkup[];
  /** The map's attribution, written into the corner. */
  credit?: string;
};

type Rect = { left: number; top: number; width: number; height: number };

/**
 * The share of the sheet's longer side that a crop shows, and the limits of that in millimetres of the sheet's paper.
 */
const SHARE = 0.2;
const MIN_WIDTH = 100;
const WIDEST = 240;
/** Maximum scale relative to the sheet: the pin's surroundings are more useful than a magnified point. */
const MAX_SCALE = 0.75;
/** Red, green and blue; the second constant is the colour beyond the edge of the sheet. */
const CHANNELS = 3;
const BEYOND = Buffer.from([0xec, 0xea, 0xe6]);
/** In millimetres on the report's page. */
const MARK_HEIGHT = 9;
const POINT = 25.4 / 72;
/** The pin is drawn in a box of 24 × 30 with its tip here. */
const TIP = { x: 12, y: 28.4, width: 24, height: 30 };

/** A PNG with the aspect ratio of the box. Throws PackError if the pack is damaged. */
export async function renderPlanCrop(read: ReadRange, request: CropRequest): Promise<Buffer> {
  const header = readPackHeader(await read({ offset: 0, length: PACK_HEADER_BYTES }));
  const target = { width: pixelsOf(request.box.width), height: pixelsOf(request.box.height) };
  const rect = cropOf(header, request, target);
  const z = levelFor(header, rect, target);
  const piece = await sheetPiece(read, header, z, rect);
  const onCrop = ({ x, y }: PlanPoint): PlanPoint => ({
    x: ((x * header.width - rect.left) / rect.width) * target.width,
    y: ((y * header.height - rect.top) / rect.height) * target.height,
  });
  const tip = onCrop(request.at);
  const drawings = cropMarkups(request.markups ?? [], target, onCrop);
  return sharp(piece.pixels, { raw: { width: piece.width, height: piece.height, channels: CHANNELS } })
    .resize({ ...target, fit: 'fill' })
    .composite([{ input: Buffer.from(overlay(target, tip, request, drawings)), left: 0, top: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** In pixels of the full image; may extend slightly over the edge, so that a pin there is shown whole. */
function cropOf(header: PackHeader, { at, sheet, box }: CropRequest, target: { width: number; height: number }): Rect {
  const longest = Math.max(sheet.widthPt, sheet.heightPt) * POINT;
  const least = Math.max(MIN_WIDTH, Math.max(box.width, box.height) / MAX_SCALE);
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

/** `last` is negative if the crop is larger than the sheet: the sheet is then centred. */
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

/** The pixels of a region of one level, paper-grey where there is no sheet. */
async function sheetPiece(read: ReadRange, header: PackHeader, z: number, rect: Rect) {
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

/** The markups, the pin with a white outline, and a thin frame around the crop. */
function overlay(
  target: { width: number; height: number },
  tip: { x: number; y: number },
  { mark, credit = '' }: CropRequest,
  drawings: string,
) {
  const scale = pixelsOf(MARK_HEIGHT) / TIP.height;
  const x = tip.x - TIP.x * scale;
  const y = tip.y - TIP.y * scale;
  const shape = pinShape(mark.colour, mark.status);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${target.width}" height="${target.height}">
    ${drawings}
    <rect x="1" y="1" width="${target.width - 2}" height="${target.height - 2}" fill="none" stroke="#bdb7ad" stroke-width="2"/>
    ${creditMark(target, credit)}
    <g transform="translate(${x} ${y}) scale(${scale})">
      <path d="${PIN_BODY}" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>${shape}
    </g></svg>`;
}

const CREDIT_HEIGHT = 2.4;

/** In the lower right corner on white, so that it is readable on any map. */
function creditMark({ width, height }: { width: number; height: number }, credit: string): string {
  if (credit === '') return '';
  const size = pixelsOf(CREDIT_HEIGHT);
  const wide = Math.min(width - 4, credit.length * size * 0.56 + size);
  return `<rect x="${width - 2 - wide}" y="${height - 2 - size * 1.5}" width="${wide}" height="${size * 1.5}" fill="#fff" fill-opacity="0.85"/>
    <text x="${width - 2 - size / 2}" y="${height - 2 - size * 0.42}" font-size="${size}" font-family="sans-serif" text-anchor="end" fill="#2c2a26">${inXml(credit)}</text>`;
}
