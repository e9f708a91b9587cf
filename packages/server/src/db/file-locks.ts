// Locks that keep the removal of files apart from their use. Held until the end of the transaction.
import type { ClientBase } from 'pg';

/** Around references to files of an organisation: many transactions add references at once, a removal is exclusive. */
export async function lockReferences(
  db: ClientBase,
  organisationId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const lock = mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await db.query(`SELECT ${lock}(hashtextextended('file names ' || $1::text, 0))`, [organisationId]);
}

/** Around the bytes under a key: two uploads of the same bytes, and their removal. */
export async function lockFile(db: ClientBase, key: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('file ' || $1::text, 0))`, [key]);
}

const STORED_FILES = 7_586_248;

/** How long a removal waits that was requested while files were kept. */
export const REMOVAL_DELAY_MS = 300_000;

/** Keeps every stored file until the connection ends: rows that a backup has read refer to it. Waits for removals. */
export async function keepFiles(db: ClientBase): Promise<void> {
  await db.query('SELECT pg_advisory_lock($1)', [STORED_FILES]);
}

/** Whether files may be removed, until the end of the transaction. */
export async function mayRemoveFiles(db: ClientBase): Promise<boolean> {
  const requested = await db.query<{ may: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS may', [
    STORED_FILES,
  ]);
  return requested.rows[0]?.may === true;
}
