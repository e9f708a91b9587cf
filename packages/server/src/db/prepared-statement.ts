// Prepared statements: each connection parses and plans such a text once.
import { createHash } from 'node:crypto';
import { DatabaseError, type Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

const NAMES = new Map<string, string>();

/** For texts with few variants only: a connection keeps each of them as long as it lives. */
export function prepared(text: string): { name: string; text: string } {
  const name = NAMES.get(text) ?? createHash('sha256').update(text).digest('base64url');
  NAMES.set(text, name);
  return { name, text };
}

/** The connection prepared the statement before a migration changed the types of its result. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Sends a prepared statement outside a transaction. */
export async function queryPrepared<R extends QueryResultRow>(
  pool: Pool,
  statement: QueryConfig,
): Promise<QueryResult<R>> {
  for (;;) {
    try {
      return await pool.query<R>(statement);
    } catch (error) {
      // The pool has closed this connection. A new one prepares the statement again.
      if (!isOutdated(error)) throw error;
    }
  }
}
