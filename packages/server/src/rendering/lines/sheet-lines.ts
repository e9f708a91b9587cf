// The file with the lines of a sheet. Lines that cannot be seen, such as those of hidden layers and outside the frame of
// a view, are recognised by the preview: most of them runs over blank paper there.
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LINE_UNITS, type Lines, packLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import type { PdfPage } from '../engines/pdf/document.ts';
import { sharp } from '../sharp-single-thread.ts';
import { linesOf } from './page-lines.ts';

/** Brightness from which a pixel of the preview is paper; the finest grey lines are darker. */
const PAPER = 252;
const SAMPLES = 12;

export async function writeSheetLines(page: PdfPage, preview: string, out: string): Promise<void> {
  const lines = linesOf(page);
  const visible = lines.length === 0 ? lines : visibleLines(lines, await inkOf(preview));
  await writeFile(out, await promisify(gzip)(packLines(visible)));
}

type InkAt = (x: number, y: number) => boolean;

/** Whether there is ink at a position in fractions of the sheet, or in one of the pixels around it. */
async function inkOf(preview: string): Promise<InkAt> {
  const { data, info } = await sharp(preview).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return (x, y) => {
    const [column, row] = [Math.floor(x * width), Math.floor(y * height)];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [atX, atY] = [column + dx, row + dy];
        if (atX < 0 || atX >= width || atY < 0 || atY >= height) continue;
        if ((data[(atY * width + atX) * channels] ?? 255) < PAPER) return true;
      }
    return false;
  };
}

function visibleLines(lines: Lines, isInk: InkAt): Lines {
  const visible = new Int32Array(lines.length);
  let length = 0;
  for (let i = 0; i < lines.length; i += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = lines.subarray(i, i + 4);
    let inked = 0;
    for (let k = 0; k < SAMPLES; k++) {
      const share = (k + 0.5) / SAMPLES;
      if (isInk((x1 + share * (x2 - x1)) / LINE_UNITS, (y1 + share * (y2 - y1)) / LINE_UNITS)) inked++;
    }
    if (2 * inked < SAMPLES) continue;
    visible.set(lines.subarray(i, i + 4), length);
    length += 4;
  }
  return visible.slice(0, length);
}
