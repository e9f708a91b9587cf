// Reads the lines of sheets that were imported before lines were read, when someone measures on them.
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import { AppError } from '@plumbline/core/kernel/errors';
import { id } from '@plumbline/core/kernel/text';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { z } from 'zod';
import { runSiteAsSystem } from '../../db/tx/pg-store.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import type { JobContext, Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { RenderError, readLines } from '../../rendering/render.ts';
import { onDisk, withScratch } from '../uploads/scratch.ts';
import { storeFile } from '../uploads/store-file.ts';

export const READ_LINES = 'plans.readLines';
const ATTEMPTS = 4;

const payload = z.strictObject({ organisationId: id, projectId: id, revisionId: id });
type Key = z.infer<typeof payload>;

/** The file with the lines of a revision; null until the job that is enqueued has read them. Throws `not_found`. */
export async function requestLines(
  services: Services,
  project: ProjectKey,
  revisionId: string,
): Promise<string | null> {
  const { organisationId, projectId } = project;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<{ linesBlobId: string | null }>(
      `SELECT lines_blob_id AS "linesBlobId" FROM revision
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3`,
      [organisationId, projectId, revisionId],
    );
    const revision = found.rows[0];
    if (!revision) throw new AppError('not_found');
    if (revision.linesBlobId === null) {
      const key = `${READ_LINES}:${revisionId}`;
      // Apart from page imports, because a user is waiting.
      const options = { owner: `${organisationId}:${READ_LINES}`, key, maxAttempts: ATTEMPTS };
      await services.queue.enqueueFair(db, READ_LINES, { organisationId, projectId, revisionId }, options);
    }
    return revision.linesBlobId;
  });
}

type Sheet = { page: number; turn: Rotation; originalKey: string; previewKey: string };

async function sheetOf(services: Services, { organisationId, projectId, revisionId }: Key): Promise<Sheet | undefined> {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Sheet>(
      `SELECT r.page_number AS page, r.rotation AS turn, o.key AS "originalKey", p.key AS "previewKey" FROM revision r
       JOIN blob o ON o.organisation_id = r.organisation_id AND o.id = r.original_blob_id
       JOIN blob p ON p.organisation_id = r.organisation_id AND p.id = r.preview_blob_id
       WHERE r.organisation_id = $1 AND r.project_id = $2 AND r.id = $3 AND r.lines_blob_id IS NULL`,
      [organisationId, projectId, revisionId],
    ),
  );
  return found.rows[0];
}

/** Idempotent. A sheet whose lines cannot be read has none, so that it is not read again and again. */
async function storeLines(services: Services, key: Key, { signal, attempt }: JobContext): Promise<void> {
  const sheet = await sheetOf(services, key);
  if (!sheet) return;
  const { organisationId, projectId, revisionId } = key;
  const owner = { organisationId, userId: null };
  await withScratch(services, async (folder) => {
    const out = join(folder, 'lines.bin.gz');
    const hasLines = attempt < ATTEMPTS && (await readInto(out, sheet));
    if (!hasLines) await writeFile(out, await promisify(gzip)(packLines(new Int32Array())));
    const linesBlobId = services.newId();
    await storeFile(services, owner, { id: linesBlobId, path: out, mime: 'application/gzip', name: basename(out) });
    await runSiteAsSystem(services, owner, projectId, 'plan.readLines', async ({ tx }) => {
      const revision = await tx.get('revision', revisionId);
      if (revision?.linesBlobId === null) tx.put('revision', { ...revision, linesBlobId });
    });

    async function readInto(path: string, { page, turn, originalKey, previewKey }: Sheet): Promise<boolean> {
      const original = await onDisk(services, originalKey, folder);
      const preview = await onDisk(services, previewKey, folder, 'preview');
      try {
        return await readLines(original, page, { turn, preview, out: path, signal });
      } catch (error) {
        if (!(error instanceof RenderError) || error.problem === 'internal') throw error;
        services.log.warn({ err: error, revisionId }, 'the lines of a sheet could not be read');
        return false;
      }
    }
  });
}

export const lineTasks = (services: Services): Tasks => ({
  [READ_LINES]: (given, context) => storeLines(services, payload.parse(given), context),
});
