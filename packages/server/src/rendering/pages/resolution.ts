// Determines the pixel size of a sheet: at least 300 dpi up to A0; longer sheets as much as their smallest text needs
// to be legible.
import { LIMITS } from '../limits.ts';
import { RenderError } from '../render-error.ts';

const PLAIN_DPI = 300;
const FINE_DPI = 600;
const MM = 72 / 25.4;
/** The area of A0 in square points, with 1 % tolerance. */
const A0 = 841 * 1189 * MM * MM * 1.01;
/** Maximum size of a small sheet with very small text: an A0 at 300 dpi. */
const FINE_PIXELS = 140_000_000;
/** Font size in pixels that is comfortable to read. */
const TYPE_PIXELS = 24;
const MIN_LONG_DPI = 200;

export interface Sheet {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Size of the smallest relevant text in points; null without text. */
  readonly smallestPt: number | null;
}

/**
 * Size of the image in pixels; `wished` dpi replaces the rule, within the limits. Throws `RenderError` if even a coarse
 * image would be too large.
 */
export function pixelsOf(sheet: Sheet, wished?: number): { width: number; height: number; dpi: number } {
  const area = sheet.widthPt * sheet.heightPt;
  const dpi = Math.min(wished ?? wantedDpi(sheet, area), dpiOf(LIMITS.pagePixels, area));
  if (dpi < LIMITS.minDpi)
    throw new RenderError('page_too_large', 'pdfConversion', `${sheet.widthPt} × ${sheet.heightPt} pt`);
  const side = (pt: number) => Math.max(1, Math.round((pt * dpi) / 72));
  return { width: side(sheet.widthPt), height: side(sheet.heightPt), dpi };
}

function wantedDpi(sheet: Sheet, area: number): number {
  const needed = sheet.smallestPt === null ? PLAIN_DPI : (TYPE_PIXELS * 72) / sheet.smallestPt;
  if (area > A0) return Math.min(FINE_DPI, Math.max(MIN_LONG_DPI, needed));
  return Math.max(PLAIN_DPI, Math.min(FINE_DPI, needed, dpiOf(FINE_PIXELS, area)));
}

function dpiOf(pixels: number, areaPt: number): number {
  return 72 * Math.sqrt(pixels / areaPt);
}

/**
 * The size below which only one word in fifty falls, so that isolated small text does not determine the resolution of a
 * whole sheet.
 */
export function smallestText(sizes: readonly number[]): number | null {
  const real = sizes.filter((size) => size > 0.5).sort((a, b) => a - b);
  return real[Math.floor(real.length / 50)] ?? null;
}
