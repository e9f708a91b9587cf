// Writes the content of a backup into a database that has the schema of the backup, in one transaction: all of it or nothing.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import { JOB_COLUMNS, JOBS, listed, readTables } from './dump-database.ts';
import type { Frame } from './frames.ts';

type Altered = { table: string; name: string; definition: string };

/** Keys that refer to other tables, so that the order of the tables does not matter. */
async function dropForeignKeys(db: ClientBase): Promise<Altered[]> {
  const keys = await db.query<Altered>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys.rows) await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return keys.rows;
}

/** Adds the keys again, which checks every row. */
async function addForeignKeys(db: ClientBase, keys: readonly Altered[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await db.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

/** COPY cannot write to tables with forced row-level security. */
async function unforcePolicies(db: ClientBase): Promise<string[]> {
  const found = await db.query<{ table: string }>(
    `SELECT oid::regclass::text AS "table" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity`,
  );
  for (const { table } of found.rows) await db.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  return found.rows.map(({ table }) => table);
}

async function switchTriggers(db: ClientBase, tables: readonly string[], mode: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of tables) await db.query(`ALTER TABLE "${table}" ${mode} TRIGGER USER`);
}

async function enqueueJobs(db: ClientBase): Promise<void> {
  await db.query(`
    DO $$
    DECLARE one record; added bigint;
    BEGIN
      FOR one IN SELECT * FROM restored_job LOOP
        SELECT id INTO added FROM graphile_worker.add_job(one.task, one.payload, one.queue_name, one.run_at,
          one.max_attempts, one.key, one.priority);
        UPDATE graphile_worker._private_jobs SET attempts = one.attempts WHERE id = added;
      END LOOP;
    END $$`);
}

/** Rows whose files a backup does not contain: uploads in progress, and files that are made for a few days. */
const WITHOUT_FILES = [
  `DELETE FROM upload u WHERE NOT EXISTS
     (SELECT FROM blob b WHERE b.organisation_id = u.organisation_id AND b.id = u.id)`,
  "DELETE FROM personal_export WHERE state <> 'waiting'",
  "DELETE FROM project_archive WHERE state <> 'waiting'",
  "DELETE FROM plan_print WHERE state = 'done'",
];

/** Removes the rows of files that no backup contains. */
export async function withoutFiles(db: ClientBase): Promise<void> {
  const tables = await readTables(db);
  for (const statement of WITHOUT_FILES) {
    // Older schemas have fewer tables.
    if (tables.some(({ table }) => statement.startsWith(`DELETE FROM ${table} `))) await db.query(statement);
  }
}

type Target = { name: string; sql: string };

function targetOf(
  tables: ReadonlyMap<string, readonly string[]>,
  { table, columns }: Frame & { type: 'head' },
): Target {
  if (table === JOBS) return { name: table, sql: `COPY restored_job (${listed(JOB_COLUMNS)}) FROM STDIN` };
  const known = tables.get(table);
  const unknown = known ? columns.find((column) => !known.includes(column)) : '';
  if (unknown !== undefined) {
    throw new BackupError(
      `The backup does not fit its schema: ${[table, unknown].filter(Boolean).join('.')} is unknown.`,
    );
  }
  return { name: table, sql: `COPY "${table}" (${listed(columns)}) FROM STDIN` };
}

/** Writes the rows of one table: everything up to its end frame. */
async function copyIn(db: ClientBase, target: Target, frames: AsyncIterator<Frame>): Promise<void> {
  const stream = db.query(copyFrom(target.sql));
  let expected = -1;
  async function* rows() {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || (frame.type !== 'data' && frame.type !== 'end'))
        throw new BackupError(`The backup was altered: the rows of ${target.name} have no end.`);
      if (frame.type === 'end') {
        expected = frame.rows;
        return;
      }
      yield frame.bytes;
    }
  }
  await pipeline(Readable.from(rows(), { objectMode: false }), stream);
  if (stream.rowCount !== expected)
    throw new BackupError(`The backup was altered: ${target.name} has ${stream.rowCount} rows instead of ${expected}.`);
}

async function copyAll(db: ClientBase, frames: AsyncIterator<Frame>): Promise<void> {
  const tables = new Map((await readTables(db)).map(({ table, columns }) => [table, columns]));
  for (;;) {
    const { value: frame, done } = await frames.next();
    if (done) throw new BackupError('The backup is incomplete: its database has no end.');
    if (frame.type === 'head') await copyIn(db, targetOf(tables, frame), frames);
    if (frame.type !== 'last') continue;
    for (const { name, value } of frame.sequences)
      await db.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [name, value]);
    return;
  }
}

/** Replaces the content of all tables. Throws BackupError, and leaves the database as it was, if the backup is damaged. */
export async function loadDatabase(db: ClientBase, frames: AsyncIterable<Frame>): Promise<void> {
  await db.query("BEGIN; SET LOCAL app.system = 'on'; SET LOCAL synchronous_commit = on");
  try {
    const tables = (await readTables(db)).map(({ table }) => table);
    const keys = await dropForeignKeys(db);
    const forced = await unforcePolicies(db);
    await switchTriggers(db, tables, 'DISABLE');
    await db.query(`TRUNCATE ${listed(tables)}`);
    await db.query(`CREATE TEMPORARY TABLE restored_job (task text, payload json, queue_name text, run_at timestamptz,
      max_attempts integer, key text, priority integer, attempts integer) ON COMMIT DROP`);
    await copyAll(db, frames[Symbol.asyncIterator]());
    await withoutFiles(db);
    await enqueueJobs(db);
    await addForeignKeys(db, keys);
    await switchTriggers(db, tables, 'ENABLE');
    for (const table of forced) await db.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    // Devices must notice that the history has changed, even if the database is the one that was backed up.
    await db.query('DELETE FROM history_epoch');
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
