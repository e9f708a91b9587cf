// An image, or a part of it, as one grey picture, from which text is recognised.
import { LIMITS } from '../limits.ts';
import { openPicture, pictureOf, pictureSize } from '../pages/picture-reader.ts';
import { withProblem } from '../render-error.ts';
import type { Scan, ScanOptions } from '../results.ts';
import { pixelsOfBox, writePgm } from './pgm-file.ts';

export async function scanOfPicture(path: string, page: number, { turn = 0, out, box }: ScanOptions): Promise<Scan> {
  const picture = await pictureOf(path, page, 'pdfConversion');
  const head = await pictureSize(picture, 'pdfConversion');
  const swapped = turn === 90 || turn === 270;
  const [widthPt, heightPt] = swapped ? [head.height, head.width] : [head.width, head.height];
  const share = Math.min(1, Math.sqrt(LIMITS.scanPixels / (widthPt * heightPt)));
  const width = Math.max(1, Math.floor(share * widthPt));
  const height = Math.max(1, Math.floor(share * heightPt));
  await withProblem('image_damaged', 'pdfConversion', async () => {
    const { data, info } = await openPicture(picture, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated' })
      .autoOrient()
      .rotate(turn)
      .resize({ width, height, fit: 'fill' })
      .extract(pixelsOfBox({ width, height }, box))
      .flatten({ background: '#ffffff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    await writePgm(out, info, [data]);
  });
  return { widthPt, heightPt, dpi: LIMITS.scanDpi };
}
