// Converts the user space of a PDF page to the visible sheet: cropped and rotated, as fractions from its upper left
// corner.
import type { Alignment } from '@plumbline/core/site/geometry/alignment';
import type { PdfPage } from './document.ts';
import { withMemory } from './engine.ts';

/**
 * Asks PDFium once for the positions of three points of the page, which determine the transform from page units to
 * fractions of the sheet.
 */
export function toFractions(page: PdfPage): Alignment {
  const { pdfium } = page.document;
  const span = 1_000_000;
  const device = (x: number, y: number) =>
    withMemory(pdfium, 8, (pointer) => {
      pdfium.FPDF_PageToDevice(page.handle, 0, 0, span, span, 0, x, y, pointer, pointer + 4);
      const { getValue } = pdfium.pdfium;
      return { x: getValue(pointer, 'i32') / span, y: getValue(pointer + 4, 'i32') / span };
    });
  const unit = Math.max(page.widthPt, page.heightPt);
  const origin = device(0, 0);
  const right = device(unit, 0);
  const up = device(0, unit);
  return [
    (right.x - origin.x) / unit,
    (up.x - origin.x) / unit,
    origin.x,
    (right.y - origin.y) / unit,
    (up.y - origin.y) / unit,
    origin.y,
  ];
}
