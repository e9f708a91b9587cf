// What administrators do with files of pins: preview, check, import, cancel, undo, download the rejected rows.
import { csvLine } from '@plumbline/core/features/datasets/table';
import { columnProblem, proposeColumns } from '@plumbline/core/features/exchange/columns';
import {
  CANCELLABLE,
  type checkBcfImport,
  type checkPinImport,
  type listPinImportRows,
  type listPinImports,
  type PinImport,
  type PinImportState,
  type previewPinImport,
  RUNNABLE,
  UNDOABLE,
} from '@plumbline/core/features/exchange/contract';
import { detectDateOrder } from '@plumbline/core/features/exchange/dates';
import { DEFAULT_UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Session } from '../../../http/session.ts';
import { textsIn } from '../../../http/texts.ts';
import { separatorIn } from '../../../office/csv-write.ts';
import type { Services } from '../../../platform/services.ts';
import { fileBytes, uploadedFile } from '../../datasets/service.ts';
import { previewTable } from '../../people/import/file.ts';
import { MAX_ATTEMPTS } from '../../people/import/import-task.ts';
import { readSettings } from './project-words.ts';
import { type Request, readBad, readImport, readImports, readRows, setState } from './store.ts';
import { headings } from './words.ts';

export const CHECK_PINS = 'pins.check';
export const IMPORT_PINS = 'pins.import';
export const UNDO_PINS = 'pins.undo';
/** How long an import can be undone and its rows can be read. */
const RETENTION_DAYS = 180;

export type ExchangeContext = { session: Session; projectId: string };
const keyOf = ({ session, projectId }: ExchangeContext): ProjectKey => ({
  organisationId: session.organisationId,
  projectId,
});

export async function preview(
  services: Services,
  where: ExchangeContext,
  { blobId, ...said }: RequestOf<typeof previewPinImport>['body'],
): Promise<ReplyOf<typeof previewPinImport>> {
  const { file, settings } = await tenantSnapshot(services.pool, where.session.organisationId, async (db) => ({
    file: await uploadedFile(db, where.session, blobId, DEFAULT_UPLOAD_LIMITS.dataset),
    settings: await readSettings(db, keyOf(where)),
  }));
  const bytes = await fileBytes(services, file.key);
  const table = await previewTable(bytes, said, where.session.language);
  const proposed = proposeColumns(table.columns, table.rows, headings(), settings);
  const dates = proposed.flatMap((target, at) =>
    target === 'dueDate' || target === 'createdAt' ? table.rows.map((row) => row[at] ?? '') : [],
  );
  return { ...table, proposed, dateOrder: detectDateOrder(dates) };
}

async function requireImport(
  db: PoolClient,
  where: ExchangeContext,
  importId: string,
  lock = false,
): Promise<PinImport> {
  const found = await readImport(db, keyOf(where), importId, { lock });
  if (!found) throw new AppError('not_found');
  return found;
}

async function enqueue(services: Services, db: PoolClient, task: string, organisationId: string, importId: string) {
  const options = { owner: organisationId, maxAttempts: MAX_ATTEMPTS * 2 };
  await services.queue.enqueueFair(db, task, { organisationId, importId }, options);
}

export async function check(
  services: Services,
  where: ExchangeContext,
  { id, blobId, photosBlobId, ...request }: RequestOf<typeof checkPinImport>['body'],
): Promise<PinImport> {
  const problem = columnProblem(request.columns);
  if (problem) refuseFields({ path: 'columns', outcome: problem === 'column_twice' ? 'ALREADY_IN_USE' : 'NOT_VALID' });
  return begin(services, where, { id, blobId, photosBlobId, request, limit: DEFAULT_UPLOAD_LIMITS.dataset });
}

export const checkBcf = (
  services: Services,
  where: ExchangeContext,
  { id, blobId }: RequestOf<typeof checkBcfImport>['body'],
): Promise<PinImport> => {
  const request: Request = { kind: 'bcf', columns: [], dateOrder: 'dmy' };
  return begin(services, where, { id, blobId, photosBlobId: null, request, limit: DEFAULT_UPLOAD_LIMITS.plan });
};

type Begun = { id: string; blobId: string; photosBlobId: string | null; request: Request; limit: number };

/** Records the file and enqueues its check, both or neither. The same id again is the same import. */
async function begin(
  services: Services,
  where: ExchangeContext,
  { id, blobId, photosBlobId, request, limit }: Begun,
): Promise<PinImport> {
  const { organisationId, projectId } = keyOf(where);
  const now = services.clock.now();
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const file = await uploadedFile(db, where.session, blobId, limit);
    if (photosBlobId !== null) await uploadedFile(db, where.session, photosBlobId, DEFAULT_UPLOAD_LIMITS.archive);
    const late = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
    await db.query('DELETE FROM pin_import WHERE organisation_id = $1 AND created_at < $2', [organisationId, late]);
    const made = await db.query(
      `INSERT INTO pin_import (organisation_id, id, project_id, blob_id, photos_blob_id, file_name, request, state, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'checking', $8, $9) ON CONFLICT DO NOTHING`,
      [
        ...[organisationId, id, projectId, blobId, photosBlobId, file.name, JSON.stringify(request)],
        ...[where.session.userId, now],
      ],
    );
    if (made.rowCount === 1) await enqueue(services, db, CHECK_PINS, organisationId, id);
    const known = await readImport(db, keyOf(where), id);
    if (!known) throw new AppError('already_exists');
    return known;
  });
}

type Move = {
  from: readonly PinImportState[];
  to: PinImportState;
  task?: string;
  repeated?: readonly PinImportState[];
};

/** Moves the import to another state. A request repeated in a state it leads to has no effect. */
async function move(services: Services, where: ExchangeContext, importId: string, { from, to, task, repeated }: Move) {
  const { organisationId } = keyOf(where);
  return tenantTransaction(services.pool, organisationId, async (db): Promise<PinImport> => {
    const known = await requireImport(db, where, importId, true);
    if (repeated?.includes(known.state)) return known;
    if (!from.includes(known.state) || (task !== undefined && !known.checked)) throw new AppError('already_changed');
    await setState(db, organisationId, importId, { state: to });
    if (task !== undefined) await enqueue(services, db, task, organisationId, importId);
    return { ...known, state: to, problem: null };
  });
}

export const run = (services: Services, where: ExchangeContext, importId: string) =>
  move(services, where, importId, { from: RUNNABLE, to: 'running', task: IMPORT_PINS, repeated: ['running', 'done'] });

export const cancel = (services: Services, where: ExchangeContext, importId: string) =>
  move(services, where, importId, {
    ...{ from: CANCELLABLE, to: 'cancelled' },
    repeated: ['cancelled', 'done', 'failed', 'undoing', 'undone'],
  });

export const undo = (services: Services, where: ExchangeContext, importId: string) =>
  move(services, where, importId, { from: UNDOABLE, to: 'undoing', task: UNDO_PINS, repeated: ['undoing', 'undone'] });

const read = <T>(services: Services, where: ExchangeContext, work: (db: PoolClient) => Promise<T>): Promise<T> =>
  tenantSnapshot(services.pool, where.session.organisationId, work);

export const list = (services: Services, where: ExchangeContext, query: RequestOf<typeof listPinImports>['query']) =>
  read(services, where, (db) => readImports(db, keyOf(where), query));

export const get = (services: Services, where: ExchangeContext, importId: string) =>
  read(services, where, (db) => requireImport(db, where, importId));

export const rows = (
  services: Services,
  where: ExchangeContext,
  importId: string,
  query: RequestOf<typeof listPinImportRows>['query'],
) =>
  read(services, where, async (db) => {
    await requireImport(db, where, importId);
    return readRows(db, where.session.organisationId, importId, query);
  });

const BATCH = 1_000;

/** The rows that were not imported, as uploaded, with line and reasons, to be corrected and uploaded again. */
export async function* problems(services: Services, where: ExchangeContext, importId: string): AsyncGenerator<string> {
  const { organisationId, language } = where.session;
  const t = textsIn(language);
  const head = await read(services, where, async (db) => {
    const found = await db.query<{ head: string[] | null }>(
      `SELECT request -> 'head' AS head FROM pin_import WHERE organisation_id = $1 AND id = $2`,
      [organisationId, importId],
    );
    return found.rows[0]?.head ?? [];
  });
  const separator = separatorIn(t.locale);
  // Spreadsheets recognise UTF-8 only by this byte order mark.
  yield `\ufeff${csvLine([...head, t('peopleImport.line'), t('peopleImport.reason')], separator)}`;
  for (let after = 0; ; ) {
    const from = after;
    const batch = await read(services, where, (db) =>
      readBad(db, organisationId, importId, { after: from, limit: BATCH }),
    );
    let text = '';
    for (const { line, notes, cells } of batch) {
      const reasons = notes.map(({ problem, column, value }) => {
        const reason = t(`pinImport.problem.${problem}`, { value });
        return column === '' ? reason : `${column}: ${reason}`;
      });
      text += csvLine([...head.map((_, at) => cells[at] ?? ''), String(line), reasons.join('; ')], separator);
    }
    yield text;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last.line;
  }
}
