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
