// The lines of a page as vectors, on the page as it is shown: cropped and rotated. Curves become short lines. Reads them
// with a WebAssembly module (sources in tools/tile-kernel) that calls PDFium's functions itself.
import { type Lines, MAX_LINES } from '@plumbline/core/features/plans/lines/sheet-lines';
import type { PdfPage } from '../engines/pdf/document.ts';
import { exportsOf, reserve } from '../engines/pdf/engine.ts';
import { toFractions } from '../engines/pdf/page-position.ts';
import type { Picture } from '../engines/tiles/kernel/tile-kernel.ts';
import { lazyModule, wasm } from '../engines/web-assembly.ts';

interface Exports {
  roomBytes(mostLines: number): number;
  start(room: number, mostLines: number, ...sizeAndMatrix: readonly number[]): void;
  readObjects(page: number, from: number, to: number): number;
  linesAt(): number;
  linesEnd(): number;
  inkBytes(width: number, height: number): number;
  markInk(picture: number, width: number, height: number, ink: number): void;
  keepSeen(lines: number, end: number, to: number, ink: number, width: number, height: number): number;
}

/** Objects or lines per call: V8 compiles a function better only between its calls. */
const AT_ONCE = 500;
const LINE_BYTES = 16;

const compiled = lazyModule(new URL('./lines.wasm', import.meta.url));

/**
 * The lines of a page that are seen in a picture of it in PDFium's memory, in its drawing order; of too many, the longest.
 * Lines that cannot be seen, such as those of hidden layers and outside the frame of a view, run over blank paper there.
 */
export function linesOf(page: PdfPage, { at: picture, width, height }: Picture): Lines {
  const { pdfium } = page.document;
  const its = exportsOf(pdfium);
  const { memory } = its;
  // The exports of the module match its sources.
  const reader = new wasm.Instance(compiled(), { env: { memory }, pdfium: its }).exports as Exports;
  const bytes = reader.roomBytes(MAX_LINES);
  const { at, free } = reserve(pdfium, bytes + reader.inkBytes(width, height));
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
