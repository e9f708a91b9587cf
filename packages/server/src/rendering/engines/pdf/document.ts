// A PDF file opened through read callbacks, so that its size uses no memory, and its pages with their sizes and labels.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { LIMITS } from '../../limits.ts';
import { RenderError, type RenderStage } from '../../render-error.ts';
import { allocate, loadPdfium, memoryOf, type Pdfium, withMemory } from './engine.ts';
import { isTruncated } from './file-completeness.ts';
import { type Forms, isDrawnByProgram, openForms } from './forms.ts';
import { readPdfMetadata } from './pdf-metadata.ts';

const PASSWORD_ERRORS = [4, 5];

export interface PdfDocument {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly pageCount: number;
  /** The form fields, if there are any. */
  readonly forms?: Forms | undefined;
  /** Points per user space unit (UserUnit), by the object number of the page; absent if 1. */
  readonly units?: ReadonlyMap<number, number> | undefined;
  /** Object numbers of annotations that must not be drawn. */
  readonly hidden?: ReadonlySet<number> | undefined;
  close(): void;
}

export interface PdfPage {
  readonly document: PdfDocument;
  readonly handle: number;
  /** Size of the crop box after rotation in user space units, usually points. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** Points per unit: more than one on sheets longer than five metres. */
  readonly unit: number;
  /** Reloads the page and frees what was decoded for it. Changes the handle. */
  renew(): void;
  close(): void;
}

/**
 * Opens a PDF. Throws `RenderError` if it is encrypted or damaged, has no pages or too many, or no page that is a
 * drawing.
 */
export async function openPdf(path: string, stage: RenderStage): Promise<PdfDocument> {
  const pdfium = await loadPdfium(LIMITS.pdfiumHeap);
  const fd = openSync(path, 'r');
  const undo: (() => void)[] = [() => closeSync(fd)];
  const close = () => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    const size = fstatSync(fd).size;
    if (isTruncated(fd, size)) throw new RenderError('pdf_damaged', stage, 'the file ends before the document does');
    const access = fileAccess(pdfium, fd, size);
    undo.push(access.free);
    const handle = pdfium.FPDF_LoadCustomDocument(access.pointer, '');
    if (handle === 0) throw openingFailed(pdfium.FPDF_GetLastError(), stage);
    undo.push(() => pdfium.FPDF_CloseDocument(handle));
    const pageCount = pdfium.FPDF_GetPageCount(handle);
    if (pageCount < 1) throw new RenderError('no_pages', stage);
    if (pageCount > LIMITS.pages) throw new RenderError('too_many_pages', stage, `${pageCount} pages`);
    if (isDrawnByProgram(pdfium, handle)) throw new RenderError('pdf_form', stage);
    const { units, isCollection, hidden } = readPdfMetadata(fd, size);
    const isCover = isCollection && pageCount === 1 && pdfium.FPDFDoc_GetAttachmentCount(handle) > 0;
    if (isCover) throw new RenderError('pdf_portfolio', stage);
    const forms = openForms(pdfium, handle);
    if (forms) undo.push(() => forms.close());
    return { pdfium, handle, pageCount, forms, units, hidden, close };
  } catch (error) {
    close();
    throw error;
  }
}

function openingFailed(code: number, stage: RenderStage): RenderError {
  const problem = PASSWORD_ERRORS.includes(code) ? 'pdf_encrypted' : 'pdf_damaged';
  return new RenderError(problem, stage, `PDFium refused the file (${code})`);
}

/** The structure FPDF_FILEACCESS: length, callback, parameter. */
function fileAccess(pdfium: Pdfium, fd: number, size: number) {
  const { addFunction, removeFunction, setValue } = pdfium.pdfium;
  const read = (_param: number, position: number, buffer: number, length: number): number => {
    try {
      return readSync(fd, memoryOf(pdfium), buffer >>> 0, length >>> 0, position >>> 0) === length >>> 0 ? 1 : 0;
    } catch {
      return 0;
    }
  };
  const callback = addFunction(read, 'iiiii');
  const pointer = allocate(pdfium, 12);
  setValue(pointer, size, 'i32');
  setValue(pointer + 4, callback, 'i32');
  const free = () => {
    pdfium.pdfium.wasmExports.free(pointer);
    removeFunction(callback);
  };
  return { pointer, free };
}

/** Loads a page, numbered from 1. Throws `RenderError` if it is damaged or of an absurd size. */
export function openPage(document: PdfDocument, page: number, stage: RenderStage): PdfPage {
  const { pdfium } = document;
  if (page < 1 || page > document.pageCount) throw new RenderError('no_pages', stage, `there is no page ${page}`);
  checkSize(pageSize(document, page), stage);
  const load = (): number => {
    const loaded = pdfium.FPDF_LoadPage(document.handle, page - 1);
    if (loaded === 0) throw new RenderError('pdf_damaged', stage, `page ${page} cannot be read`);
    hideAnnotations(document, loaded);
    document.forms?.pageOpened(loaded);
    return loaded;
  };
  let handle = load();
  const close = () => {
    if (handle === 0) return;
    document.forms?.pageClosed(handle);
    pdfium.FPDF_ClosePage(handle);
    handle = 0;
  };
  return {
    document,
    get handle() {
      return handle;
    },
    widthPt: pdfium.FPDF_GetPageWidthF(handle),
    heightPt: pdfium.FPDF_GetPageHeightF(handle),
    unit: unitOf(document, page),
    renew() {
      close();
      handle = load();
    },
    close,
  };
}

/**
 * Rotates a page by the given degrees in addition to its own rotation, for later page loads and in the saved document.
 */
export function rotatePage({ pdfium, handle }: PdfDocument, page: number, rotation: Rotation): void {
  if (rotation === 0) return;
  const loaded = pdfium.FPDF_LoadPage(handle, page - 1);
  // The error is reported when the page is opened.
  if (loaded === 0) return;
  pdfium.FPDFPage_SetRotation(loaded, (pdfium.FPDFPage_GetRotation(loaded) + rotation / 90) % 4);
  pdfium.FPDF_ClosePage(loaded);
}

const HIDDEN = 2;

function hideAnnotations({ pdfium, hidden }: PdfDocument, page: number): void {
  if (!hidden?.size) return;
  for (let i = 0; i < pdfium.FPDFPage_GetAnnotCount(page); i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    if (hidden.has(pdfium.EPDFAnnot_GetObjectNumber(annotation))) {
      pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDFAnnot_GetFlags(annotation) | HIDDEN);
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}

/** Size of a page on paper in points, numbered from 1; usually without loading it. */
export function sheetSize(document: PdfDocument, page: number): { widthPt: number; heightPt: number } {
  const { widthPt, heightPt } = pageSize(document, page);
  const unit = unitOf(document, page);
  return { widthPt: widthPt * unit, heightPt: heightPt * unit };
}

/** 1 if the unit would make the page larger than any real sheet. */
function unitOf(document: PdfDocument, page: number): number {
  const { pdfium, handle, units } = document;
  if (!units?.size) return 1;
  const unit = units.get(pdfium.EPDFDoc_GetPageObjectNumberByIndex(handle, page - 1)) ?? 1;
  const { widthPt, heightPt } = pageSize(document, page);
  return unit * Math.max(widthPt, heightPt) <= LIMITS.pagePt ? unit : 1;
}

/** Size of a page in its own units. */
export function pageSize(document: PdfDocument, page: number): { widthPt: number; heightPt: number } {
  const size = sizeOf(document, page);
  return size.widthPt > 0 && size.heightPt > 0 ? size : showFullPage(document, page);
}

function sizeOf({ pdfium, handle }: PdfDocument, page: number): { widthPt: number; heightPt: number } {
  return withMemory(pdfium, 8, (pointer) => {
    const known = pdfium.FPDF_GetPageSizeByIndexF(handle, page - 1, pointer);
    const { getValue } = pdfium.pdfium;
    return known
      ? { widthPt: getValue(pointer, 'float'), heightPt: getValue(pointer + 4, 'float') }
      : { widthPt: 0, heightPt: 0 };
  });
}

/** Beyond the corners of every sheet, in its units. */
const EVERYTHING = 10_000_000;

/** If the crop box lies outside the sheet, nothing would be visible; like other readers, show the whole sheet. */
function showFullPage(document: PdfDocument, page: number): { widthPt: number; heightPt: number } {
  const { pdfium } = document;
  const handle = pdfium.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) return { widthPt: 0, heightPt: 0 };
  // Only the part on the sheet counts. Asking for the sheet's own box would miss one that the page inherits.
  pdfium.FPDFPage_SetCropBox(handle, -EVERYTHING, -EVERYTHING, EVERYTHING, EVERYTHING);
  pdfium.FPDF_ClosePage(handle);
  return sizeOf(document, page);
}

function checkSize({ widthPt, heightPt }: { widthPt: number; heightPt: number }, stage: RenderStage): void {
  if (!(widthPt > 0 && heightPt > 0)) throw new RenderError('pdf_damaged', stage, 'a page without a size');
  if (widthPt > LIMITS.pagePt || heightPt > LIMITS.pagePt) {
    throw new RenderError('page_too_large', stage, `${widthPt} × ${heightPt} pt`);
  }
}

/** The label of a page ("A-101"), empty if it has none. */
export function pageLabel(document: PdfDocument, page: number): string {
  return readUtf16(document.pdfium, (buffer, length) =>
    document.pdfium.FPDF_GetPageLabel(document.handle, page - 1, buffer, length),
  );
}

/** Calls a PDFium function that returns its length in bytes if called without a buffer. */
export function readUtf16(pdfium: Pdfium, call: (buffer: number, length: number) => number): string {
  const length = call(0, 0);
  if (length <= 2 || length > 10_000) return '';
  return withMemory(pdfium, length, (pointer) => {
    call(pointer, length);
    return pdfium.pdfium.UTF16ToString(pointer);
  });
}
