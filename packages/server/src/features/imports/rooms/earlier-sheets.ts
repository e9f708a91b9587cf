// Reads the rooms of sheets that were imported before rooms were recognised, each sheet once. Can be interrupted at any
// time: what was read is marked in the transaction that writes it.
import { buffer } from 'node:stream/consumers';
import type { RoomLabel } from '@plumbline/core/site/rows/plans';
import { runSiteAsSystem } from '../../../db/tx/pg-store.ts';
import { systemTransaction } from '../../../db/tx/transaction.ts';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { everyMs, repeating, type Schedule } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { readRooms } from './recognise.ts';

const HOUR_MS = 3_600_000;
/** Sheets per query. */
const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

export const EARLIER_ROOMS: Schedule = { task: 'imports.earlierRooms', next: everyMs(HOUR_MS), priority: 10 };

type Sheet = {
  organisationId: string;
  projectId: string;
  id: string;
  widthPt: number;
  heightPt: number;
  /** Null if the sheet has rooms, or no text. */
  textKey: string | null;
  previewKey: string;
};

const UNREAD = `
  SELECT r.organisation_id AS "organisationId", r.project_id AS "projectId", r.id, r.width_pt AS "widthPt",
    r.height_pt AS "heightPt", CASE WHEN r.rooms = '[]' THEN t.key END AS "textKey", p.key AS "previewKey"
  FROM revision r JOIN blob p ON p.organisation_id = r.organisation_id AND p.id = r.preview_blob_id
    LEFT JOIN blob t ON t.organisation_id = r.organisation_id AND t.id = r.text_blob_id
  WHERE NOT r.rooms_read AND (r.organisation_id, r.id) > ($1, $2)
  ORDER BY r.organisation_id, r.id LIMIT ${BATCH}`;
const MARK = 'UPDATE revision SET rooms_read = true WHERE organisation_id = $1 AND id = $2';

async function roomsOf(services: Services, { textKey, previewKey, widthPt, heightPt }: Sheet): Promise<RoomLabel[]> {
  if (textKey === null) return [];
  const { files } = services;
  const text = await buffer(await files.open(textKey));
  const preview = await buffer(await files.open(previewKey));
  return readRooms(services, { text, preview, widthPt, heightPt });
}

async function readSheet(services: Services, sheet: Sheet): Promise<void> {
  const { organisationId, projectId, id } = sheet;
  const rooms = await roomsOf(services, sheet);
  if (rooms.length === 0) {
    await systemTransaction(services.pool, (db) => db.query(MARK, [organisationId, id]));
    return;
  }
  const who = { organisationId, userId: null };
  await runSiteAsSystem(services, who, projectId, 'plan.readRooms', async ({ tx, db }) => {
    const revision = await tx.get('revision', id);
    if (revision?.rooms.length === 0) tx.put('revision', { ...revision, rooms });
    await db.query(MARK, [organisationId, id]);
  });
}

/** A sheet that cannot be read now is tried again at the next run. */
export async function readEarlierRooms(services: Services, signal: AbortSignal): Promise<void> {
  let last = { organisationId: FIRST, id: FIRST };
  for (;;) {
    const { rows } = await systemTransaction(services.pool, (db) =>
      db.query<Sheet>(UNREAD, [last.organisationId, last.id]),
    );
    for (const sheet of rows) {
      signal.throwIfAborted();
      await readSheet(services, sheet).catch((error: unknown) => {
        services.log.warn({ err: error, revisionId: sheet.id }, 'the rooms of an earlier sheet could not be read');
      });
      last = sheet;
    }
    if (rows.length < BATCH) return;
  }
}

export const earlierRoomTasks = (services: Services): Tasks =>
  repeating(services, EARLIER_ROOMS, (_payload, { signal }) => readEarlierRooms(services, signal));
