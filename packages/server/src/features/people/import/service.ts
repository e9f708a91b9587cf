// What administrators do with lists of people: preview a file, check it, import it, cancel the import, download the
// rejected rows.

import { DATASET_LIMITS } from '@plumbline/core/features/datasets/contract';
import { csvLine } from '@plumbline/core/features/datasets/table';
import { columnProblem, proposeColumns } from '@plumbline/core/features/people/import/columns';
import {
  CANCELLABLE,
  type ImportLicence,
  type memberImports,
  type PeopleImport,
  type PeopleImportDetails,
  RUNNABLE,
} from '@plumbline/core/features/people/import/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { isLanguage } from '@plumbline/locales/languages';
import type { PoolClient } from 'pg';
import { tenantSnapshot, tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Session } from '../../../http/session.ts';
import { textsIn } from '../../../http/texts.ts';
import { separatorIn } from '../../../office/csv-write.ts';
import type { Services } from '../../../platform/services.ts';
import { fileBytes, uploadedFile } from '../../datasets/service.ts';
import { countSeats } from '../../organisations/seats.ts';
import { previewTable } from './file.ts';
import { MAX_ATTEMPTS } from './import-task.ts';
import { type ImportScope, readBad, readImport, readImports, readRows, setState } from './store.ts';

export const CHECK = 'people.check';
export const RUN = 'people.run';
/** Lists hold names and addresses, so they are kept only as long as someone may ask about their outcome. */
const RETENTION_DAYS = 30;

export type PeopleImportContext = { session: Session; projectId?: string };
export const scopeOfImport = ({ session, projectId }: PeopleImportContext): ImportScope => ({
  organisationId: session.organisationId,
  projectId: projectId ?? null,
});

type Kinds = typeof memberImports;

/** Members are imported into projects, everyone else into the organisation. */
function requireKind(where: PeopleImportContext, kind: RequestOf<Kinds['check']>['body']['kind']): void {
  const fits = (kind === 'members') === (where.projectId !== undefined);
  if (!fits) refuseFields({ path: 'kind', outcome: 'NOT_VALID' });
}

export async function preview(
  services: Services,
  where: PeopleImportContext,
  { blobId, kind, ...said }: RequestOf<Kinds['preview']>['body'],
): Promise<ReplyOf<Kinds['preview']>> {
  requireKind(where, kind);
  const file = await tenantSnapshot(services.pool, where.session.organisationId, (db) =>
    uploadedFile(db, where.session, blobId, services.config.uploadLimits.people),
  );
  const bytes = await fileBytes(services, file.key);
  const table = await previewTable(bytes, said, where.session.language);
  return { ...table, proposed: proposeColumns(table.columns, kind) };
}

async function requireImport(
  services: Services,
  db: PoolClient,
  place: ImportScope,
  importId: string,
): Promise<PeopleImport> {
  const found = await readImport({ pool: services.pool, db }, place, importId);
  if (!found) throw new AppError('not_found');
  return found;
}

async function enqueue(services: Services, db: PoolClient, task: string, organisationId: string, importId: string) {
  await services.queue.enqueue(
    db,
    task,
    { organisationId, importId },
    { key: `${task}:${importId}`, maxAttempts: MAX_ATTEMPTS * 2 },
  );
}

/** Records the list and enqueues its check, both or neither. The same id again is the same list. */
export async function startCheck(
  services: Services,
  where: PeopleImportContext,
  { id, blobId, kind, ...request }: RequestOf<Kinds['check']>['body'],
): Promise<PeopleImport> {
  requireKind(where, kind);
  const problem = columnProblem(kind, request.columns);
  if (problem) refuseFields({ path: 'columns', outcome: problem === 'column_twice' ? 'ALREADY_IN_USE' : 'NOT_VALID' });
  if (request.columns.length > DATASET_LIMITS.columns) refuseFields({ path: 'columns', outcome: 'TOO_LONG' });
  if (!isLanguage(request.language)) refuseFields({ path: 'language', outcome: 'UNKNOWN' });
  const place = scopeOfImport(where);
  const { organisationId, projectId } = place;
  const now = services.clock.now();
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const file = await uploadedFile(db, where.session, blobId, services.config.uploadLimits.people);
    const late = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
    await db.query('DELETE FROM people_import WHERE organisation_id = $1 AND created_at < $2', [organisationId, late]);
    const made = await db.query(
      `INSERT INTO people_import (organisation_id, id, project_id, kind, blob_id, file_name, request, state, created_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'checking', $8, $9) ON CONFLICT DO NOTHING`,
      [
        ...[organisationId, id, projectId, kind, blobId, file.name, JSON.stringify(request)],
        ...[where.session.userId, now],
      ],
    );
    if (made.rowCount === 1) await enqueue(services, db, CHECK, organisationId, id);
    const known = await readImport({ pool: services.pool, db }, place, id);
    if (!known) throw new AppError('already_exists');
    return known;
  });
}

/** Throws `licence_limit` if fewer licences of this kind are free than people are to be created. */
async function requireLicences(
  services: Services,
  organisationId: string,
  licence: ImportLicence,
  { kind, counts, done }: PeopleImport,
): Promise<void> {
  if (licence === 'none' || kind === 'contacts') return;
  const { seats, taken } = await countSeats(services.pool, organisationId);
  const limit = seats[licence];
  // An import that resumes has created some of them; which ones of the finished rows is not counted.
  const left = Math.min(counts.create, counts.create + counts.join - done);
  if (limit !== null && taken[licence] + left > limit) throw new AppError('licence_limit', { params: { limit } });
}

export function start(
  services: Services,
  where: PeopleImportContext,
  importId: string,
  licence: ImportLicence,
): Promise<PeopleImport> {
  const place = scopeOfImport(where);
  const { organisationId } = place;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query('SELECT FROM people_import WHERE organisation_id = $1 AND id = $2 FOR UPDATE', [
      organisationId,
      importId,
    ]);
    const known = await requireImport(services, db, place, importId);
    // A repeated request starts it only once.
    if (known.state === 'running' || known.state === 'done') return known;
    if (!known.checked || !RUNNABLE.includes(known.state)) throw new AppError('already_changed');
    await requireLicences(services, organisationId, licence, known);
    await db.query(
      `UPDATE people_import SET request = request || jsonb_build_object('licence', $3::text)
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, importId, licence],
    );
    await setState(db, organisationId, importId, { state: 'running' });
    await enqueue(services, db, RUN, organisationId, importId);
    return { ...known, state: 'running' };
  });
}

export function cancel(services: Services, where: PeopleImportContext, importId: string): Promise<PeopleImport> {
  const place = scopeOfImport(where);
  const { organisationId } = place;
  return tenantTransaction(services.pool, organisationId, async (db) => {
    await db.query('SELECT FROM people_import WHERE organisation_id = $1 AND id = $2 FOR UPDATE', [
      organisationId,
      importId,
    ]);
    const known = await requireImport(services, db, place, importId);
    if (!CANCELLABLE.includes(known.state)) return known;
    await setState(db, organisationId, importId, { state: 'cancelled' });
    return { ...known, state: 'cancelled' };
  });
}

const read = <T>(services: Services, where: PeopleImportContext, work: (db: PoolClient) => Promise<T>): Promise<T> =>
  tenantSnapshot(services.pool, where.session.organisationId, work);

export const list = (services: Services, where: PeopleImportContext, paging: RequestOf<Kinds['list']>['query']) =>
  read(services, where, (db) => readImports({ pool: services.pool, db }, scopeOfImport(where), paging));

export const get = (services: Services, where: PeopleImportContext, importId: string) =>
  read(services, where, (db) => requireImport(services, db, scopeOfImport(where), importId));

const free = (seats: number | null, taken: number): number | null => seats && Math.max(0, seats - taken);

export async function details(
  services: Services,
  where: PeopleImportContext,
  importId: string,
): Promise<PeopleImportDetails> {
  const { seats, taken } = await countSeats(services.pool, where.session.organisationId);
  const freeLicences = { full: free(seats.full, taken.full), mobile: free(seats.mobile, taken.mobile) };
  return { ...(await get(services, where, importId)), freeLicences };
}

export const rows = (
  services: Services,
  where: PeopleImportContext,
  importId: string,
  query: RequestOf<Kinds['rows']>['query'],
) =>
  read(services, where, async (db) => {
    await requireImport(services, db, scopeOfImport(where), importId);
    return readRows(db, where.session.organisationId, importId, query);
  });

const BATCH = 1_000;

/** The rows that were not imported, as uploaded, prefixed with line and reason, to be corrected and uploaded again. */
export async function* problems(
  services: Services,
  where: PeopleImportContext,
  importId: string,
): AsyncGenerator<string> {
  const { organisationId, language } = where.session;
  const t = textsIn(language);
  const head = await read(services, where, async (db) => {
    await requireImport(services, db, scopeOfImport(where), importId);
    const found = await db.query<{ head: string[] | null }>(
      `SELECT request -> 'head' AS head FROM people_import WHERE organisation_id = $1 AND id = $2`,
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
    for (const { line, problem, value, cells } of batch) {
      const filled = head.map((_, at) => cells[at] ?? '');
      text += csvLine([...filled, String(line), t(`peopleImport.problem.${problem}`, { value })], separator);
    }
    yield text;
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last.line;
  }
}
