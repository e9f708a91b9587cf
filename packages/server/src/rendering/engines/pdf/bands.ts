// Renders a page in bands of rows, so that memory use does not depend on the sheet size.
import { RenderError } from '../../render-error.ts';
import type { PdfPage } from './document.ts';
import { allocateUnset, memoryOf } from './engine.ts';

const FORMAT_BGRX = 3;
const ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const WHITE = 0xffffffff;
/**
 * PDFium keeps images that it decoded for a band with the page, so a scan cut into pieces would end up in memory
 * completely. The page is reloaded once the heap has grown by this many bytes, and not earlier, because reloading takes
 * as long as several bands.
 */
const GROWTH = 40 * 2 ** 20;

/** Rows of an image: four bytes per pixel (red, green, blue, unused), without gaps between rows. */
export interface Band {
  readonly pixels: Uint8Array;
  readonly top: number;
  readonly rows: number;
}

/**
 * Renders the page at `width` × `height` pixels, including annotations, at the given offset of PDFium's heap or in memory
 * of its own. A band's pixels are valid until the next one is requested.
 */
export function* drawBands(page: PdfPage, width: number, height: number, bandRows: number, at = 0): Generator<Band> {
  const { pdfium, forms } = page.document;
  const rowBytes = width * 4;
  const rowsAtMost = Math.min(bandRows, height);
  const buffer = at || allocateUnset(pdfium, rowBytes * rowsAtMost);
  let most = Number.POSITIVE_INFINITY;
  try {
    for (let top = 0; top < height; top += rowsAtMost) {
      if (memoryOf(pdfium).byteLength > most) {
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
      most = Math.min(most, memoryOf(pdfium).byteLength + GROWTH);
      yield { pixels: memoryOf(pdfium).subarray(buffer, buffer + rowBytes * rows), top, rows };
    }
  } finally {
    if (at === 0) pdfium.pdfium.wasmExports.free(buffer);
  }
}
