// Converts an image to a one-page PDF, so that plans from images are printed like plans from PDFs.
import { readFile } from 'node:fs/promises';
import { LIMITS } from '../../limits.ts';
import { at, type PictureIn } from '../../pages/picture-reader.ts';
import { RenderError } from '../../render-error.ts';
import { sharp } from '../../sharp-single-thread.ts';
import { allocateUnset, heapOf, type Pdfium } from '../pdf/engine.ts';

/** Pixels per inch if the image does not specify it. */
const PIXELS = 150;
/** Readers reject pages longer than 200 inches. */
const LONGEST_PT = 14_400;
/** Maximum size of the image in the page: more than a printer can reproduce on A0. */
const MOST_PIXELS = 120_000_000;
/** Limit to the width and height of a JPEG. */
const LONGEST_PX = 60_000;

async function asJpeg(picture: PictureIn): Promise<{ jpeg: Buffer; widthPt: number; heightPt: number }> {
  const open = () => sharp(picture.path, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated', ...at(picture) });
  const { format, width, height, density = 0, orientation = 1, channels, autoOrient } = await open().metadata();
  const turned = autoOrient ?? { width, height };
  const perInch = density >= 60 && density <= 1_200 ? density : PIXELS;
  const points = 72 / Math.max(perInch, (Math.max(width, height) * 72) / LONGEST_PT);
  const size = { widthPt: turned.width * points, heightPt: turned.height * points };
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)), LONGEST_PX / Math.max(width, height));
  const fits = shrink === 1 && format === 'jpeg' && orientation <= 1 && channels === 3;
  if (fits) return { jpeg: await readFile(picture.path), ...size };
  const jpeg = await open()
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(turned.width * shrink)), withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { jpeg, ...size };
}

const WHITE = '#ffffff';

/** Adds a page with the image, in its display orientation, to an empty document. */
export async function addPicturePage(pdfium: Pdfium, document: number, picture: PictureIn): Promise<void> {
  const { jpeg, widthPt, heightPt } = await asJpeg(picture);
  const page = pdfium.FPDFPage_New(document, 0, widthPt, heightPt);
  const image = pdfium.FPDFPageObj_NewImageObj(document);
  const pointer = allocateUnset(pdfium, jpeg.length);
  try {
    heapOf(pdfium).set(jpeg, pointer);
    if (!pdfium.EPDFImageObj_SetJpeg(0, 0, image, pointer, jpeg.length))
      throw new RenderError('image_damaged', 'pdfConversion', 'the picture cannot be put onto a page');
  } finally {
    pdfium.pdfium.wasmExports.free(pointer);
  }
  pdfium.FPDFImageObj_SetMatrix(image, widthPt, 0, 0, heightPt, 0, 0);
  pdfium.FPDFPage_InsertObject(page, image);
  pdfium.FPDFPage_GenerateContent(page);
  pdfium.FPDF_ClosePage(page);
}
