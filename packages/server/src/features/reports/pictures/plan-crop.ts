// Renders the part of a plan around a pin, with the pin on it, from the few tiles that cover it.

import { PACK_HEADER_BYTES, type PackHeader, readPackHeader } from '@plumbline/core/features/plans/tiles/pack-format';
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import sharp from 'sharp';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';
import { PIN_BODY, pinShape } from '../filling/pictures/draw-mark.ts';
import type { Box } from '../filling/pictures/picture-book.ts';
import { pixelsOf } from '../filling/pictures/print-picture.ts';
import { cropMarkups } from './crop-markups.ts';
import { CHANNELS, creditMark, levelFor, type ReadRange, type Rect, sheetPiece } from './sheet-region.ts';

export type CropRequest = {
  /** The pin, as fractions of the sheet from its upper left corner. */
  at: { x: number; y: number };
  /** The sheet in points. */
  sheet: { widthPt: number; heightPt: number };
  /** The printed size of the crop, in millimetres. */
  box: Box;
  mark: { colour: string | null; status: PinStatus };
  /** Relative to the usual area around a pin; 1 if it is missing. */
  area?: number;
  /** Drawn onto the plan. */
  markups?: readonly PrintedMarkup[];
  /** The map's attribution, written into the corner. */
  credit?: string;
};

/**
 * The share of the sheet's longer side that a crop shows, and the limits of that in millimetres of the sheet's paper.
 */
const SHARE = 0.2;
const MIN_WIDTH = 100;
const MAX_WIDTH = 240;
/** Maximum scale relative to the sheet: the pin's surroundings are more useful than a magnified point. */
const MAX_SCALE = 0.75;
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
function cropOf(
  header: PackHeader,
  { at, sheet, box, area = 1 }: CropRequest,
  target: { width: number; height: number },
): Rect {
  const longest = Math.max(sheet.widthPt, sheet.heightPt) * POINT;
  const least = Math.max(MIN_WIDTH, Math.max(box.width, box.height) / MAX_SCALE);
  const millimetres = area * Math.max(least, Math.min(MAX_WIDTH, longest * SHARE));
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
