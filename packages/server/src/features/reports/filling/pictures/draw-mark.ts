// Draws the marks of pins and statuses as in the interface, for print. Shape carries as much information as colour, for
// black-and-white prints.

import { SIGNATURE_FIELD, type Strokes } from '@plumbline/core/features/reports/signing';
import type { ShownTaskStatus } from '@plumbline/core/features/tasks/status';
import type { PinStatus } from '@plumbline/core/site/rows/pins';
import { inkOn } from '@plumbline/core/site/values/pin-colours';
import sharp from 'sharp';
import { qrCode } from '../../../../rendering/qr-code.ts';
import type { PixelBox, Printed } from './print-picture.ts';
import type { BarPart } from './requested-pictures.ts';

/** The outline of a pin in a box of 24 × 30, with its tip at 12, 28.4. */
export const PIN_BODY = 'M12 28.4C6.2 20.6 2 16 2 11.2a10 10 0 0 1 20 0c0 4.8-4.2 9.4-10 17.2z';
const EDGE = '#1b1f23';
/** For pins without a category. */
const NEUTRAL = '#544e46';
const COLOUR = /^#[0-9a-f]{6}$/iu;

/** The pin within its outline. */
export function pinShape(colour: string | null, status: PinStatus): string {
  const fill = colour !== null && COLOUR.test(colour) ? colour : NEUTRAL;
  if (status === 'inactive') {
    return `<path d="${PIN_BODY}" fill="#fff" stroke="${EDGE}" stroke-width="1"/>
      <path d="${PIN_BODY}" fill="none" stroke="${fill}" stroke-width="2.4" stroke-dasharray="4.5 3"/>
      <path d="M8 11.2h8" stroke="${fill}" stroke-width="2.6" stroke-linecap="round"/>`;
  }
  const ink = inkOn(fill);
  const sign =
    status === 'open'
      ? `<circle cx="12" cy="11.2" r="3.6" fill="${ink}"/>`
      : `<path d="m7.6 11.6 3 3 5.8-6.4" fill="none" stroke="${ink}" stroke-width="2.6" stroke-linecap="round"/>`;
  return `<path d="${PIN_BODY}" fill="${fill}" stroke="${EDGE}" stroke-width="1.2" stroke-linejoin="round"/>${sign}`;
}

const TONES: Record<ShownTaskStatus, string> = {
  open: '#1d62a8',
  overdue: '#b0241b',
  rejected: '#86277f',
  done: '#216e3f',
  closed: '#3c3832',
  inactive: '#6d665d',
  draft: '#6a5a2b',
};

/** In a box of 16 × 16, stroked in the colour of the status. */
const STATUS_SHAPES: Record<ShownTaskStatus, (tone: string) => string> = {
  open: () => '<circle cx="8" cy="8" r="5.6"/>',
  overdue: (tone) =>
    `<path d="M8 1.9 14.6 13.6H1.4z" fill="${tone}"/><path d="M8 6.2v3.2" stroke="#fff"/><circle cx="8" cy="11.7" r=".5" stroke="#fff" stroke-width="1"/>`,
  rejected: (tone) =>
    `<path d="m8 1.4 6.6 6.6L8 14.6 1.4 8z" fill="${tone}"/><path d="m6.2 6.2 3.6 3.6m0-3.6L6.2 9.8" stroke="#fff"/>`,
  done: () => '<circle cx="8" cy="8" r="6.2"/><path d="m5.2 8.2 2 2 3.7-4"/>',
  closed: (tone) => `<circle cx="8" cy="8" r="6.2" fill="${tone}"/><path d="m5.2 8.2 2 2 3.7-4" stroke="#fff"/>`,
  inactive: () => '<circle cx="8" cy="8" r="6.2"/><path d="M5.2 8h5.6"/>',
  draft: () => '<circle cx="8" cy="8" r="6" stroke-dasharray="2.2 3" stroke-linecap="butt"/>',
};

export function drawPinMark(colour: string | null, status: PinStatus, box: PixelBox): Promise<Printed> {
  return draw(24, 30, pinShape(colour, status), box);
}

export function drawTaskMark(status: ShownTaskStatus, box: PixelBox): Promise<Printed> {
  const tone = TONES[status];
  const group = `<g fill="none" stroke="${tone}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${STATUS_SHAPES[status](tone)}</g>`;
  return draw(16, 16, group, box);
}

/** The parts of a bar side by side; what they leave of it is light. */
export function drawBar(parts: readonly BarPart[], box: PixelBox): Promise<Printed> {
  let at = 0;
  const rects = parts.map(({ status, share }) => {
    const x = at * box.width;
    at += share;
    return `<rect x="${x}" width="${share * box.width}" height="${box.height}" fill="${TONES[status]}"/>`;
  });
  const ground = `<rect width="${box.width}" height="${box.height}" fill="#f1f5f6"/>`;
  return draw(box.width, box.height, ground + rects.join(''), box);
}

/** Each module has the same number of pixels, so that its edges are sharp. */
export async function drawCode(text: string, box: PixelBox): Promise<Printed> {
  const { rects, side } = qrCode(text);
  const pixels = side * Math.max(4, Math.ceil(Math.min(box.width, box.height) / side));
  const path = rects.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path d="M0 0h${side}v${side}H0z" fill="#fff"/><path d="${path}"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  return { bytes, width: pixels, height: pixels };
}

/** Ink on nothing, so that the line below it stays visible. */
export function drawSignature(strokes: Strokes, box: PixelBox): Promise<Printed> {
  const { width, height } = SIGNATURE_FIELD;
  const paths = strokes.map((stroke) => `<polyline points="${stroke.join(' ')}"/>`).join('');
  const ink = `<g fill="none" stroke="#14213d" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${paths}</g>`;
  return draw(width, height, ink, box);
}

async function draw(width: number, height: number, content: string, box: PixelBox): Promise<Printed> {
  // Marks are small: three times the pixels of a photo keep their edges sharp.
  const scale = Math.min(box.width / width, box.height / height) * 3;
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  return { bytes, ...size };
}
