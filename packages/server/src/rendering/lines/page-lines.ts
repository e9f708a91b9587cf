// The lines of a page as vectors, on the page as it is shown: cropped and rotated. Curves become short lines.
import { type Lines, MAX_LINES } from '@plumbline/core/features/plans/lines/sheet-lines';
import type { PdfPage } from '../engines/pdf/document.ts';
import { reserve } from '../engines/pdf/engine.ts';
import { toFractions } from '../engines/pdf/page-position.ts';
import type { Picture } from '../engines/tiles/kernel/tile-kernel.ts';
import { openReader } from './object-reader.ts';

/** Objects or lines per call: V8 compiles a function better only between its calls. */
const AT_ONCE = 500;
const LINE_BYTES = 16;

/**
 * The lines of a page that are seen in a picture of it in PDFium's memory, in its drawing order; of too many, the longest.
 * Lines that cannot be seen, such as those of hidden layers and outside the frame of a view, run over blank paper there.
 */
export function linesOf(page: PdfPage, { at: picture, width, height }: Picture): Lines {
  const { pdfium } = page.document;
  const reader = openReader(pdfium);
  const bytes = reader.roomBytes(MAX_LINES);
  const { memory, at, free } = reserve(pdfium, bytes + reader.inkBytes(width, height));
  try {
    reader.start(at, MAX_LINES, page.widthPt, page.heightPt, ...toFractions(page));
    const objects = pdfium.FPDFPage_CountObjects(page.handle);
    for (let i = 0; i < objects; i += AT_ONCE) {
      if (!reader.readObjects(page.handle, i, Math.min(objects, i + AT_ONCE)))
        throw new TypeError('PDFium keeps the points of a path in an unknown way');
    }
    const ink = at + bytes;
    reader.markInk(picture, width, height, ink);
    const [first, end] = [reader.linesAt(), reader.linesEnd()];
    let seen = first;
    for (let line = first; line < end; line += LINE_BYTES * AT_ONCE)
      seen = reader.keepSeen(line, Math.min(end, line + LINE_BYTES * AT_ONCE), seen, ink, width, height);
    return new Int32Array(memory.buffer, first, (seen - first) / 4).slice();
  } finally {
    free();
  }
}
