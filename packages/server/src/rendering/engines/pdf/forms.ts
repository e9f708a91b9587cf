// Filled-in form fields of a PDF, which PDFium draws separately from the page. No script or action in them is ever run.
import type { Pdfium } from './engine.ts';

const NO_FORM = 0;

export interface Forms {
  /** Prepares the fields of a page for drawing; `pageClosed` releases them. */
  pageOpened(page: number): void;
  pageClosed(page: number): void;
  /** Draws the fields of a page after `FPDF_RenderPageBitmap` has drawn the page with the same arguments. */
  draw(
    bitmap: number,
    page: number,
    place: { left: number; top: number; width: number; height: number; flags: number },
  ): void;
  close(): void;
}

const DRAWN_BY_PROGRAM = 2;

/** A form without pages in the file (XFA): only the original program can draw it, and creates the pages dynamically. */
export const isDrawnByProgram = (pdfium: Pdfium, document: number): boolean =>
  pdfium.FPDF_GetFormType(document) === DRAWN_BY_PROGRAM;

/** Undefined for a document without form fields, as nearly all drawings are. */
export function openForms(pdfium: Pdfium, document: number): Forms | undefined {
  if (pdfium.FPDF_GetFormType(document) === NO_FORM) return undefined;
  const info = pdfium.PDFiumExt_OpenFormFillInfo();
  const form = info === 0 ? 0 : pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
  const free = () => {
    if (info !== 0) pdfium.PDFiumExt_CloseFormFillInfo(info);
  };
  if (form === 0) {
    free();
    return undefined;
  }
  // Readers highlight fillable fields; on a plan no one fills them in.
  pdfium.FPDF_RemoveFormFieldHighlight(form);
  return {
    pageOpened: (page) => pdfium.FORM_OnAfterLoadPage(page, form),
    pageClosed: (page) => pdfium.FORM_OnBeforeClosePage(page, form),
    draw: (bitmap, page, { left, top, width, height, flags }) =>
      pdfium.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, 0, flags),
    close: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form);
      free();
    },
  };
}
