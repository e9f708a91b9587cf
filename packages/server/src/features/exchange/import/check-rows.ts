// Checks a whole list without changing anything: records what each row would become, and what is wrong with it.

import type { RowNote } from '@plumbline/core/features/exchange/contract';
import { PinReader, type ReadPin } from '@plumbline/core/features/exchange/rows';
import type { PoolClient } from 'pg';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { readList } from '../../datasets/reading/read-table.ts';
import { TableProblem } from '../../datasets/reading/table-problem.ts';
import { fileBytes } from '../../datasets/service.ts';
import { headOf } from '../../people/import/file.ts';
import { onDisk, withScratch } from '../../uploads/scratch.ts';
import { BcfFile } from '../bcf/read-bcf.ts';
import { type ImportLine, topicLines } from '../bcf/topic-lines.ts';
import { hashOf, type IdOf, idsIn } from './ids.ts';
import { PhotoArchive } from './photos.ts';
import { type KnownPlan, type ProjectSettings, readPlans, readSettings, wordKey } from './project-words.ts';
import { beginRows, type ImportJob, lockJob, noteRows, type PlannedRow, setState } from './store.ts';
import { pinStatusOf, taskStatusOf } from './words.ts';

/** Rows per transaction: few enough not to block others for long and to lose little if the process is killed. */
const CHECK_BATCH_SIZE = 500;
const MAX_KEPT_CELL = 2_000;

type Known = { plans: ReadonlyMap<string, KnownPlan | null>; photos: PhotoArchive | undefined; idOf: IdOf };

function readerFor({ request }: ImportJob, heads: readonly string[], { fields, ratings, language }: ProjectSettings) {
  return new PinReader({
    ...{ columns: request.columns, heads, dateOrder: request.dateOrder, locale: language },
    ...{ pinStatusOf, taskStatusOf, hashOf },
    fields: new Map(fields.map((field) => [field.id, field.format])),
    ratings: new Map(ratings.map((scale) => [scale.id, scale])),
  });
}

/** Runs `work` with the ZIP file of photos, if there is one. */
export async function withPhotos<T>(
  services: Services,
  { photosKey }: ImportJob,
  work: (photos: PhotoArchive | undefined) => Promise<T>,
): Promise<T> {
  if (photosKey === null) return work(undefined);
  return withScratch(services, async (folder) => {
    const photos = await PhotoArchive.open(await onDisk(services, photosKey, folder));
    try {
      return await work(photos);
    } finally {
      photos.close();
    }
  });
}

/** What a row names but the project or the ZIP file does not have. */
function missing({ pin }: ReadPin, { request }: ImportJob, { plans, photos }: Known): RowNote[] {
  // Topics of BCF files know what they lack.
  if (!pin || pin.topic !== null) return [];
  const column = (target: string) => request.head?.[request.columns.indexOf(target)] ?? '';
  const notes: RowNote[] = [];
  if (pin.plan !== '' && !plans.get(wordKey(pin.plan)))
    notes.push({ problem: 'plan_unknown', value: pin.plan.slice(0, 80), column: column('plan') });
  else if (pin.plan !== '' && pin.x === null)
    notes.push({ problem: 'position_missing', value: '', column: column('plan') });
  for (const name of pin.photos)
    if (!photos?.has(name))
      notes.push({ problem: 'photo_missing', value: name.slice(0, 80), column: column('photos') });
  return notes;
}

/** The ids among these that active pins and tasks have. */
async function present(db: PoolClient, { organisationId, projectId }: ImportJob, ids: readonly string[]) {
  const found = await db.query<{ id: string }>(
    `SELECT id FROM pin WHERE organisation_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[]) AND status <> 'inactive'
     UNION ALL
     SELECT id FROM task WHERE organisation_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[]) AND status <> 'inactive'`,
    [organisationId, projectId, ids],
  );
  return new Set(found.rows.map((row) => row.id));
}

async function planned(services: Services, job: ImportJob, known: Known, lines: readonly ImportLine[]) {
  const rows = lines.map(({ line, read, cells }): PlannedRow => {
    const { key, nth, pin, called } = read;
    const notes = [...read.notes, ...missing(read, job, known)];
    return {
      ...{ line, notes, pin: pin ?? called, outcome: pin ? 'create' : 'bad', addsTask: nth > 0 },
      ...{ pinId: known.idOf('pin', key), taskId: known.idOf('task', `${key} ${nth}`), cells: pin ? null : cells },
    };
  });
  const there = await tenantSnapshot(services.pool, job.organisationId, (db) =>
    present(
      db,
      job,
      rows.flatMap(({ pinId, taskId }) => [pinId, taskId]),
    ),
  );
  return rows.map((row): PlannedRow => {
    if (row.outcome !== 'create' || !there.has(row.addsTask ? row.taskId : row.pinId)) return row;
    return { ...row, outcome: 'present', notes: [] };
  });
}

type Files = { photos: PhotoArchive | undefined; bcf: BcfFile | undefined };

export const checkRows = (services: Services, job: ImportJob, signal: AbortSignal): Promise<void> =>
  withPhotos(services, job, (photos) =>
    withBcf(services, job, (bcf) => checkWith(services, job, { photos, bcf }, signal)),
  );

/** Runs `work` with the file, if it is a BCF file. */
export async function withBcf<T>(
  services: Services,
  { request, key }: ImportJob,
  work: (bcf: BcfFile | undefined) => Promise<T>,
): Promise<T> {
  if (request.kind !== 'bcf') return work(undefined);
  return withScratch(services, async (folder) => {
    const bcf = await BcfFile.open(await onDisk(services, key, folder));
    try {
      return await work(bcf);
    } finally {
      bcf.close();
    }
  });
}

/** A table that is too long or damaged is refused before any of its rows is recorded. */
async function readToEnd(lines: AsyncIterable<unknown>): Promise<void> {
  for await (const _line of lines);
}

/** The rows of a table. `onHead` is called with its headings. */
async function* tableLines(
  services: Services,
  job: ImportJob,
  settings: ProjectSettings,
  onHead: (head: string[]) => void,
): AsyncGenerator<ImportLine> {
  const { request } = job;
  const bytes = await fileBytes(services, job.key);
  await readToEnd(readList(bytes, request));
  let reader: PinReader | undefined;
  for await (const { line, cells, numbers } of readList(bytes, request)) {
    if (!reader) {
      const { columns, problem } = headOf(cells);
      if (problem) throw new TableProblem(problem);
      if (columns.length !== request.columns.length) throw new TableProblem('column_missing');
      onHead(columns);
      reader = readerFor(job, columns, settings);
      continue;
    }
    const read = reader.read(cells, line, numbers);
    if (!read) continue;
    // Limits how much of a hostile file is stored.
    const kept = cells
      .slice(0, request.columns.length + 1)
      .map((cell) => cell.slice(0, MAX_KEPT_CELL).replaceAll('\u0000', ''));
    yield { line, read, cells: kept };
  }
  if (!reader) throw new TableProblem('empty');
}

async function checkWith(services: Services, job: ImportJob, { photos, bcf }: Files, signal: AbortSignal) {
  const { organisationId, importId, request } = job;
  const { plans, settings } = await tenantSnapshot(services.pool, organisationId, async (db) => ({
    plans: await readPlans(db, job),
    settings: await readSettings(db, job),
  }));
  const known: Known = { plans, photos, idOf: idsIn(job) };
  let head: string[] = [];
  let begun = false;
  /** Records rows while the import has not been cancelled. */
  const note = async (lines: readonly ImportLine[], end = false) => {
    const rows = await planned(services, { ...job, request: { ...request, head } }, known, lines);
    return tenantTransaction(services.pool, organisationId, async (db) => {
      if ((await lockJob(db, organisationId, importId))?.state !== 'checking') return false;
      if (!begun) await beginRows(db, job, head);
      begun = true;
      await noteRows(db, job, rows);
      if (end) await setState(db, organisationId, importId, { state: 'checked', checked: true });
      return true;
    });
  };
  const lines = bcf
    ? topicLines(bcf)
    : tableLines(services, job, settings, (columns) => {
        head = columns;
      });
  let waiting: ImportLine[] = [];
  for await (const line of lines) {
    signal.throwIfAborted();
    waiting.push(line);
    if (waiting.length < CHECK_BATCH_SIZE) continue;
    if (!(await note(waiting))) return;
    waiting = [];
  }
  if (waiting.length === 0 && !begun) throw new TableProblem(bcf ? 'bcf_unreadable' : 'no_rows');
  await note(waiting, true);
}
