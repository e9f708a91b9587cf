// Recognises the text of published sheets that have none, so that it can be searched, references lead to other sheets, and
// views and rooms are found. Sheets from before a text recogniser was installed are read too.
import { join } from 'node:path';
import { readableWords } from '@plumbline/core/features/imports/plan-words';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { runSiteAsSystem } from '../../../db/tx/pg-store.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { JobContext } from '../../../platform/queue/queue.ts';
import { everyMs, type Schedule } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { writeTextLayer } from '../../../rendering/text/text-layer.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { storeFile } from '../../uploads/store-file.ts';
import { readRooms } from '../rooms/recognise.ts';
import { regionsOfSheet } from '../scale-regions/sheet-regions.ts';
import { isFinal, requireAttemptsLeft } from '../state/failures.ts';
import { recognisePage } from './recognise-page.ts';
import { enqueueLater, enqueueScan, runUnlessBusy, type Turn } from './scan-queue.ts';

export const SCANNED_SHEETS: Schedule = { task: 'imports.scannedSheets', next: everyMs(60_000), priority: 10 };
export const READ_SCAN = 'imports.readScan';
/** Sheets that wait at a time. */
const BATCH = 50;

export type SheetKey = { organisationId: string; revisionId: string };

const scanOf = (key: SheetKey) => ({ task: READ_SCAN, key: key.revisionId, payload: key });

const UNREAD = `r.text_blob_id IS NULL AND NOT r.scan_read AND l.type = 'Plan' AND l.plan_type = 'Plan'`;
const FROM = `FROM revision r JOIN plan l ON l.organisation_id = r.organisation_id AND l.id = r.plan_id`;

/** Enqueues a job for each unread sheet that has none, the newest first. Jobs know since when they have waited. */
export async function enqueueScans(services: Services): Promise<void> {
  if (!(await services.textRecogniser.available())) return;
  const { rows } = await systemTransaction(services.pool, async (db) => {
    // Jobs and sheets may be on different servers.
    const enqueued = await db.query<{ key: string }>(
      'SELECT key FROM graphile_worker._private_jobs WHERE starts_with(key, $1) AND attempts < max_attempts',
      [`${READ_SCAN}:`],
    );
    return db.query<SheetKey>(
      `SELECT r.organisation_id AS "organisationId", r.id AS "revisionId" ${FROM}
       WHERE ${UNREAD} AND r.id <> ALL ($1::uuid[]) ORDER BY r.created_at DESC, r.id LIMIT ${BATCH}`,
      [enqueued.rows.map(({ key }) => key.slice(`${READ_SCAN}:`.length))],
    );
  });
  for (const key of rows) await enqueueScan(services, services.pool, scanOf(key));
}

type Sheet = {
  projectId: string;
  planId: string;
  page: number;
  turn: Rotation;
  widthPt: number;
  heightPt: number;
  originalKey: string;
  previewKey: string;
  isPdf: boolean;
};

async function sheetOf(services: Services, { organisationId, revisionId }: SheetKey): Promise<Sheet | undefined> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<Sheet>(
      `SELECT r.project_id AS "projectId", r.plan_id AS "planId", r.page_number AS page, r.rotation AS turn,
         r.width_pt AS "widthPt", r.height_pt AS "heightPt", o.key AS "originalKey", p.key AS "previewKey",
         r.original_name ~* '\\.pdf$' AS "isPdf" ${FROM}
       JOIN blob o ON o.organisation_id = r.organisation_id AND o.id = r.original_blob_id
       JOIN blob p ON p.organisation_id = r.organisation_id AND p.id = r.preview_blob_id
       WHERE r.organisation_id = $1 AND r.id = $2 AND ${UNREAD}`,
      [organisationId, revisionId],
    ),
  );
  return found.rows[0];
}

/** Idempotent. A sheet that cannot be read is not read again and again. */
export async function readSheet(services: Services, key: SheetKey, turn: Turn, context: JobContext): Promise<void> {
  const sheet = await sheetOf(services, key);
  if (!sheet) return;
  const { organisationId, revisionId } = key;
  await withScratch(services, async (folder) => {
    const found = await textOf(services, { folder, sheet, key, turn, context });
    if (found === 'gaveWay') {
      await enqueueLater(services, scanOf(key), turn);
      return;
    }
    const owner = { organisationId, userId: null };
    await runSiteAsSystem(services, owner, sheet.projectId, 'plan.readScan', async ({ tx, db }) => {
      const revision = await tx.get('revision', revisionId);
      if (found && revision && revision.textBlobId === null) {
        // Values that a person has set in the meantime are not replaced.
        const scaleRegions = revision.scaleRegions.length > 0 ? revision.scaleRegions : found.scaleRegions;
        const rooms = revision.rooms.length > 0 ? revision.rooms : found.rooms;
        tx.put('revision', { ...revision, textBlobId: found.textBlobId, scaleRegions, rooms });
      }
      await db.query('UPDATE revision SET scan_read = true WHERE organisation_id = $1 AND id = $2', [
        organisationId,
        revisionId,
      ]);
    });
  });
}

type Reading = { folder: string; sheet: Sheet; key: SheetKey; turn: Turn; context: JobContext };

/** The text of the sheet as a stored file, and what is found from it; undefined if there is none. */
async function textOf(
  services: Services,
  { folder, sheet, key: { organisationId, revisionId }, turn, context }: Reading,
) {
  const { page, planId, widthPt, heightPt } = sheet;
  try {
    requireAttemptsLeft(context);
    const source = await onDisk(services, sheet.originalKey, folder);
    const { textRecogniser: recogniser } = services;
    const scan = { recogniser, source, file: sheet.originalKey, page, turn: sheet.turn, folder };
    const read = await runUnlessBusy(services, turn, context.signal, (signal) => recognisePage({ ...scan, signal }));
    if (read === 'gaveWay') return read;
    const words = readableWords(read);
    if (words.length === 0) return undefined;
    const text = join(folder, 'text.json.gz');
    await writeTextLayer(text, words);
    const textBlobId = services.newId();
    const owner = { organisationId, userId: null };
    await storeFile(services, owner, { id: textBlobId, path: text, mime: 'application/gzip', name: 'text.json.gz' });
    const preview = await onDisk(services, sheet.previewKey, folder, 'preview');
    const drawn = { text, preview, widthPt, heightPt };
    // The size of a picture in pixels says nothing of the scale of its views.
    const found = sheet.isPdf
      ? await regionsOfSheet(services, { organisationId, planId, revises: false, alignment: null }, drawn)
      : [];
    return { textBlobId, scaleRegions: found, rooms: await readRooms(services, drawn) };
  } catch (error) {
    if (context.signal.aborted || !isFinal(error, context)) throw error;
    services.log.warn({ err: error, revisionId }, 'a scanned sheet could not be read');
    return undefined;
  }
}
