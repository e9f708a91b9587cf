// The file with the lines of a sheet. Lines that cannot be seen, such as those of hidden layers and outside the frame of
// a view, are recognised by a small picture of it: most of them runs over blank paper there.
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LINE_UNITS, type Lines, packLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import type { PdfPage } from '../engines/pdf/document.ts';
import { toFourBytes } from '../engines/tiles/pixel-packing.ts';
import { linesOf } from './page-lines.ts';

/** Brightness from which a pixel of the picture is paper; the finest grey lines are darker. */
const PAPER = 252;
const SAMPLES = 12;
const ENOUGH = SAMPLES / 2;

/** A small picture of the sheet: red in the lowest byte of each pixel, then green and blue. */
export interface SheetPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Int32Array;
}

/** Writes the lines of a page that are seen in the picture. */
export async function writeSheetLines(page: PdfPage, picture: SheetPicture, out: string): Promise<void> {
  await writeFile(out, await promisify(gzip)(packLines(visibleLines(linesOf(page), inkOf(picture)))));
}

/** The picture in a file, such as the preview of a sheet that was imported before. */
export async function readSheetPicture(path: string): Promise<SheetPicture> {
  const { sharp } = await import('../sharp-single-thread.ts');
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Int32Array(info.width * info.height);
  toFourBytes(data, pixels);
  return { width: info.width, height: info.height, pixels };
}

type InkAt = (x: number, y: number) => boolean;

/** Whether there is ink at a position in fractions of the sheet, or in one of the pixels around it. */
function inkOf({ width, height, pixels }: SheetPicture): InkAt {
  const isInk = (pixel: number): boolean =>
    (pixel & 0xff) + 2 * ((pixel >> 8) & 0xff) + ((pixel >> 16) & 0xff) < 4 * PAPER;
  return (x, y) => {
    const [column, row] = [Math.floor(x * width), Math.floor(y * height)];
    for (let atY = Math.max(0, row - 1); atY <= Math.min(height - 1, row + 1); atY++)
      for (let atX = Math.max(0, column - 1); atX <= Math.min(width - 1, column + 1); atX++)
        if (isInk(pixels[atY * width + atX] ?? -1)) return true;
    return false;
  };
}

function visibleLines(lines: Lines, isInk: InkAt): Lines {
  const visible = new Int32Array(lines.length);
  let length = 0;
  for (let i = 0; i < lines.length; i += 4) {
    const [x1, y1, x2, y2] = [lines[i] ?? 0, lines[i + 1] ?? 0, lines[i + 2] ?? 0, lines[i + 3] ?? 0];
    if (!isVisible(x1, y1, x2, y2, isInk)) continue;
    visible[length++] = x1;
    visible[length++] = y1;
    visible[length++] = x2;
    visible[length++] = y2;
  }
  return visible.slice(0, length);
}

/** Stops once the samples decide. */
function isVisible(x1: number, y1: number, x2: number, y2: number, isInk: InkAt): boolean {
  let inked = 0;
  for (let k = 0; k < SAMPLES && inked < ENOUGH && inked + SAMPLES - k >= ENOUGH; k++) {
    const share = (k + 0.5) / SAMPLES;
    if (isInk((x1 + share * (x2 - x1)) / LINE_UNITS, (y1 + share * (y2 - y1)) / LINE_UNITS)) inked++;
  }
  return inked >= ENOUGH;
}
