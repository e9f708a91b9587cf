// Writes a plan as a PDF with its pins: the original page keeps its vectors and layers and is drawn onto.
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { kindOf } from '../../file-kind.ts';
import { LIMITS } from '../../limits.ts';
import { openPicture, type PictureIn, pictureOf } from '../../pages/picture-reader.ts';
import { asRenderError, RenderError } from '../../render-error.ts';
import { openPage, openPdf, type PdfDocument, type PdfPage, rotatePage } from '../pdf/document.ts';
import { allocate, allocateUnset, isOutOfMemory, loadPdfium, memoryOf, type Pdfium } from '../pdf/engine.ts';
import { toFractions } from '../pdf/page-position.ts';
import { addList } from './list-pages.ts';
import { drawCredit, drawMarkups } from './markups.ts';
import { toPage } from './matrix.ts';
import { penOn, withText } from './pen.ts';
import { drawPins } from './pin-marks.ts';
import { drawCode, placeForCode } from './plan-code.ts';
import type { PrintedSheet, PrintProgress } from './sheet.ts';
import { loadTypefaces } from './text/typefaces.ts';

/** Written completely and without passwords: access was checked before. */
const WITHOUT_SECURITY = 3;

/** Writes a PDF document to a file in chunks. */
function saveTo(pdfium: Pdfium, document: number, path: string): void {
  const { addFunction, removeFunction, setValue, wasmExports } = pdfium.pdfium;
  const fd = openSync(path, 'w');
  let failure: unknown;
  const write = (_its: number, data: number, size: number): number => {
    try {
      for (let done = 0; done < size >>> 0; )
        done += writeSync(fd, memoryOf(pdfium), (data >>> 0) + done, (size >>> 0) - done);
      return 1;
    } catch (error) {
      failure = error;
      return 0;
    }
  };
  const callback = addFunction(write, 'iiii');
  // The structure FPDF_FILEWRITE: version, callback.
  const pointer = allocate(pdfium, 8);
  setValue(pointer, 1, 'i32');
  setValue(pointer + 4, callback, 'i32');
  try {
    const saved = pdfium.FPDF_SaveAsCopy(document, pointer, WITHOUT_SECURITY);
    // A full disk is not the fault of the file.
    if (failure) throw failure;
    if (!saved) throw new RenderError('internal', 'pdfConversion', 'the document cannot be written');
  } finally {
    wasmExports.free(pointer);
    removeFunction(callback);
    closeSync(fd);
  }
}

/** Pixels per inch if the image does not specify it. */
const PIXELS = 150;
/** Readers reject pages longer than 200 inches. */
const MAX_SIDE_PT = 14_400;
/** Maximum size of the image in the page: more than a printer can reproduce on A0. */
const MAX_PIXELS = 120_000_000;
/** Limit to the width and height of a JPEG. */
const MAX_SIDE_PX = 60_000;

async function asJpeg(picture: PictureIn): Promise<{ jpeg: Buffer; widthPt: number; heightPt: number }> {
  const open = () => openPicture(picture, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated' });
  const { format, width, height, density = 0, orientation = 1, channels, autoOrient } = await open().metadata();
  const turned = autoOrient ?? { width, height };
  const perInch = density >= 60 && density <= 1_200 ? density : PIXELS;
  const points = 72 / Math.max(perInch, (Math.max(width, height) * 72) / MAX_SIDE_PT);
  const size = { widthPt: turned.width * points, heightPt: turned.height * points };
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE_PX / Math.max(width, height));
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

/**
 * Adds a page with the image, in its display orientation, to an empty document, so that plans from images are printed
 * like plans from PDFs.
 */
async function addPicturePage(pdfium: Pdfium, document: number, picture: PictureIn): Promise<void> {
  const { jpeg, widthPt, heightPt } = await asJpeg(picture);
  const page = pdfium.FPDFPage_New(document, 0, widthPt, heightPt);
  const image = pdfium.FPDFPageObj_NewImageObj(document);
  const pointer = allocateUnset(pdfium, jpeg.length);
  try {
    memoryOf(pdfium).set(jpeg, pointer);
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

export interface PrintOrder {
  /** Path of the original file. */
  readonly path: string;
  readonly page: number;
  /** The rotation with which the page was imported. */
  readonly turn: Rotation;
  readonly out: string;
  readonly sheet: PrintedSheet;
}

const MM = 72 / 25.4;
/**
 * Pin height: a share of the longer side; at least legible on a small sheet, at most suitable for a sheet
 * the size of a door.
 */
const PIN = { share: 0.0135, least: 6.5 * MM, most: 16 * MM };

export async function printInProcess(order: PrintOrder, report: PrintProgress): Promise<null> {
  const refused = isOutOfMemory();
  try {
    const document = await baseOf(order);
    report(0.3);
    try {
      rotatePage(document, 1, order.turn);
      await drawPage(document, order.sheet, (share) => report(0.3 + 0.6 * share));
      if (isOutOfMemory() > refused) throw new RenderError('memory_limit', 'pdfConversion', 'no memory for the print');
      saveTo(document.pdfium, document.handle, order.out);
    } finally {
      document.close();
    }
    report(1);
    return null;
  } catch (error) {
    throw asRenderError(error, isOutOfMemory() > refused ? 'memory_limit' : 'pdf_damaged', 'pdfConversion');
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

async function drawPage(document: PdfDocument, sheet: PrintedSheet, report: PrintProgress): Promise<void> {
  const { pdfium, handle } = document;
  const faces = await loadTypefaces(pdfium, handle);
  withText(pdfium, sheet.title, (pointer) => pdfium.EPDF_SetMetaText(handle, 'Title', pointer));
  const page = flattened(document);
  try {
    const size = { widthPt: page.widthPt, heightPt: page.heightPt };
    const codeAt = sheet.code && placeForCode(page, sheet.code, faces.plain);
    const pen = penOn({ pdfium, document: handle, page: page.handle, onto: toPage(toFractions(page), size) });
    const height = Math.min(PIN.most, Math.max(PIN.least, PIN.share * Math.max(size.widthPt, size.heightPt)));
    const style = { sheet: size, width: height * 0.07, size: height * 0.36 };
    drawMarkups(pen, sheet.markups, { ...style, face: faces.plain });
    if (sheet.credit !== '') drawCredit(pen, sheet.credit, { ...style, face: faces.plain });
    if (sheet.code && codeAt) drawCode(pen, sheet.code, { sheet: size, face: faces.plain, at: codeAt });
    drawPins(pen, sheet.pins, { sheet: size, height, face: faces.strong });
    pen.finish();
  } finally {
    page.close();
  }
  report(0.5);
  if (sheet.list) addList(pdfium, handle, sheet.list, faces, (share) => report(0.5 + share / 2));
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
