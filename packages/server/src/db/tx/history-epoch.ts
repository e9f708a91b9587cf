// Identifies the history of this database. A restored backup has other identifiers, so it starts a new epoch.
import type { ClientBase, Pool } from 'pg';
import { prepared } from '../prepared-statement.ts';
import { RunAgain, systemTransaction } from './transaction.ts';

/** What distinguishes a database from a copy of it: its cluster, the timeline of its write-ahead log, its own id. */
const IDENTIFIERS = `
  (SELECT system_identifier::text FROM pg_control_system()) AS "system",
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS "wal",
  (SELECT oid::bigint FROM pg_database WHERE datname = current_database()) AS "database"`;

const CURRENT = prepared(`SELECT t.id FROM history_epoch t, (SELECT ${IDENTIFIERS}) m
  WHERE t.system_identifier = m.system AND t.wal_timeline = m.wal AND t.database_oid = m.database`);

/** The id of the epoch; undefined if the database has started a new one that has no id yet. */
async function current(db: ClientBase): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(CURRENT);
  return found.rows[0]?.id;
}

type Deps = { pool: Pool; newId: () => string; now: () => Date };

/** Returns the id of the epoch; assigns one if the database is not the one it was. */
function ensureHistoryEpoch({ pool, newId, now }: Deps): Promise<string> {
  return systemTransaction(pool, async (db) => {
    // Several processes may notice at once; one of them assigns the id.
    await db.query('LOCK TABLE history_epoch IN SHARE ROW EXCLUSIVE MODE');
    const known = await current(db);
    if (known) return known;
    const id = newId();
    await db.query(
      `INSERT INTO history_epoch (single, id, system_identifier, wal_timeline, database_oid, started_at)
       SELECT true, $1, m.system, m.wal, m.database, $2 FROM (SELECT ${IDENTIFIERS}) m
       ON CONFLICT (single) DO UPDATE SET id = excluded.id, system_identifier = excluded.system_identifier,
         wal_timeline = excluded.wal_timeline, database_oid = excluded.database_oid, started_at = excluded.started_at`,
      [id, now()],
    );
    return id;
  });
}

/** The id of the epoch. If it has none yet, one is assigned and the transaction runs again. */
export async function readHistoryEpoch(db: ClientBase, needed: Deps): Promise<string> {
  const known = await current(db);
  if (known) return known;
  await ensureHistoryEpoch(needed);
  throw new RunAgain('the database has started a new history epoch');
}
