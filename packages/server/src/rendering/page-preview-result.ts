// Makes the preview of a page or reports why it failed: one failing page does not stop the others.
import { isEngineTrap } from './engines/pdf/engine-trap.ts';
import { asRenderError } from './render-error.ts';
import type { PagePreview } from './results.ts';

/** The longer side in pixels of the preview in the page selection. */
export const CHOICE_SIDE = 480;

export async function pagePreviewResult(page: number, out: string, make: () => Promise<unknown>): Promise<PagePreview> {
  try {
    await make();
    return { page, path: out, problem: null };
  } catch (error) {
    if (isEngineTrap(error)) throw error;
    return { page, path: null, problem: asRenderError(error, 'pdf_damaged', 'previewing').problem };
  }
}
