// Filled-in form fields of a PDF, which PDFium draws apart from the page. Nothing in them is ever run: no script, no action.
import type { Pdfium } from './engine.ts';

const NO_FORM = 0;

export interface Forms {
  /** What a page needs before its fields are drawn, and again when it is closed. */
  pageOpened(page: number): void;
  pageClosed(page: number): void;
  /** Draws the fields of a page where `FPDF_RenderPageBitmap` with the same numbers has drawn the page. */
  draw(bitmap: number, page: number, place: { top: number; width: number; height: number; flags: number }): void;
  close(): void;
}

const DRAWN_BY_PROGRAM = 2;

/** A form of which the file holds no page: the one program that can draw it makes its pages as it is filled in. */
export const isDrawnByProgram = (pdfium: Pdfium, document: number): boolean =>
  pdfium.FPDF_GetFormType(document) === DRAWN_BY_PROGRAM;

/** Undefined for a document without fields, as nearly all drawings are. */
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
  // Readers tint fields that can be filled in; on a plan nobody fills them in.
  pdfium.FPDF_RemoveFormFieldHighlight(form);
  return {
    pageOpened: (page) => pdfium.FORM_OnAfterLoadPage(page, form),
    pageClosed: (page) => pdfium.FORM_OnBeforeClosePage(page, form),
    draw: (bitmap, page, { top, width, height, flags }) =>
      pdfium.FPDF_FFLDraw(form, bitmap, page, 0, top, width, height, 0, flags),
    close: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form);
      free();
    },
  };
}
