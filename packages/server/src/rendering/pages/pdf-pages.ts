// The pages of a PDF: lists them with names proposed from their title blocks, makes previews, and renders tiles and
// words.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { proposeRotation, type Rotation } from '@plumbline/core/site/geometry/rotation';
import { drawBands } from '../engines/pdf/bands.ts';
import { openPage, openPdf, type PdfDocument, pageLabel, rotatePage, sheetSize } from '../engines/pdf/document.ts';
import { isOutOfMemory } from '../engines/pdf/engine.ts';
import { isEngineTrap } from '../engines/pdf/engine-trap.ts';
import { withBundledEuropeanFonts } from '../engines/pdf/font-substitution.ts';
import { leftOutOf, type SizedWord, textOf, wordsOf } from '../engines/pdf/page-words.ts';
import { bandRows, createTiles } from '../engines/tiles/make-tiles.ts';
import { toThreeBytes } from '../engines/tiles/pixel-packing.ts';
import { writeSmall } from '../engines/tiles/thumbnails.ts';
import { LIMITS } from '../limits.ts';
import { readSheetPicture, writeSheetLines } from '../lines/sheet-lines.ts';
import { CHOICE_SIDE, LARGE_SIDE, largePreview, pagePreviewResult } from '../page-preview-result.ts';
import { asRenderError, RenderError } from '../render-error.ts';
import type {
  Inspected,
  LinesOptions,
  PagePreview,
  PageProgress,
  Rendered,
  RenderOptions,
  RenderProgress,
  WantedPreview,
} from '../results.ts';
import { bookmarksByPage } from '../text/bookmarks.ts';
import { nameSheets } from '../text/page-naming.ts';
import { PageWordsPacker } from '../text/page-words-file.ts';
import { writeTextLayer } from '../text/text-layer.ts';
import { readTitleBlock, type TitleBlock } from '../text/title-block/title-block.ts';
import { pixelsOf, smallestText } from './resolution.ts';

export const pdfPages = {
  inspect: inspectPdf,
  previews: (path: string, requested: readonly WantedPreview[], onPreview: (preview: PagePreview) => void) =>
    withPdf(path, 'previewing', async (document) => {
      for (const wanted of requested) {
        const { page, out } = wanted;
        const draw: Draw<Previewed> = (from, byOurs) => previewPdfPage(from, wanted, byOurs);
        const make = async () => (await lettered(path, 'previewing', draw, await draw(document, false))).fingerprint;
        onPreview(await pagePreviewResult(page, out, make));
      }
    }),
  async render(path: string, page: number, folder: string, onProgress: RenderProgress, options: RenderOptions = {}) {
    const draw: Draw<Rendered> = (document, byOurs) =>
      renderPdfPage(document, page, { ...options, folder, onProgress, byOurs });
    return lettered(path, STAGE, draw, await withPdf(path, STAGE, (document) => draw(document, false)));
  },
  lines: readLines,
};

const STAGE = 'pdfConversion';
/** Draws a page; returns undefined if letters that our fonts have would be missing, unless `byOurs`. */
type Draw<T> = (document: PdfDocument, byOurs: boolean) => Promise<T | undefined>;

/**
 * Font substitution is decided when a document is loaded: if letters are missing, it is loaded again with our fonts.
 */
async function lettered<T extends object>(
  path: string,
  stage: 'previewing' | 'pdfConversion',
  draw: Draw<T>,
  created: T | undefined,
): Promise<T> {
  if (created !== undefined) return created;
  const again = await withBundledEuropeanFonts(() => withPdf(path, stage, (document) => draw(document, true)));
  if (again === undefined) throw new RenderError('internal', stage, 'letters are missing');
  return again;
}

function inspectPdf(
  path: string,
  name: string,
  titles: boolean,
  onPage: PageProgress,
  wordsOut?: string,
): Promise<Inspected> {
  return withPdf(path, 'inspecting', async (document) => {
    const { pageCount } = document;
    const until = performance.now() + LIMITS.titleTime;
    const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
    const packer = new PageWordsPacker();
    const read = numbers.map((page) => {
      if (!titles || performance.now() >= until) return UNREAD;
      const info = inspectPage(document, page, (words) => packer.add(page, words));
      onPage(page / pageCount);
      return info;
    });
    const bookmarks = bookmarksByPage(document);
    const names = nameSheets(
      name,
      numbers.map((page, i) => ({
        label: pageLabel(document, page),
        bookmarks: bookmarks.get(page) ?? [],
        block: read[i]?.block ?? null,
      })),
    );
    const pages = names.map((named, i) => ({
      page: i + 1,
      ...named,
      ...sheetSize(document, i + 1),
      turn: read[i]?.turn ?? null,
      isScan: read[i]?.isScan ?? false,
    }));
    if (wordsOut !== undefined) await packer.write(wordsOut);
    return { kind: 'pdf', pages };
  });
}

type PageInfo = { block: TitleBlock | null; turn: Rotation | null; isScan: boolean };
/** For a page that cannot be read; the problem is reported when it is selected. */
const UNREAD: PageInfo = { block: null, turn: null, isScan: false };

function inspectPage(document: PdfDocument, number: number, onWords: (words: readonly SizedWord[]) => void): PageInfo {
  try {
    const page = openPage(document, number, 'inspecting');
    try {
      const words = wordsOf(page);
      onWords(words);
      const block = readTitleBlock(words, page.widthPt / page.heightPt);
      return { block, turn: proposeRotation(words), isScan: words.length === 0 };
    } finally {
      page.close();
    }
  } catch (error) {
    if (isEngineTrap(error)) throw error;
    return UNREAD;
  }
}

type Previewed = { fingerprint: string | null };

async function previewPdfPage(
  document: PdfDocument,
  { page: number, out, side }: WantedPreview,
  byOurs: boolean,
): Promise<Previewed | undefined> {
  const page = openPage(document, number, 'previewing');
  try {
    if (!byOurs && leftOutOf(page).european) return undefined;
    // The small preview is reduced from the large one, so that fine lines stay fine.
    const scale = (side ?? LARGE_SIDE) / Math.max(page.widthPt, page.heightPt);
    const width = Math.max(1, Math.round(page.widthPt * scale));
    const height = Math.max(1, Math.round(page.heightPt * scale));
    const fingerprint = createHash('sha256').update(`${width} ${height} `);
    for (const { pixels } of drawBands(page, width, height, height)) {
      const drawn = new Int32Array(pixels.buffer, pixels.byteOffset, width * height);
      const small = new Uint8Array(3 * width * height);
      toThreeBytes(drawn, small);
      const picture = { pixels: small, width, height };
      if (side !== undefined) {
        await writeSmall(picture, side, out);
        return { fingerprint: null };
      }
      fingerprint.update(small);
      await writeSmall(picture, CHOICE_SIDE, out);
      await writeSmall(picture, LARGE_SIDE, largePreview(out));
    }
    return { fingerprint: fingerprint.digest('hex') };
  } finally {
    page.close();
  }
}

/** Opens a PDF for `work`. Throws `RenderError`. */
export async function withPdf<T>(
  path: string,
  stage: 'inspecting' | 'previewing' | 'pdfConversion',
  work: (document: PdfDocument) => Promise<T> | T,
): Promise<T> {
  const refused = isOutOfMemory();
  const starved = () => isOutOfMemory() > refused;
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
      // After a trap nothing can be closed; the original error is what matters.
    }
    throw error;
  }
  document.close();
  return result;
}

const LINES_FILE = 'lines.bin.gz';

/** The lines of a page whose preview is known: of a sheet that was imported before its lines were read. */
function readLines(path: string, number: number, { turn: rotation = 0, preview, out }: LinesOptions): Promise<void> {
  return withPdf(path, STAGE, async (document) => {
    rotatePage(document, number, rotation);
    const page = openPage(document, number, STAGE);
    try {
      await writeSheetLines(page, await readSheetPicture(preview), out);
    } finally {
      page.close();
    }
  });
}

type Rendering = RenderOptions & { folder: string; onProgress: RenderProgress; byOurs: boolean };

async function renderPdfPage(
  document: PdfDocument,
  number: number,
  { folder, onProgress, byOurs, dpi, turn: rotation = 0 }: Rendering,
): Promise<Rendered | undefined> {
  rotatePage(document, number, rotation);
  const page = openPage(document, number, 'pdfConversion');
  try {
    const [widthPt, heightPt] = [page.widthPt * page.unit, page.heightPt * page.unit];
    onProgress('pdfConversion', 0.05);
    const { words, leftOut } = textOf(page);
    if (leftOut.european && !byOurs) return undefined;
    const text = words.length > 0 ? join(folder, 'text.json.gz') : null;
    const size = pixelsOf(
      { widthPt, heightPt, smallestPt: smallestText(words.map((word) => word.sizePt * page.unit)) },
      dpi,
    );
    if (text) await writeTextLayer(text, words);
    const bands = function* () {
      for (const band of drawBands(page, size.width, size.height, bandRows(size))) yield band.pixels;
    };
    const making = { ...size, folder, grain: 'exact', from: 0.1, onProgress } as const;
    const { picture, ...created } = await createTiles(bands(), making);
    const lines = join(folder, LINES_FILE);
    await writeSheetLines(page, picture, lines);
    return { ...created, text, lines, typefacesLeftOut: leftOut.typefaces, widthPt, heightPt, pageNumber: number };
  } finally {
    page.close();
  }
}
