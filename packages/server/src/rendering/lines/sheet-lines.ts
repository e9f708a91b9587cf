// The file with the lines of a sheet.
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Lines, packLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import type { PdfPage } from '../engines/pdf/document.ts';
import { reserve } from '../engines/pdf/engine.ts';
import { toFourBytes } from '../engines/tiles/pixel-packing.ts';
import { linesOf } from './page-lines.ts';

export async function writeSheetLines(lines: Lines, out: string): Promise<void> {
  await writeFile(out, await promisify(gzip)(packLines(lines)));
}

/** The lines of a page that are seen in the picture in a file, such as the preview of a sheet that was imported before. */
export async function linesInPicture(page: PdfPage, path: string): Promise<Lines> {
  const { sharp } = await import('../sharp-single-thread.ts');
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const { memory, at, free } = reserve(page.document.pdfium, 4 * width * height);
  try {
    toFourBytes(data, new Int32Array(memory.buffer, at, width * height));
    return linesOf(page, { at, width, height });
  } finally {
    free();
  }
}
