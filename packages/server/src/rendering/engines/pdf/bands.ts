// Renders a page in bands of rows, so that memory use does not depend on the sheet size.
import { RenderError } from '../../render-error.ts';
import type { PdfPage } from './document.ts';
import { allocateUnset, memoryOf } from './engine.ts';

const FORMAT_BGRX = 3;
const ANNOTATIONS = 0x01;
const RGBA_ORDER = 0x10;
const WHITE = 0xff;
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

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for a piece of a page at an offset of PDFium's heap; each of its rows follows `margin` pixels. */
interface Room {
  readonly width: number;
  readonly rows: number;
  readonly margin: number;
  readonly at: number;
}

/**
 * Renders the page at `width` × `height` pixels, including annotations. A band's pixels are valid until the next one is
 * requested.
 */
export function* drawBands(page: PdfPage, width: number, height: number, bandRows: number): Generator<Band> {
  const { pdfium } = page.document;
  const rowBytes = width * 4;
  const rows = Math.min(bandRows, height);
  const at = allocateUnset(pdfium, rowBytes * rows);
  let top = 0;
  try {
    for (const drawn of drawPieces(page, { width, height }, { width, rows, margin: 0, at })) {
      yield { pixels: memoryOf(pdfium).subarray(at, at + rowBytes * drawn), top, rows: drawn };
      top += drawn;
    }
  } finally {
    pdfium.pdfium.wasmExports.free(at);
  }
}

/** Renders the pieces of a page into the room, from left to right and from top to bottom; yields the rows of each. */
export function* drawPieces(page: PdfPage, size: Size, room: Room): Generator<number> {
  const { pdfium } = page.document;
  let most = Number.POSITIVE_INFINITY;
  for (let top = 0; top < size.height; top += room.rows) {
    for (let left = 0; left < size.width; left += room.width) {
      if (memoryOf(pdfium).byteLength > most) {
        page.renew();
        most = Number.POSITIVE_INFINITY;
      }
      const rows = Math.min(room.rows, size.height - top);
      drawPiece(page, size, { left, top, width: Math.min(room.width, size.width - left), rows }, room);
      most = Math.min(most, memoryOf(pdfium).byteLength + GROWTH);
      yield rows;
    }
  }
}

type Piece = { readonly left: number; readonly top: number; readonly width: number; readonly rows: number };

function drawPiece(page: PdfPage, { width, height }: Size, piece: Piece, room: Room): void {
  const { pdfium, forms } = page.document;
  const margin = Math.min(room.margin, piece.left);
  const at = room.at - 4 * margin;
  const rowBytes = 4 * (room.margin + room.width);
  memoryOf(pdfium).fill(WHITE, at, at + rowBytes * (piece.rows - 1) + 4 * (margin + piece.width));
  const bitmap = pdfium.FPDFBitmap_CreateEx(margin + piece.width, piece.rows, FORMAT_BGRX, at, rowBytes);
  if (bitmap === 0) throw new RenderError('memory_limit', 'pdfConversion', 'no memory for a band');
  const [left, top] = [margin - piece.left, -piece.top];
  const flags = ANNOTATIONS | RGBA_ORDER;
  pdfium.FPDF_RenderPageBitmap(bitmap, page.handle, left, top, width, height, 0, flags);
  forms?.draw(bitmap, page.handle, { left, top, width, height, flags });
  pdfium.FPDFBitmap_Destroy(bitmap);
}
