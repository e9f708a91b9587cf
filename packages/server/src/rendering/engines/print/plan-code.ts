// The code of a printed revision, in the lower left corner of the sheet: there is the binding margin of most plans.
import { qrCode } from '../../qr-code.ts';
import type { Pen, Stroke } from './pen.ts';
import { box } from './pin-marks.ts';
import type { PrintedCode } from './sheet.ts';
import type { Typeface } from './text/typefaces.ts';

const MM = 72 / 25.4;
/** The width of the code: a share of the longer side, within what a phone can scan and what a sheet has room for. */
const WIDTH = { share: 0.055, least: 20 * MM, most: 36 * MM };
const EDGE = 3 * MM;
const DARK = '#000000';
const WHITE = '#ffffff';

type CodeStyle = { sheet: { widthPt: number; heightPt: number }; face: Typeface };

export function drawCode(pen: Pen, { text, caption }: PrintedCode, { sheet, face }: CodeStyle): void {
  const { rects, side } = qrCode(text);
  const longer = Math.max(sheet.widthPt, sheet.heightPt);
  const width = Math.min(WIDTH.most, Math.max(WIDTH.least, longer * WIDTH.share));
  const size = width * 0.085;
  const lines = caption.filter((line) => line !== '');
  const [left, bottom] = [EDGE, sheet.heightPt - EDGE];
  const top = bottom - width - lines.length * size * 1.3 - size * 0.4;
  const textWidth = Math.max(0, ...lines.map((line) => face.widthOf(line, size)));
  const right = left + Math.max(width, textWidth + size * 2);
  pen.path(box(left, top, right, bottom), { fill: WHITE });
  const module = width / side;
  const strokes = rects.flatMap(({ x, y, width: long }): Stroke[] => [
    ['M', left + x * module, top + y * module],
    ['L', left + (x + long) * module, top + y * module],
    ['L', left + (x + long) * module, top + (y + 1) * module],
    ['L', left + x * module, top + (y + 1) * module],
    ['Z'],
  ]);
  pen.path(strokes, { fill: DARK });
  // Beside the quiet zone, aligned with the first dark module.
  const start = left + 4 * module;
  for (const [at, line] of lines.entries())
    pen.write(line, { x: start, y: top + width + (at + 0.6) * size * 1.3, size, face, colour: DARK });
}
