// Previews of pages for choosing them: the first ones with the list of pages, the others in jobs of their own, so that a
// long file does not keep other files waiting.
import { join } from 'node:path';
import { PREVIEW_SIZES } from '@plumbline/core/features/imports/contract';
import { FIRST_PREVIEWS } from '@plumbline/core/features/imports/stages';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { fileBytes } from '../../platform/files/files.ts';
import { putOnce } from '../../platform/files/put-once.ts';
import type { JobContext } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { largePreview } from '../../rendering/page-preview-result.ts';
import { previewPages } from '../../rendering/render.ts';
import type { PageProgress } from '../../rendering/results.ts';
import { onDisk, withScratch } from '../uploads/scratch.ts';
import { inkOf, NO_PICTURE, type PagePicture, storePictures } from './sets/page-pictures.ts';
import { isFinal, requireAttemptsLeft } from './state/failures.ts';
import { type ImportKey, previewKey } from './state/key.ts';
import { readJob } from './work.ts';

type PreviewOptions = {
  /** Identifies the source for the processes that read it. */
  file: string | undefined;
  pages: number[];
  signal: AbortSignal;
  onPage?: PageProgress;
  /** Whether pages are still chosen, so that previews are needed. */
  choosing?: boolean;
};

/**
 * Stores a small and a large preview of each page while pages are chosen; returns what the pages are compared with plans
 * by.
 */
export async function makePreviews(
  services: Services,
  key: ImportKey,
  source: string,
  { file, pages, signal, onPage, choosing = true }: PreviewOptions,
): Promise<PagePicture[]> {
  if (pages.length === 0) return [];
  return withScratch(services, async (folder) => {
    const pathOf = (page: number) => join(folder, `${page}.webp`);
    const pictures: PagePicture[] = [];
    let drawn = 0;
    const onPreview = () => onPage?.(++drawn / pages.length);
    const previews = await previewPages(source, pages, pathOf, { file, signal, onPreview });
    for (const { page, path, fingerprint } of previews) {
      // A page without a preview can still be imported, or fails with its own reason.
      pictures.push({ page, fingerprint, picture: path === null ? NO_PICTURE : await inkOf(path) });
      if (path === null || !choosing) continue;
      for (const size of PREVIEW_SIZES) {
        const target = previewKey(key.organisationId, key.importId, page, size);
        await putOnce(services.files, target, () => fileBytes(size === 'large' ? largePreview(path) : path));
      }
    }
    return pictures;
  });
}

/** The pages from this one on that belong to its job and have no preview yet. */
async function missingPreviews(
  services: Services,
  { organisationId, importId }: ImportKey,
  { from, choosing }: { from: number; choosing: boolean },
): Promise<number[]> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<{ page: number }>(
      `SELECT page FROM plan_import_page WHERE organisation_id = $1 AND import_id = $2 AND picture IS NULL
         AND page >= $3 AND page < $4 AND (selected OR $5) ORDER BY page`,
      [organisationId, importId, from, from + FIRST_PREVIEWS, choosing],
    ),
  );
  return found.rows.map(({ page }) => page);
}

/** Idempotent. A file whose previews cannot be rendered can still be imported. */
export async function renderPreviews(
  services: Services,
  key: ImportKey,
  from: number,
  context: JobContext,
): Promise<void> {
  const job = await readJob(services, key);
  if (!job || job.state === 'canceled' || job.state === 'failed') return;
  // Chosen pages need no preview any more, but the next set is compared with them.
  const choosing = job.state === 'choosing';
  const pages = await missingPreviews(services, key, { from, choosing });
  if (pages.length === 0) return;
  try {
    requireAttemptsLeft(context);
    await withScratch(services, async (folder) => {
      const source = await onDisk(services, job.blobKey, folder);
      await storePictures(
        services,
        key,
        await makePreviews(services, key, source, { file: job.blobKey, pages, choosing, signal: context.signal }),
      );
    });
  } catch (error) {
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    services.log.warn({ err: error, importId: key.importId, from }, 'previews could not be rendered');
    const none = pages.map((page) => ({ page, fingerprint: null, picture: NO_PICTURE }));
    await storePictures(services, key, none);
  }
}
