// A page of a PDF, or a part of it, as one grey picture, from which text is recognised.
import { type Band, drawBands } from '../engines/pdf/bands.ts';
import { openPage, rotatePage } from '../engines/pdf/document.ts';
import { LIMITS } from '../limits.ts';
import { withPdf } from '../pages/with-pdf.ts';
import type { Scan, ScanOptions } from '../results.ts';
import { pixelsOfBox, writePgm } from './pgm-file.ts';

const BAND_ROWS = 512;

export function scanOfPdf(path: string, number: number, { turn = 0, out, box }: ScanOptions): Promise<Scan> {
  return withPdf(path, 'pdfConversion', async (document) => {
    rotatePage(document, number, turn);
    const page = openPage(document, number, 'pdfConversion');
    try {
      const [widthPt, heightPt] = [page.widthPt * page.unit, page.heightPt * page.unit];
      const dpi = Math.min(LIMITS.scanDpi, 72 * Math.sqrt(LIMITS.scanPixels / (widthPt * heightPt)));
      const side = (pt: number) => Math.max(1, Math.floor((pt * dpi) / 72));
      const [width, height] = [side(widthPt), side(heightPt)];
      const part = pixelsOfBox({ width, height }, box);
      const rows = function* () {
        for (const band of drawBands(page, width, height, BAND_ROWS)) yield* greyRows(band, width, part);
      };
      await writePgm(out, part, rows());
      return { widthPt, heightPt, dpi };
    } finally {
      page.close();
    }
  });
}

/** The rows of the band that belong to the part, in grey. */
function* greyRows(
  { pixels, top, rows }: Band,
  width: number,
  part: ReturnType<typeof pixelsOfBox>,
): Generator<Uint8Array> {
  const [from, to] = [Math.max(top, part.top), Math.min(top + rows, part.top + part.height)];
  if (to <= from) return;
  const grey = new Uint8Array((to - from) * part.width);
  for (let row = from, at = 0; row < to; row++) {
    let pixel = 4 * ((row - top) * width + part.left);
    for (let x = 0; x < part.width; x++, pixel += 4) {
      const [red = 0, green = 0, blue = 0] = [pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]];
      grey[at++] = (77 * red + 150 * green + 29 * blue) >> 8;
    }
  }
  yield grey;
}
