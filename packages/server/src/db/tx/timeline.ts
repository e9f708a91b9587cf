// The line of history this database is on. A restored backup runs on other marks, and so begins another line.
import type { ClientBase, Pool } from 'pg';
import { RunAgain, systemTransaction } from './transaction.ts';

/** What tells a database from a copy of it: its cluster, the branch of its write-ahead log, itself. */
const MARKS = `
  (SELECT system_identifier::text FROM pg_control_system()) AS "system",
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS "wal",
  (SELECT oid::bigint FROM pg_database WHERE datname = current_database()) AS "database"`;

/** The timeline's id; undefined where the database has begun a new one that has no id yet. */
async function current(db: ClientBase): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(
    `SELECT t.id FROM timeline t, (SELECT ${MARKS}) m
     WHERE t.system_identifier = m.system AND t.wal_timeline = m.wal AND t.database_oid = m.database`,
  );
  return found.rows[0]?.id;
}

type Making = { pool: Pool; newId: () => string; now: () => Date };

/** Names the line of history, a new one where the database is not the one it was. Returns its id. */
function ensureTimeline({ pool, newId, now }: Making): Promise<string> {
  return systemTransaction(pool, async (db) => {
    // Several processes may notice at once; one names it.
    await db.query('LOCK TABLE timeline IN SHARE ROW EXCLUSIVE MODE');
    const known = await current(db);
    if (known) return known;
    const id = newId();
    await db.query(
      `INSERT INTO timeline (single, id, system_identifier, wal_timeline, database_oid, started_at)
       SELECT true, $1, m.system, m.wal, m.database, $2 FROM (SELECT ${MARKS}) m
       ON CONFLICT (single) DO UPDATE SET id = excluded.id, system_identifier = excluded.system_identifier,
         wal_timeline = excluded.wal_timeline, database_oid = excluded.database_oid, started_at = excluded.started_at`,
      [id, now()],
    );
    return id;
  });
}

/** The timeline within a transaction; where it has no name yet, one is given and the transaction run again. */
export async function readTimeline(db: ClientBase, making: Making): Promise<string> {
  const known = await current(db);
  if (known) return known;
  await ensureTimeline(making);
  throw new RunAgain('the database is on a new line of history');
}
