// Brings the schema up to date: numbered SQL files, each once, in one order, one process at a time.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK = 7_586_246;

/** The database was made by a newer program, or a migration was altered after it ran. */
export class SchemaError extends Error {}

type Migration = { name: string; sql: string; checksum: string };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function judge(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = [...applied.keys()].find((name) => !known.has(name));
  if (foreign) {
    throw new SchemaError(
      `The database was brought to ${foreign} by a newer Plumbline. Run that version, or restore a backup made before it.`,
    );
  }
  const altered = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (altered) throw new SchemaError(`The migration ${altered.name} is not the one that ran on this database.`);
}

/** Gives way rather than wait long for a table: behind whoever waits for it, everybody else waits too. */
/** A table not had in time; a deadlock with requests that hold one table and wait for another. */
const GIVES_WAY = new Set(['55P03', '40P01']);
const LOCK_WAIT = '2s';
const LOCK_TRIES = 150;
const PAUSE_MS = 500;

async function apply(db: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
      await db.query(sql);
      await db.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
      await db.query('COMMIT');
      return;
    } catch (error) {
      await db.query('ROLLBACK');
      const busy = error instanceof DatabaseError && GIVES_WAY.has(error.code ?? '');
      if (!busy || attempt >= LOCK_TRIES) {
        throw new Error(`The migration ${name} failed; nothing of it was kept.`, { cause: error });
      }
      await wait(PAUSE_MS);
    }
  }
}

/** Runs what has not run yet; returns the names. Throws SchemaError where the database is not one of this program's past. */
export async function migrate(pool: Pool, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const db = await pool.connect();
  try {
    // Index builds and backfills may take longer than any request.
    await db.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await db.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await runMigrations({ pgPool: pool });
    await db.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const rows = await db.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration');
    const applied = new Map(rows.rows.map(({ name, checksum }) => [name, checksum]));
    judge(migrations, applied);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const one of pending) await apply(db, one);
    return pending.map(({ name }) => name);
  } finally {
    // Ends the lock and the settings with the connection.
    db.release(true);
  }
}
