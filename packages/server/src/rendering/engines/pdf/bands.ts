// Draws a page in bands of rows, so that memory does not grow with the sheet.
import { RenderError } from '../../render-error.ts';
import type { PdfPage } from './document.ts';
import { allocateUnset, heapOf } from './engine.ts';

const FORMAT_BGRX = 3;
const ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const WHITE = 0xffffffff;
/**
 * Pictures unpacked for a band stay with the page, and with them a scan cut into pieces would come to lie in memory whole. Where the heap has grown by
 * so much, the page is read anew; only then, for that takes as long as some bands do.
 */
const GROWTH = 40 * 2 ** 20;

/** Rows of a picture: four bytes per pixel (red, green, blue, unused), no gaps between rows. */
export interface Band {
  readonly pixels: Uint8Array;
  readonly top: number;
  readonly rows: number;
}

/** Draws the page at `width` × `height` pixels, annotations included. A band's pixels are valid until the next one is asked for. */
export function* drawBands(page: PdfPage, width: number, height: number, bandRows: number): Generator<Band> {
  const { pdfium, forms } = page.document;
  const rowBytes = width * 4;
  const rowsAtMost = Math.min(bandRows, height);
  const buffer = allocateUnset(pdfium, rowBytes * rowsAtMost);
  let most = Number.POSITIVE_INFINITY;
  try {
    for (let top = 0; top < height; top += rowsAtMost) {
      if (heapOf(pdfium).byteLength > most) {
        page.renew();
        most = Number.POSITIVE_INFINITY;
      }
      const rows = Math.min(rowsAtMost, height - top);
      const bitmap = pdfium.FPDFBitmap_CreateEx(width, rows, FORMAT_BGRX, buffer, rowBytes);
      if (bitmap === 0) throw new RenderError('memory_limit', 'pdfConversion', 'no memory for a band');
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, WHITE);
      const flags = ANNOTATIONS | RGBA_ORDER;
      pdfium.FPDF_RenderPageBitmap(bitmap, page.handle, 0, -top, width, height, 0, flags);
      forms?.draw(bitmap, page.handle, { top: -top, width, height, flags });
      pdfium.FPDFBitmap_Destroy(bitmap);
      most = Math.min(most, heapOf(pdfium).byteLength + GROWTH);
      yield { pixels: heapOf(pdfium).subarray(buffer, buffer + rowBytes * rows), top, rows };
    }
  } finally {
    pdfium.pdfium.wasmExports.free(buffer);
  }
}
