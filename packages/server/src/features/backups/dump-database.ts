// Reads the content of the database within one snapshot, by COPY through the driver: the embedded PostgreSQL has no
// pg_dump.
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Frame } from './frames.ts';

/** The waiting jobs. They are enqueued again by a restore: the tables of the queue belong to its library. */
export const JOBS = 'waiting jobs';
export const JOB_COLUMNS = ['task', 'payload', 'queue_name', 'run_at', 'max_attempts', 'key', 'priority', 'attempts'];
const JOBS_QUERY = `
  SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority, j.attempts
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts ORDER BY j.id`;

/** Describes the installation itself, or files that are not backed up. */
const LEFT_OUT = ['schema_migration', 'history_epoch', 'upload_part', 'backup_state', 'archive_state'];

export type TableContent = { table: string; columns: string[] };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** All tables with the columns that can be written. */
export async function readTables(db: ClientBase): Promise<TableContent[]> {
  const found = await db.query<TableContent>(
    `SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [LEFT_OUT],
  );
  return found.rows;
}

async function* copyOut(db: ClientBase, content: TableContent, source: string): AsyncGenerator<Frame> {
  yield { type: 'head', ...content };
  const rows = db.query(copyTo(`COPY ${source} TO STDOUT`));
  for await (const bytes of rows as AsyncIterable<Buffer>) yield { type: 'data', bytes };
  yield { type: 'end', rows: rows.rowCount };
}

/** The content, table by table. `db` is in a read-only snapshot that sees the rows of all organisations. */
export async function* dumpDatabase(db: ClientBase): AsyncGenerator<Frame> {
  for (const content of await readTables(db)) {
    yield* copyOut(db, content, `${quoted(content.table)} (${listed(content.columns)})`);
  }
  yield* copyOut(db, { table: JOBS, columns: JOB_COLUMNS }, `(${JOBS_QUERY})`);
  const sequences = await db.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  yield { type: 'last', sequences: sequences.rows };
}
