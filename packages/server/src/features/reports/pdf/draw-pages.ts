// The first pages of a PDF file as pictures, drawn by the isolated process that also renders plans.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { largePreview } from '../../../rendering/page-preview-result.ts';
import { previewPages } from '../../../rendering/render.ts';

/** WebP files, fewer than `count` if the file has fewer pages. `folder` is for temporary files. */
export async function drawPages(pdf: string, folder: string, count: number): Promise<Buffer[]> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const made = await previewPages(pdf, numbers, (page) => join(folder, `page-${page}.webp`));
  return Promise.all(made.flatMap(({ path }) => path ?? []).map((path) => readFile(largePreview(path))));
}
