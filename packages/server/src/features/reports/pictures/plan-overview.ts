// Renders a whole plan with the pins of a report on it, each with its number.

import { readFileSync } from 'node:fs';
import { PACK_HEADER_BYTES, readPackHeader } from '@plumbline/core/features/plans/tiles/pack-format';
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import { create, type Font } from 'fontkit';
import sharp from 'sharp';
import type { PrintedMarkup } from '../../../rendering/engines/print/sheet.ts';
import { typefaceFile } from '../../../rendering/engines/print/text/typeface-files.ts';
import { PIN_BODY, pinShape } from '../filling/pictures/draw-mark.ts';
import type { Box } from '../filling/pictures/picture-book.ts';
import { pixelsOf } from '../filling/pictures/print-picture.ts';
import { cropMarkups } from './crop-markups.ts';
import { CHANNELS, creditMark, levelFor, type ReadRange, sheetPiece } from './sheet-region.ts';

export type OverviewPin = {
  /** As fractions of the sheet from its upper left corner. */
  at: PlanPoint;
  number: number | null;
  colour: string | null;
  status: PinStatus;
};

export type OverviewRequest = {
  pins: readonly OverviewPin[];
  /** The printed size, in millimetres. */
  box: Box;
  markups: readonly PrintedMarkup[];
  /** The map's attribution. */
  credit: string;
};

type Size = { width: number; height: number };

/** The height of a pin in millimetres, by the number of pins on the plan. */
const markHeight = (count: number): number => (count <= 40 ? 6 : count <= 150 ? 4.5 : 3.2);
/** The height of the numbers, relative to the pins. */
const NUMBER_SIZE = 0.45;
/** A pin is drawn in a box of 24 × 30 with its tip here. */
const TIP = { x: 12, y: 28.4, height: 30 };
const NUMBER_COLOUR = '#1b1f23';

/** A PNG of the whole sheet, in the size of the box. Throws PackError if the pack is damaged. */
export async function renderPlanOverview(read: ReadRange, request: OverviewRequest): Promise<Buffer> {
  const header = readPackHeader(await read({ offset: 0, length: PACK_HEADER_BYTES }));
  const target = { width: pixelsOf(request.box.width), height: pixelsOf(request.box.height) };
  const whole = { left: 0, top: 0, width: header.width, height: header.height };
  const piece = await sheetPiece(read, header, levelFor(header, whole, target), whole);
  return sharp(piece.pixels, { raw: { width: piece.width, height: piece.height, channels: CHANNELS } })
    .resize({ ...target, fit: 'fill' })
    .composite([{ input: Buffer.from(overlay(target, request)), left: 0, top: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function overlay(target: Size, { pins, markups, credit }: OverviewRequest): string {
  const onSheet = ({ x, y }: PlanPoint): PlanPoint => ({ x: x * target.width, y: y * target.height });
  const scale = pixelsOf(markHeight(pins.length)) / TIP.height;
  // From the top down, so that a pin covers the one behind it.
  const shown = pins.toSorted((a, b) => a.at.y - b.at.y).map((pin) => ({ ...pin, at: onSheet(pin.at) }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${target.width}" height="${target.height}">
    ${cropMarkups(markups, target, onSheet)}
    <rect x="1" y="1" width="${target.width - 2}" height="${target.height - 2}" fill="none" stroke="#bdb7ad" stroke-width="2"/>
    ${creditMark(target, credit)}
    ${shown.map((pin) => mark(pin, scale)).join('')}
    ${shown.map((pin) => numberBeside(pin, scale, target)).join('')}
  </svg>`;
}

const mark = ({ at, colour, status }: OverviewPin, scale: number): string =>
  `<g transform="translate(${at.x - TIP.x * scale} ${at.y - TIP.y * scale}) scale(${scale})">
    <path d="${PIN_BODY}" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>${pinShape(colour, status)}
  </g>`;

let typeface: Font | undefined;

/** Drawn as outlines: the fonts of the system are unknown. */
function numberBeside({ at, number }: OverviewPin, scale: number, { width }: Size): string {
  if (number === null) return '';
  typeface ??= create(readFileSync(typefaceFile('strong', 'latin')));
  const size = (TIP.height * scale * NUMBER_SIZE) / typeface.unitsPerEm;
  const { glyphs, positions, advanceWidth } = typeface.layout(String(number));
  let advance = 0;
  const digits = glyphs.map((glyph, at) => {
    const placed = `<path transform="translate(${advance} 0)" d="${glyph.path.toSVG()}"/>`;
    advance += positions[at]?.xAdvance ?? 0;
    return placed;
  });
  const right = at.x + 11 * scale;
  // At the right edge of the sheet, on the other side of the pin.
  const x = right + advanceWidth * size > width ? at.x - 11 * scale - advanceWidth * size : right;
  const y = at.y - (TIP.y - 15) * scale;
  const look = `fill="${NUMBER_COLOUR}" stroke="#fff" stroke-width="${typeface.unitsPerEm / 4}" stroke-linejoin="round" paint-order="stroke"`;
  return `<g transform="translate(${x} ${y}) scale(${size} ${-size})" ${look}>${digits.join('')}</g>`;
}
