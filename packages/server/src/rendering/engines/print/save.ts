// Writes a PDF document to a file in chunks.
import { closeSync, openSync, writeSync } from 'node:fs';
import { RenderError } from '../../render-error.ts';
import { allocate, heapOf, type Pdfium } from '../pdf/engine.ts';

/** Written completely and without passwords: access was checked before. */
const WITHOUT_SECURITY = 3;

export function saveTo(pdfium: Pdfium, document: number, path: string): void {
  const { addFunction, removeFunction, setValue, wasmExports } = pdfium.pdfium;
  const fd = openSync(path, 'w');
  let failure: unknown;
  const write = (_its: number, data: number, size: number): number => {
    try {
      for (let done = 0; done < size >>> 0; )
        done += writeSync(fd, heapOf(pdfium), (data >>> 0) + done, (size >>> 0) - done);
      return 1;
    } catch (error) {
      failure = error;
      return 0;
    }
  };
  const callback = addFunction(write, 'iiii');
  // The structure FPDF_FILEWRITE: version, callback.
  const pointer = allocate(pdfium, 8);
  setValue(pointer, 1, 'i32');
  setValue(pointer + 4, callback, 'i32');
  try {
    const saved = pdfium.FPDF_SaveAsCopy(document, pointer, WITHOUT_SECURITY);
    // A full disk is not the fault of the file.
    if (failure) throw failure;
    if (!saved) throw new RenderError('internal', 'pdfConversion', 'the document cannot be written');
  } finally {
    wasmExports.free(pointer);
    removeFunction(callback);
    closeSync(fd);
  }
}
