// The first pages of a PDF file as pictures, drawn by the isolated process that also renders plans.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewPages } from '../../../rendering/render.ts';

/** As wide as the preview of an A4 page on a fine screen. */
const PAGE_SIDE = 1_600;

/** WebP files, fewer than `count` if the file has fewer pages. `folder` is for temporary files. */
export async function drawPages(pdf: string, folder: string, count: number): Promise<Buffer[]> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const made = await previewPages(pdf, numbers, (page) => join(folder, `page-${page}.webp`), {
    side: PAGE_SIDE,
    urgent: true,
  });
  return Promise.all(made.flatMap(({ path }) => path ?? []).map((path) => readFile(path)));
}
