// The pages of a PDF: lists them, makes previews, and renders tiles and words.
import { join } from 'node:path';
import type { Lines } from '@plumbline/core/features/plans/lines/sheet-lines';
import { drawBands, drawPieces } from '../engines/pdf/bands.ts';
import { openPage, type PdfDocument, rotatePage } from '../engines/pdf/document.ts';
import { reserve } from '../engines/pdf/engine.ts';
import { withBundledEuropeanFonts } from '../engines/pdf/font-substitution.ts';
import { leftOutOf, textOf } from '../engines/pdf/page-words.ts';
import { createTiles, type Draw as DrawPieces, pieceOf } from '../engines/tiles/make-tiles.ts';
import { drawingCost } from '../lines/object-reader.ts';
import { linesOf } from '../lines/page-lines.ts';
import { linesInPicture, writeSheetLines } from '../lines/sheet-lines.ts';
import { CHOICE_SIDE, LARGE_SIDE, largePreview, pagePreviewResult } from '../page-preview-result.ts';
import { RenderError } from '../render-error.ts';
import type {
  LinesOptions,
  PagePreview,
  PageProgress,
  Rendered,
  RenderOptions,
  RenderProgress,
  WantedPreview,
} from '../results.ts';
import { writeTextLayer } from '../text/text-layer.ts';
import { pixelsOf, smallestText } from './resolution.ts';
import { withPdf } from './with-pdf.ts';

export const pdfPages = {
  async inspect(path: string, name: string, titles: boolean, onPage: PageProgress, wordsOut?: string) {
    // Reading title blocks takes more code than rendering a page.
    return (await import('../text/pdf-inspection.ts')).inspectPdf(path, name, titles, onPage, wordsOut);
  },
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

type Previewed = { fingerprint: string | null };

async function previewPdfPage(
  document: PdfDocument,
  { page: number, out, side }: WantedPreview,
  byOurs: boolean,
): Promise<Previewed | undefined> {
  const page = openPage(document, number, 'previewing');
  try {
    if (!byOurs && leftOutOf(page).european) return undefined;
    const { threeBytes, writePreviews, writeSmall } = await import('../engines/tiles/thumbnails.ts');
    // The small preview is reduced from the large one, so that fine lines stay fine.
    const scale = (side ?? LARGE_SIDE) / Math.max(page.widthPt, page.heightPt);
    const width = Math.max(1, Math.round(page.widthPt * scale));
    const height = Math.max(1, Math.round(page.heightPt * scale));
    const { createHash } = await import('node:crypto');
    const fingerprint = createHash('sha256').update(`${width} ${height} `);
    for (const band of drawBands(page, width, height, height)) {
      const pixels = new Int32Array(band.pixels.buffer, band.pixels.byteOffset, width * height);
      if (side !== undefined) {
        await writeSmall({ pixels, width, height }, side, out);
        return { fingerprint: null };
      }
      fingerprint.update(threeBytes(pixels));
      await writePreviews({ pixels, width, height }, [
        { side: LARGE_SIDE, path: largePreview(out) },
        { side: CHOICE_SIDE, path: out },
      ]);
    }
    return { fingerprint: fingerprint.digest('hex') };
  } finally {
    page.close();
  }
}

const LINES_FILE = 'lines.bin.gz';

/** The lines of a page whose preview is known: of a sheet that was imported before its lines were read. */
function readLines(path: string, number: number, { turn: rotation = 0, preview, out }: LinesOptions): Promise<void> {
  return withPdf(path, STAGE, async (document) => {
    rotatePage(document, number, rotation);
    const page = openPage(document, number, STAGE);
    try {
      await writeSheetLines(await linesInPicture(page, preview), out);
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
    const draw: DrawPieces = (room) => drawPieces(page, size, room);
    let visible: Lines | undefined;
    const created = await createTiles(draw, {
      ...size,
      folder,
      grain: 'exact',
      piece: pieceOf({ ...size, ...drawingCost(page) }),
      reserve: (bytes) => reserve(document.pdfium, bytes),
      from: 0.1,
      onProgress,
      onReduced: (picture) => {
        visible = linesOf(page, picture);
      },
    });
    const lines = join(folder, LINES_FILE);
    if (visible) await writeSheetLines(visible, lines);
    return { ...created, text, lines, typefacesLeftOut: leftOut.typefaces, widthPt, heightPt, pageNumber: number };
  } finally {
    page.close();
  }
}
