// Writes a plan as a PDF with its pins: the original page keeps its vectors and layers and is drawn onto.
import type { Turn } from '@plumbline/core/site/geometry/rotation';
import { kindOf } from '../../file-kind.ts';
import { LIMITS } from '../../limits.ts';
import { pictureOf } from '../../pages/picture-reader.ts';
import { asRenderError, RenderError } from '../../render-error.ts';
import { openPage, openPdf, type PdfDocument, type PdfPage, turnPage } from '../pdf/document.ts';
import { loadPdfium, refusedMemory } from '../pdf/engine.ts';
import { toFractions } from '../pdf/page-position.ts';
import { addList } from './list-pages.ts';
import { drawCredit, drawMarkups } from './markups.ts';
import { toPage } from './matrix.ts';
import { penOn, withText } from './pen.ts';
import { addPicturePage } from './picture-pdf.ts';
import { drawPins } from './pin-marks.ts';
import { saveTo } from './save.ts';
import type { PrintedSheet, PrintProgress } from './sheet.ts';
import { loadTypefaces } from './text/typefaces.ts';

export interface PrintOrder {
  /** Path of the original file. */
  readonly path: string;
  readonly page: number;
  /** The rotation with which the page was imported. */
  readonly turn: Turn;
  readonly out: string;
  readonly sheet: PrintedSheet;
}

const MM = 72 / 25.4;
/**
 * Pin height: a share of the longer side; at least legible on a small sheet, at most suitable for a sheet
 * the size of a door.
 */
const PIN = { share: 0.0135, least: 6.5 * MM, most: 16 * MM };

export async function printHere(order: PrintOrder, told: PrintProgress): Promise<null> {
  const refused = refusedMemory();
  try {
    const document = await baseOf(order);
    told(0.3);
    try {
      turnPage(document, 1, order.turn);
      await drawOnto(document, order.sheet, (share) => told(0.3 + 0.6 * share));
      if (refusedMemory() > refused) throw new RenderError('memory_limit', 'pdfConversion', 'no memory for the print');
      saveTo(document.pdfium, document.handle, order.out);
    } finally {
      document.close();
    }
    told(1);
    return null;
  } catch (error) {
    throw asRenderError(error, refusedMemory() > refused ? 'memory_limit' : 'pdf_damaged', 'pdfConversion');
  }
}

/** A document whose only page is the plan. */
async function baseOf({ path, page }: PrintOrder): Promise<PdfDocument> {
  if ((await kindOf(path, 'pdfConversion')) === 'pdf') {
    const document = await openPdf(path, 'pdfConversion');
    if (page > document.pageCount) throw new RenderError('no_pages', 'pdfConversion', `there is no page ${page}`);
    // The document itself is kept, so hidden layers stay hidden.
    for (let i = document.pageCount; i >= 1; i--)
      if (i !== page) document.pdfium.FPDFPage_Delete(document.handle, i - 1);
    return { ...document, pageCount: 1 };
  }
  const pdfium = await loadPdfium(LIMITS.pdfiumHeap);
  const handle = pdfium.FPDF_CreateNewDocument();
  await addPicturePage(pdfium, handle, await pictureOf(path, page, 'pdfConversion'));
  return { pdfium, handle, pageCount: 1, close: () => pdfium.FPDF_CloseDocument(handle) };
}

async function drawOnto(document: PdfDocument, sheet: PrintedSheet, told: PrintProgress): Promise<void> {
  const { pdfium, handle } = document;
  const faces = await loadTypefaces(pdfium, handle);
  withText(pdfium, sheet.title, (pointer) => pdfium.EPDF_SetMetaText(handle, 'Title', pointer));
  const page = flattened(document);
  try {
    const size = { widthPt: page.widthPt, heightPt: page.heightPt };
    const pen = penOn({ pdfium, document: handle, page: page.handle, onto: toPage(toFractions(page), size) });
    const height = Math.min(PIN.most, Math.max(PIN.least, PIN.share * Math.max(size.widthPt, size.heightPt)));
    const look = { sheet: size, width: height * 0.07, size: height * 0.36 };
    drawMarkups(pen, sheet.markups, { ...look, face: faces.plain });
    if (sheet.credit !== '') drawCredit(pen, sheet.credit, { ...look, face: faces.plain });
    drawPins(pen, sheet.pins, { sheet: size, height, face: faces.strong });
    pen.finish();
  } finally {
    page.close();
  }
  told(0.5);
  if (sheet.list) addList(pdfium, handle, sheet.list, faces, (share) => told(0.5 + share / 2));
}

const FOR_DISPLAY = 0;

/** Merges the annotations into the page: otherwise readers would show them above the pins. */
function flattened(document: PdfDocument): PdfPage {
  const page = openPage(document, 1, 'pdfConversion');
  const { pdfium } = document;
  if (pdfium.FPDFPage_GetAnnotCount(page.handle) === 0) return page;
  pdfium.FPDFPage_Flatten(page.handle, FOR_DISPLAY);
  page.close();
  return openPage(document, 1, 'pdfConversion');
}
