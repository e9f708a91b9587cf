// The code of a printed revision, near a corner of the sheet where the least is drawn.
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import { qrCode } from '../../qr-code.ts';
import { drawBands } from '../pdf/bands.ts';
import type { PdfPage } from '../pdf/document.ts';
import type { Pen, Stroke } from './pen.ts';
import { box } from './pin-marks.ts';
import type { PrintedCode } from './sheet.ts';
import type { Typeface } from './text/typefaces.ts';

const MM = 72 / 25.4;
/** The width of the code: a share of the longer side, within what a phone can scan and what a sheet has room for. */
const WIDTH = { share: 0.045, least: 20 * MM, most: 32 * MM };
/** Distances from the edges of the sheet: outside and inside of the frames that plans have. */
const INSETS = [3 * MM, 14 * MM, 26 * MM];
const LINE_HEIGHT = 1.3;
const DARK = '#000000';
const WHITE = '#ffffff';

type Size = { widthPt: number; heightPt: number };
type Box = { left: number; top: number; right: number; bottom: number };
type Measured = { width: number; textSize: number; height: number; boxWidth: number };

function measure({ caption }: PrintedCode, sheet: Size, face: Typeface): Measured {
  const width = Math.min(WIDTH.most, Math.max(WIDTH.least, Math.max(sheet.widthPt, sheet.heightPt) * WIDTH.share));
  const textSize = width * 0.085;
  const textWidth = Math.max(0, ...caption.map((line) => face.widthOf(line, textSize)));
  const height = width + caption.length * textSize * LINE_HEIGHT + textSize * 0.4;
  return { width, textSize, height, boxWidth: Math.max(width, textWidth + textSize * 2) };
}

/** Boxes near the corners. The lower right one is left to the title block. */
function candidates({ height, boxWidth }: Measured, { widthPt, heightPt }: Size): Box[] {
  const at = (left: number, top: number): Box => ({ left, top, right: left + boxWidth, bottom: top + height });
  return INSETS.flatMap((inset) => [
    at(inset, heightPt - inset - height),
    at(inset, inset),
    at(widthPt - inset - boxWidth, inset),
  ]);
}

const ANALYSIS_PX = 1_000;
const INKED = 225;

/** The box with the least drawn in it; the first of equal ones. */
function emptiestBox(page: PdfPage, boxes: readonly Box[]): Box | undefined {
  const scale = ANALYSIS_PX / Math.max(page.widthPt, page.heightPt);
  const [width, height] = [Math.ceil(page.widthPt * scale), Math.ceil(page.heightPt * scale)];
  for (const { pixels } of drawBands(page, width, height, height)) {
    const inkOf = ({ left, top, right, bottom }: Box): number => {
      let ink = 0;
      for (let y = Math.floor(top * scale); y < Math.min(height, bottom * scale); y++)
        for (let x = Math.floor(left * scale); x < Math.min(width, right * scale); x++)
          if (Math.min(...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)) < INKED) ink += 1;
      return ink;
    };
    const inks = boxes.map(inkOf);
    return boxes[inks.indexOf(Math.min(...inks))];
  }
  return boxes[0];
}

/** Where the code fits best on a page that is not drawn onto yet. */
export function placeForCode(page: PdfPage, code: PrintedCode, face: Typeface): PlanPoint {
  const boxes = candidates(measure(code, page, face), page);
  const { left, top } = emptiestBox(page, boxes) ?? { left: 0, top: 0 };
  return { x: left, y: top };
}

type CodeStyle = { sheet: Size; face: Typeface; at: PlanPoint };

export function drawCode(pen: Pen, code: PrintedCode, { sheet, face, at: { x: left, y: top } }: CodeStyle): void {
  const { rects, side } = qrCode(code.text);
  const { width, textSize, height, boxWidth } = measure(code, sheet, face);
  pen.path(box(left, top, left + boxWidth, top + height), { fill: WHITE });
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
  for (const [at, line] of code.caption.entries()) {
    const y = top + width + (at + 0.6) * textSize * LINE_HEIGHT;
    pen.write(line, { x: start, y, size: textSize, face, colour: DARK });
  }
}
