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
  picturePixels(page: number, room: number): number;
}

const compiled = lazyModule(new URL('./lines.wasm', import.meta.url));

/** Works in PDFium's memory. */
export function openReader(pdfium: Pdfium): Exports {
  const its = exportsOf(pdfium);
  const { exports } = new wasm.Instance(compiled(), { env: { memory: its.memory }, pdfium: its });
  // They match the sources of the module.
  return exports as Exports;
}

/** The pixels of all pictures on a page. */
export function picturePixels({ document: { pdfium }, handle }: PdfPage): number {
  return withMemory(pdfium, 8, (room) => openReader(pdfium).picturePixels(handle, room));
}
