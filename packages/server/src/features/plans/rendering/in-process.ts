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
import { wordsOf } from './pdfium/words.ts';
import { pictureBands, pictureSize, unpackPicture } from './picture.ts';
import { buildPyramid } from './pyramid.ts';
import { blaming, RenderError } from './render-error.ts';
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

export async function inspectHere(path: string, name: string): Promise<Inspected> {
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
      const block = performance.now() < until ? titleBlockOf(document, page) : null;
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
  } catch {
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
    await blaming('pdf_damaged', 'previewing', make);
    return { page, path: out, problem: null };
  } catch (error) {
    return { page, path: null, problem: error instanceof RenderError ? error.problem : 'internal' };
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
  const document = await blaming('pdf_damaged', stage, () => openPdf(path, stage));
  try {
    return await blaming('pdf_damaged', stage, () => work(document));
  } finally {
    document.close();
  }
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
    onProgress('pdfConversion', 0.2);
    const words = wordsOf(page);
    const text = words.length > 0 ? join(folder, 'text.json.gz') : null;
    if (text) await writeTextLayer(text, words);
    const size = pixelsOf({ widthPt, heightPt, smallestPt: smallestText(words.map((word) => word.sizePt)) }, dpi);
    onProgress('pdfConversion', 1);
    const bands = function* () {
      for (const band of drawBands(page, size.width, size.height, bandRows(size.width))) yield band.pixels;
    };
    const made = await makeTiles(bands(), size, folder, onProgress);
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
    onProgress('pdfConversion', 1);
    const made = await makeTiles(pictureBands(scratch, size, bandRows(size.width)), size, folder, onProgress);
    return { ...made, text: null, widthPt: size.width, heightPt: size.height, pageNumber: 1 };
  } finally {
    await rm(scratch, { force: true });
  }
}

function bandRows(width: number): number {
  return Math.max(16, Math.min(4 * TILE_SIZE, Math.floor(BAND_BYTES / (4 * width))));
}

type Bands = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function makeTiles(
  bands: Bands,
  size: { width: number; height: number },
  folder: string,
  onProgress: RenderProgress,
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
      onProgress('tiling', (0.98 * rows) / size.height);
    }
    const kept = await builder.finish();
    await writer.finish();
    onProgress('tiling', 1);
    const drawn = { ...kept, pixels: new Uint8Array(kept.pixels.buffer) };
    const thumb = join(folder, 'thumb.webp');
    const preview = join(folder, 'preview.webp');
    await blaming('internal', 'thumbnailCreation', async () => {
      await writeSmall(drawn, PREVIEW_SIDE, preview);
      await writeSmall(drawn, THUMB_SIDE, thumb);
    });
    return { pack, thumb, preview, pyramid };
  } finally {
    await writer.close();
  }
}
