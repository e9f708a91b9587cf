// Background import of datasets: reads the whole file, reports bad rows, and imports everything or nothing.
import { type BadRow, DATASET_LIMITS, NAMED_ROWS } from '@plumbline/core/features/datasets/contract';
import { type ReadRow, RowReader, readHead } from '@plumbline/core/features/datasets/table';
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import { tenantTransaction } from '../../db/tx/transaction.ts';
import { violatedConstraint } from '../../db/violated-constraint.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import type { Line } from './reading/read-table.ts';
import { TableProblem } from './reading/table-problem.ts';
import { fileBytes, IMPORT_DATASET, languageOf, MAX_ATTEMPTS, readListOf } from './service.ts';
import {
  type ImportJob,
  type Outcome,
  type Request,
  readJob,
  replaceRecords,
  setImport,
  writeDataset,
} from './store.ts';

const payload = z.strictObject({ organisationId: id, importId: id });

type Table = { columns: string[]; rows: ReadRow[]; badRows: BadRow[]; badCount: number };

/** All rows of the file, good and bad. Throws `TableProblem` if the file as a whole is unusable. */
async function readRows(lines: AsyncIterable<Line>, request: Request, signal: AbortSignal): Promise<Table> {
  const table: Table = { columns: [], rows: [], badRows: [], badCount: 0 };
  let reader: RowReader | undefined;
  for await (const { line, cells } of lines) {
    signal.throwIfAborted();
    if (!reader) {
      const { columns, problem } = readHead(cells);
      if (problem) throw new TableProblem(problem);
      table.columns = columns;
      reader = new RowReader(columns, request);
      if (!reader.ready) throw new TableProblem('column_missing');
      continue;
    }
    const row = reader.read(cells, line);
    if (row === undefined) continue;
    if ('problem' in row) {
      table.badCount += 1;
      if (table.badRows.length < NAMED_ROWS) table.badRows.push(row);
    } else table.rows.push(row);
    if (table.rows.length > DATASET_LIMITS.rows) throw new TableProblem('too_many_rows');
  }
  if (!reader) throw new TableProblem('empty');
  if (table.rows.length === 0 && table.badCount === 0) throw new TableProblem('no_rows');
  return table;
}

/** Whether another dataset has been given this title in the meantime. */
const isTitleTaken = (error: unknown): boolean => violatedConstraint(error) === 'dataset_title_key';

export function datasetTasks(services: Services): Tasks {
  const run = async (organisationId: string, importId: string, signal: AbortSignal): Promise<void> => {
    const begin = (job: ImportJob | undefined, db: Parameters<typeof setImport>[0]) =>
      job && setImport(db, organisationId, importId, { state: 'running' }).then(() => job);
    const job = await tenantTransaction(services.pool, organisationId, async (db) =>
      begin(await readJob(db, organisationId, importId), db),
    );
    if (!job) return;
    const { projectId, datasetId, request, key, createdBy } = job;
    const end = (outcome: Outcome) =>
      tenantTransaction(services.pool, organisationId, (db) => setImport(db, organisationId, importId, outcome));
    let table: Table;
    try {
      const language = await tenantTransaction(services.pool, organisationId, (db) =>
        languageOf(db, { organisationId, projectId }),
      );
      table = await readRows(readListOf(await fileBytes(services, key), language), request, signal);
    } catch (error) {
      if (!(error instanceof TableProblem)) throw error;
      return end({ state: 'failed', problem: error.problem });
    }
    const { columns, rows, badRows, badCount } = table;
    if (badCount > 0) return end({ state: 'failed', rows: rows.length, problem: 'bad_rows', badRows, badCount });
    try {
      await tenantTransaction(services.pool, organisationId, async (db) => {
        // Serialises imports of one dataset: the second sees the result of the first.
        await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [datasetId]);
        if (!(await readJob(db, organisationId, importId))) return;
        const projectKey = { organisationId, projectId };
        const written = { id: datasetId, ...request, columns, records: rows.length };
        await writeDataset(db, projectKey, written, { userId: createdBy, now: services.clock.now() });
        await replaceRecords(db, projectKey, datasetId, rows, services.newId);
        await setImport(db, organisationId, importId, { state: 'done', rows: rows.length });
      });
    } catch (error) {
      if (!isTitleTaken(error)) throw error;
      await end({ state: 'failed', problem: 'title_taken' });
    }
  };
  return {
    [IMPORT_DATASET]: async (given, { attempt, signal }) => {
      const { organisationId, importId } = payload.parse(given);
      try {
        if (attempt > MAX_ATTEMPTS) throw new Error('the worker died on every attempt');
        await run(organisationId, importId, signal);
      } catch (error) {
        if (attempt < MAX_ATTEMPTS || signal.aborted) throw error;
        services.log.error({ err: error, importId }, 'a dataset could not be imported');
        await tenantTransaction(services.pool, organisationId, (db) =>
          setImport(db, organisationId, importId, { state: 'failed', problem: 'internal' }),
        );
      }
    },
  };
}
