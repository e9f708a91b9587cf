// The rendering itself, in the process that calls it: a crash or an endless file takes that process along. Jobs go through render.ts.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pyramidOf, TILE_SIZE } from '@plumbline/core/features/plans/pack-format';
import sharp from 'sharp';
import { kindOf } from './file-kind.ts';
import { LIMITS } from './limits.ts';
import { proposeName } from './naming.ts';
import { createPack } from './pack-writer.ts';
import { drawBands } from './pdfium/bands.ts';
import { openPage, openPdf, type PdfDocument, pageLabel, pageSize } from './pdfium/document.ts';
import { isTrap, refusedMemory } from './pdfium/engine.ts';
import { wordsOf } from './pdfium/words.ts';
import { pictureBands, pictureSize, unpackPicture } from './picture.ts';
import { buildPyramid, type KeptLevel } from './pyramid.ts';
import { asRenderError, blaming, RenderError } from './render-error.ts';
import type { Inspected, PagePreview, Rendered, RenderProgress } from './results.ts';
import { pixelsOf, smallestText } from './sharpness.ts';
import { writeTextLayer } from './text-layer.ts';
import { writeSmall } from './thumbnails.ts';
import { readTitleBlock, type TitleBlock } from './title-block.ts';

const CHOICE_SIDE = 480;
const THUMB_SIDE = 256;
const PREVIEW_SIDE = 1600;
const PENDING_TILES = 32;
/** Bytes of the rows that are drawn at once. */
const BAND_BYTES = 32 * 2 ** 20;

// One thread per picture: tiles are encoded side by side, which needs no threads within a tile. The cache would only hold memory.
sharp.concurrency(1);
sharp.cache(false);

export async function inspectHere(path: string, name: string, titles = true): Promise<Inspected> {
  if ((await kindOf(path, 'inspecting')) === 'image') {
    const { width, height } = await pictureSize(path, 'inspecting');
    const proposed = proposeName({ fileName: name, page: 1, pageCount: 1, label: '', block: null });
    return { kind: 'image', pages: [{ page: 1, ...proposed, widthPt: width, heightPt: height }] };
  }
  return withPdf(path, 'inspecting', (document) => {
    const { pageCount } = document;
    const until = performance.now() + LIMITS.titleTime;
    const pages = Array.from({ length: pageCount }, (_, i) => {
      const page = i + 1;
      const block = titles && performance.now() < until ? titleBlockOf(document, page) : null;
      const label = pageLabel(document, page);
      return { page, ...proposeName({ fileName: name, page, pageCount, label, block }), ...pageSize(document, page) };
    });
    return { kind: 'pdf', pages };
  });
}

/** Null where the page cannot be read: whoever chooses it is told then. */
function titleBlockOf(document: PdfDocument, number: number): TitleBlock | null {
  try {
    const page = openPage(document, number, 'inspecting');
    try {
      return readTitleBlock(wordsOf(page));
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
    for (const { page, out } of wanted) onPreview(await settled(page, out, () => previewImage(path, out)));
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

async function previewImage(path: string, out: string): Promise<void> {
  await pictureSize(path, 'previewing');
  await blaming('image_damaged', 'previewing', () =>
    sharp(path, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated' })
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
    const { widthPt, heightPt } = page;
    onProgress('pdfConversion', 0.05);
    const words = wordsOf(page);
    const text = words.length > 0 ? join(folder, 'text.json.gz') : null;
    if (text) await writeTextLayer(text, words);
    const size = pixelsOf({ widthPt, heightPt, smallestPt: smallestText(words.map((word) => word.sizePt)) }, dpi);
    const bands = function* () {
      for (const band of drawBands(page, size.width, size.height, bandRows(size.width))) yield band.pixels;
    };
    const made = await makeTiles(bands(), size, folder, onProgress, 0.1);
    return { ...made, text, widthPt, heightPt, pageNumber: number };
  } finally {
    page.close();
  }
}

async function renderImage(path: string, page: number, folder: string, onProgress: RenderProgress): Promise<Rendered> {
  if (page !== 1) throw new RenderError('no_pages', 'pdfConversion', `there is no page ${page}`);
  const { turned } = await pictureSize(path, 'pdfConversion');
  const scratch = join(folder, 'unpacked.v');
  try {
    const size = await unpackPicture(path, scratch, turned);
    onProgress('pdfConversion', 0.4);
    const made = await makeTiles(pictureBands(scratch, size, bandRows(size.width)), size, folder, onProgress, 0.4);
    return { ...made, text: null, widthPt: size.width, heightPt: size.height, pageNumber: 1 };
  } finally {
    await rm(scratch, { force: true });
  }
}

function bandRows(width: number): number {
  return Math.max(16, Math.min(4 * TILE_SIZE, Math.floor(BAND_BYTES / (4 * width))));
}

type Bands = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Tiles are made while the page is drawn, so most of the time goes to the first stage; `from` is how much of that is done. */
async function makeTiles(
  bands: Bands,
  size: { width: number; height: number },
  folder: string,
  onProgress: RenderProgress,
  from: number,
) {
  const pyramid = pyramidOf(size.width, size.height);
  const pack = join(folder, 'tiles.pack');
  const writer = await createPack(pack, pyramid);
  try {
    const builder = buildPyramid(pyramid, writer, { keepAtLeast: PREVIEW_SIDE, pending: PENDING_TILES });
    let rows = 0;
    for await (const pixels of bands) {
      await builder.push(pixels);
      rows += pixels.length / (4 * size.width);
      onProgress('pdfConversion', from + (1 - from) * (rows / size.height));
    }
    onProgress('thumbnailCreation', 0);
    const small = await blaming('internal', 'thumbnailCreation', () => writeThumbnails(builder.kept, folder));
    onProgress('tiling', 0.5);
    await blaming('internal', 'tiling', async () => {
      await builder.finish();
      await writer.finish();
    });
    onProgress('tiling', 1);
    return { pack, ...small, pyramid };
  } finally {
    await writer.close();
  }
}

async function writeThumbnails({ width, height, pixels }: KeptLevel, folder: string) {
  const drawn = { width, height, pixels: new Uint8Array(pixels.buffer) };
  const small = { thumb: join(folder, 'thumb.webp'), preview: join(folder, 'preview.webp') };
  await writeSmall(drawn, PREVIEW_SIDE, small.preview);
  await writeSmall(drawn, THUMB_SIDE, small.thumb);
  return small;
}
