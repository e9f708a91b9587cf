// The rendering itself, in the process that calls it: a crash or an endless file takes that process along. Jobs go through render.ts.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from './file-kind.ts';
import { LIMITS } from './limits.ts';
import { sharp } from './lone-sharp.ts';
import { bandRows, makeTiles } from './make-tiles.ts';
import { proposeName } from './naming.ts';
import { drawBands } from './pdfium/bands.ts';
import { openPage, openPdf, type PdfDocument, pageLabel, sheetSize } from './pdfium/document.ts';
import { isTrap, refusedMemory } from './pdfium/engine.ts';
import { wordsOf } from './pdfium/words.ts';
import { at, type PictureIn, pictureBands, pictureOf, pictureSize, picturesIn, unpackPicture } from './picture.ts';
import { asRenderError, blaming, RenderError } from './render-error.ts';
import type { Inspected, InspectedPage, PagePreview, Rendered, RenderProgress } from './results.ts';
import { pixelsOf, smallestText } from './sharpness.ts';
import { writeTextLayer } from './text-layer.ts';
import { writeSmall } from './thumbnails.ts';
import { readTitleBlock, type TitleBlock } from './title-block.ts';

const CHOICE_SIDE = 480;

export async function inspectHere(path: string, name: string, titles = true): Promise<Inspected> {
  if ((await kindOf(path, 'inspecting')) === 'image')
    return { kind: 'image', pages: await inspectPictures(path, name) };
  return withPdf(path, 'inspecting', (document) => {
    const { pageCount } = document;
    const until = performance.now() + LIMITS.titleTime;
    const pages = Array.from({ length: pageCount }, (_, i) => {
      const page = i + 1;
      const block = titles && performance.now() < until ? titleBlockOf(document, page) : null;
      const label = pageLabel(document, page);
      return { page, ...proposeName({ fileName: name, page, pageCount, label, block }), ...sheetSize(document, page) };
    });
    return { kind: 'pdf', pages };
  });
}

async function inspectPictures(path: string, name: string): Promise<InspectedPage[]> {
  const pictures = await picturesIn(path, 'inspecting');
  const pages: InspectedPage[] = [];
  for (const [i, picture] of pictures.entries()) {
    const { width, height } = await pictureSize(picture, 'inspecting');
    const naming = { fileName: name, page: i + 1, pageCount: pictures.length, label: '', block: null };
    pages.push({ page: i + 1, ...proposeName(naming), widthPt: width, heightPt: height });
  }
  return pages;
}

/** Null where the page cannot be read: whoever chooses it is told then. */
function titleBlockOf(document: PdfDocument, number: number): TitleBlock | null {
  try {
    const page = openPage(document, number, 'inspecting');
    try {
      return readTitleBlock(wordsOf(page), page.widthPt / page.heightPt);
    } finally {
      page.close();
    }
  } catch (error) {
    if (isTrap(error)) throw error;
    return null;
  }
}

export async function previewsHere(
  path: string,
  wanted: readonly { page: number; out: string }[],
  onPreview: (preview: PagePreview) => void,
): Promise<void> {
  if ((await kindOf(path, 'previewing')) === 'image') {
    const make = async (page: number, out: string) => previewImage(await pictureOf(path, page, 'previewing'), out);
    for (const { page, out } of wanted) onPreview(await settled(page, out, () => make(page, out)));
    return;
  }
  await withPdf(path, 'previewing', async (document) => {
    for (const { page, out } of wanted) onPreview(await settled(page, out, () => previewPdfPage(document, page, out)));
  });
}

async function settled(page: number, out: string, make: () => Promise<void>): Promise<PagePreview> {
  try {
    await make();
    return { page, path: out, problem: null };
  } catch (error) {
    if (isTrap(error)) throw error;
    return { page, path: null, problem: asRenderError(error, 'pdf_damaged', 'previewing').problem };
  }
}

async function previewImage(picture: PictureIn, out: string): Promise<void> {
  await pictureSize(picture, 'previewing');
  await blaming('image_damaged', 'previewing', () =>
    sharp(picture.path, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated', ...at(picture) })
      .autoOrient()
      .resize({ width: CHOICE_SIDE, height: CHOICE_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toFile(out),
  );
}

async function previewPdfPage(document: PdfDocument, number: number, out: string): Promise<void> {
  const page = openPage(document, number, 'previewing');
  try {
    // Drawn twice as large and then reduced: fine lines stay fine.
    const scale = (2 * CHOICE_SIDE) / Math.max(page.widthPt, page.heightPt);
    const width = Math.max(1, Math.round(page.widthPt * scale));
    const height = Math.max(1, Math.round(page.heightPt * scale));
    for (const { pixels } of drawBands(page, width, height, height)) {
      await writeSmall({ pixels, width, height }, CHOICE_SIDE, out);
    }
  } finally {
    page.close();
  }
}

async function withPdf<T>(
  path: string,
  stage: 'inspecting' | 'previewing' | 'pdfConversion',
  work: (document: PdfDocument) => Promise<T> | T,
): Promise<T> {
  const refused = refusedMemory();
  const starved = () => refusedMemory() > refused;
  try {
    const document = await openPdf(path, stage);
    const result = await closing(document, work);
    if (starved()) throw new RenderError('memory_limit', stage, 'PDFium needed more memory than it may have');
    return result;
  } catch (error) {
    throw asRenderError(error, starved() ? 'memory_limit' : 'pdf_damaged', stage);
  }
}

async function closing<T>(document: PdfDocument, work: (document: PdfDocument) => Promise<T> | T): Promise<T> {
  let result: T;
  try {
    result = await work(document);
  } catch (error) {
    try {
      document.close();
    } catch {
      // After a trap nothing can be closed; why it came to that is what matters.
    }
    throw error;
  }
  document.close();
  return result;
}

export async function renderHere(
  path: string,
  page: number,
  folder: string,
  onProgress: RenderProgress,
  dpi?: number,
): Promise<Rendered> {
  onProgress('pdfConversion', 0);
  return (await kindOf(path, 'pdfConversion')) === 'image'
    ? renderImage(path, page, folder, onProgress)
    : withPdf(path, 'pdfConversion', (document) => renderPdfPage(document, page, folder, onProgress, dpi));
}

async function renderPdfPage(
  document: PdfDocument,
  number: number,
  folder: string,
  onProgress: RenderProgress,
  dpi?: number,
) {
  const page = openPage(document, number, 'pdfConversion');
  try {
    const [widthPt, heightPt] = [page.widthPt * page.unit, page.heightPt * page.unit];
    onProgress('pdfConversion', 0.05);
    const words = wordsOf(page);
    const text = words.length > 0 ? join(folder, 'text.json.gz') : null;
    const size = pixelsOf(
      { widthPt, heightPt, smallestPt: smallestText(words.map((word) => word.sizePt * page.unit)) },
      dpi,
    );
    if (text) await writeTextLayer(text, words);
    const bands = function* () {
      for (const band of drawBands(page, size.width, size.height, bandRows(size))) yield band.pixels;
    };
    const made = await makeTiles(bands(), { ...size, folder, grain: 'exact', from: 0.1, onProgress });
    return { ...made, text, widthPt, heightPt, pageNumber: number };
  } finally {
    page.close();
  }
}

async function renderImage(path: string, page: number, folder: string, onProgress: RenderProgress): Promise<Rendered> {
  const picture = await pictureOf(path, page, 'pdfConversion');
  const { turned, grain } = await pictureSize(picture, 'pdfConversion');
  const scratch = join(folder, 'unpacked.v');
  try {
    const size = await unpackPicture(picture, scratch, turned);
    onProgress('pdfConversion', 0.4);
    const bands = pictureBands(scratch, size, bandRows(size));
    const made = await makeTiles(bands, { ...size, folder, grain, from: 0.4, onProgress });
    return { ...made, text: null, widthPt: size.width, heightPt: size.height, pageNumber: page };
  } finally {
    await rm(scratch, { force: true });
  }
}
