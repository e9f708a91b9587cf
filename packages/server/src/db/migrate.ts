// Upgrades the schema: runs numbered SQL files in order, each once, in one process at a time. Forward only.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import { type ClientBase, DatabaseError, type Pool, type PoolClient } from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK = 7_586_246;

/** The database is too old or too new for this version, or a migration was altered after it ran. */
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

/** A migration that has run, as the database records it. */
export type AppliedMigration = { name: string; checksum: string };

/** The migrations that have run, in order. */
export async function schemaOf(db: ClientBase): Promise<AppliedMigration[]> {
  const applied = await readApplied(db);
  return [...applied].map(([name, checksum]) => ({ name, checksum })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws SchemaError if this version cannot create this schema: it is newer, or of a version that was too old. */
export async function checkSchema(schema: readonly AppliedMigration[]): Promise<void> {
  checkHistory(await readMigrations(FOLDER), new Map(schema.map(({ name, checksum }) => [name, checksum])));
}

/** What has run on this database. Creates nothing: a database that is refused stays as it is. */
async function readApplied(db: ClientBase): Promise<Map<string, string>> {
  const known = await db.query("SELECT to_regclass('schema_migration') IS NOT NULL AS known");
  if (!known.rows[0]?.known) return new Map();
  const rows = await db.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migration');
  return new Map(rows.rows.map(({ name, checksum }) => [name, checksum]));
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const [first] = migrations;
  const [oldest] = [...applied.keys()].sort();
  if (oldest && first && !applied.has(first.name)) {
    throw new SchemaError(
      `The database is older than this version of Plumbline can upgrade (it begins with ${oldest}). Nothing was changed. To keep its content, run the version that used it last and export the projects there; to use this version, start it with an empty database (another DATA_DIR or DATABASE_URL).`,
    );
  }
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].find((name) => !known.has(name));
  if (unknown) {
    throw new SchemaError(
      `The database was upgraded by a newer version of Plumbline (${unknown}). Run that version, or restore a backup made before the upgrade.`,
    );
  }
  const altered = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (altered) throw new SchemaError(`The migration ${altered.name} is not the one that ran on this database.`);
}

/**
 * Lock timeouts and deadlocks with requests. A migration does not wait long for a table: all requests queue behind it.
 */
const RETRIED = new Set(['55P03', '40P01']);
const LOCK_TIMEOUT = '2s';
const MAX_ATTEMPTS = 150;
const RETRY_DELAY_MS = 500;

async function apply(db: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      await db.query(sql);
      await db.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
      await db.query('COMMIT');
      return;
    } catch (error) {
      await db.query('ROLLBACK');
      const busy = error instanceof DatabaseError && RETRIED.has(error.code ?? '');
      if (!busy || attempt >= MAX_ATTEMPTS) {
        throw new Error(`The migration ${name} failed and was rolled back.`, { cause: error });
      }
      await wait(RETRY_DELAY_MS);
    }
  }
}

/**
 * Runs pending migrations, up to `last` if it is given, and returns their names. Throws SchemaError for a database this
 * version cannot upgrade.
 */
export async function migrate(pool: Pool, folder = FOLDER, last?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const db = await pool.connect();
  try {
    // Index builds and backfills may take longer than any request.
    await db.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await db.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await readApplied(db);
    checkHistory(migrations, applied);
    await runMigrations({ pgPool: pool });
    await db.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const pending = migrations.filter(({ name }) => !applied.has(name) && (last === undefined || name <= last));
    for (const one of pending) await apply(db, one);
    return pending.map(({ name }) => name);
  } finally {
    // Closing the connection releases the lock.
    db.release(true);
  }
}
