// What keeps the removal of files apart from whoever is about to use them. Held to the end of the transaction.
import type { ClientBase } from 'pg';

/** Around naming files of an organisation: many name at once, whoever takes files away is alone. */
export async function lockNaming(db: ClientBase, organisationId: string, as: 'one of many' | 'alone'): Promise<void> {
  const lock = as === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await db.query(`SELECT ${lock}(hashtextextended('file names ' || $1::text, 0))`, [organisationId]);
}

/** Around the bytes under a key: two that bring the same bytes, and one that removes them. */
export async function lockFile(db: ClientBase, key: string): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('file ' || $1::text, 0))`, [key]);
}
