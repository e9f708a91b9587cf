// A PDF file opened through read callbacks, so that its size costs no memory, and its pages with their sizes and labels.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { LIMITS } from '../limits.ts';
import { RenderError, type RenderStage } from '../render-error.ts';
import { allocate, heapOf, loadPdfium, type Pdfium, withMemory } from './engine.ts';

const PASSWORD_ERRORS = [4, 5];

export interface PdfDocument {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly pageCount: number;
  close(): void;
}

export interface PdfPage {
  readonly document: PdfDocument;
  readonly handle: number;
  /** Points after rotation, of the crop box. */
  readonly widthPt: number;
  readonly heightPt: number;
  close(): void;
}

/** Opens a PDF. Throws `RenderError`: encrypted, damaged, without pages or with too many. */
export async function openPdf(path: string, stage: RenderStage): Promise<PdfDocument> {
  const pdfium = await loadPdfium(LIMITS.pdfiumHeap);
  const fd = openSync(path, 'r');
  const undo: (() => void)[] = [() => closeSync(fd)];
  const close = () => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    const size = fstatSync(fd).size;
    if (isCutOff(fd, size)) throw new RenderError('pdf_damaged', stage, 'the file ends before the document does');
    const access = fileAccess(pdfium, fd, size);
    undo.push(access.free);
    const handle = pdfium.FPDF_LoadCustomDocument(access.pointer, '');
    if (handle === 0) throw openingFailed(pdfium.FPDF_GetLastError(), stage);
    undo.push(() => pdfium.FPDF_CloseDocument(handle));
    const pageCount = pdfium.FPDF_GetPageCount(handle);
    if (pageCount < 1) throw new RenderError('no_pages', stage);
    if (pageCount > LIMITS.pages) throw new RenderError('too_many_pages', stage, `${pageCount} pages`);
    return { pdfium, handle, pageCount, close };
  } catch (error) {
    close();
    throw error;
  }
}

function openingFailed(code: number, stage: RenderStage): RenderError {
  const problem = PASSWORD_ERRORS.includes(code) ? 'pdf_encrypted' : 'pdf_damaged';
  return new RenderError(problem, stage, `PDFium refused the file (${code})`);
}

/** A PDF ends with a pointer to its table of contents. PDFium opens files without it too, and shows half a drawing as if it were whole. */
function isCutOff(fd: number, size: number): boolean {
  const length = Math.min(size, 4096);
  const tail = Buffer.alloc(length);
  readSync(fd, tail, 0, length, size - length);
  return !tail.includes('%%EOF') && !tail.includes('startxref');
}

/** The structure FPDF_FILEACCESS: length, callback, parameter. */
function fileAccess(pdfium: Pdfium, fd: number, size: number) {
  const { addFunction, removeFunction, setValue } = pdfium.pdfium;
  const read = (_param: number, position: number, buffer: number, length: number): number => {
    try {
      return readSync(fd, heapOf(pdfium), buffer >>> 0, length >>> 0, position >>> 0) === length >>> 0 ? 1 : 0;
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

/** Loads a page, numbered from 1. Throws `RenderError`: damaged, or of an absurd size. */
export function openPage(document: PdfDocument, page: number, stage: RenderStage): PdfPage {
  const { pdfium } = document;
  if (page < 1 || page > document.pageCount) throw new RenderError('no_pages', stage, `there is no page ${page}`);
  checkSize(pageSize(document, page), stage);
  const handle = pdfium.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) throw new RenderError('pdf_damaged', stage, `page ${page} cannot be read`);
  const widthPt = pdfium.FPDF_GetPageWidthF(handle);
  const heightPt = pdfium.FPDF_GetPageHeightF(handle);
  return { document, handle, widthPt, heightPt, close: () => pdfium.FPDF_ClosePage(handle) };
}

/** Size of a page in points without loading it, numbered from 1. */
export function pageSize(document: PdfDocument, page: number): { widthPt: number; heightPt: number } {
  const { pdfium } = document;
  return withMemory(pdfium, 8, (pointer) => {
    const known = pdfium.FPDF_GetPageSizeByIndexF(document.handle, page - 1, pointer);
    const { getValue } = pdfium.pdfium;
    return known
      ? { widthPt: getValue(pointer, 'float'), heightPt: getValue(pointer + 4, 'float') }
      : { widthPt: 0, heightPt: 0 };
  });
}

function checkSize({ widthPt, heightPt }: { widthPt: number; heightPt: number }, stage: RenderStage): void {
  if (!(widthPt > 0 && heightPt > 0)) throw new RenderError('pdf_damaged', stage, 'a page without a size');
  if (widthPt > LIMITS.pagePt || heightPt > LIMITS.pagePt) {
    throw new RenderError('page_too_large', stage, `${widthPt} × ${heightPt} pt`);
  }
}

/** The label of a page ("A-101"), empty where there is none. */
export function pageLabel(document: PdfDocument, page: number): string {
  return readUtf16(document.pdfium, (buffer, length) =>
    document.pdfium.FPDF_GetPageLabel(document.handle, page - 1, buffer, length),
  );
}

/** Calls a PDFium function that tells its length in bytes when given no buffer. */
function readUtf16(pdfium: Pdfium, call: (buffer: number, length: number) => number): string {
  const length = call(0, 0);
  if (length <= 2 || length > 10_000) return '';
  return withMemory(pdfium, length, (pointer) => {
    call(pointer, length);
    return pdfium.pdfium.UTF16ToString(pointer);
  });
}
