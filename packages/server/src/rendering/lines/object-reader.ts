// Reads the objects of a page with a WebAssembly module (sources in tools/tile-kernel) that calls PDFium's functions itself:
// from JavaScript the calls for each of tens of thousands of objects take several times as long.
import type { PdfPage } from '../engines/pdf/document.ts';
import { exportsOf, type Pdfium, withMemory } from '../engines/pdf/engine.ts';
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
  addUp(page: number, room: number): void;
  picturePixels(): number;
  longPathPoints(): number;
}

const compiled = lazyModule(new URL('./lines.wasm', import.meta.url));

/** Works in PDFium's memory. */
export function openReader(pdfium: Pdfium): Exports {
  const its = exportsOf(pdfium);
  const { exports } = new wasm.Instance(compiled(), { env: { memory: its.memory }, pdfium: its });
  // They match the sources of the module.
  return exports as Exports;
}

/** What on a page takes long to draw: the pixels of all pictures, and the points of paths with many points. */
export function drawingCost({ document: { pdfium }, handle }: PdfPage) {
  const reader = openReader(pdfium);
  withMemory(pdfium, 8, (room) => reader.addUp(handle, room));
  return { picturePixels: reader.picturePixels(), longPathPoints: reader.longPathPoints() };
}
