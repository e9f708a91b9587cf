// Makes the preview of a page or reports why it failed: one failing page does not stop the others.
import { isEngineTrap } from './engines/pdf/engine-trap.ts';
import { asRenderError } from './render-error.ts';
import type { PagePreview } from './results.ts';

/** The longer side in pixels of the preview in the page selection, and of the one that shows the title block legibly. */
export const CHOICE_SIDE = 480;
export const LARGE_SIDE = 2_000;

/** Path of the large preview beside the small one. */
export const largePreview = (out: string): string => `${out.replace(/\.webp$/u, '')}-large.webp`;

/** `make` resolves to a fingerprint of the drawing, if there is one. */
export async function pagePreviewResult(
  page: number,
  out: string,
  make: () => Promise<string | null>,
): Promise<PagePreview> {
  try {
    return { page, fingerprint: await make(), path: out, problem: null };
  } catch (error) {
    if (isEngineTrap(error)) throw error;
    return { page, fingerprint: null, path: null, problem: asRenderError(error, 'pdf_damaged', 'previewing').problem };
  }
}
