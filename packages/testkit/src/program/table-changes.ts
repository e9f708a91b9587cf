// Waits for rows to change: PostgreSQL reports each committed change of a table, so that tests do not poll.
import { once } from 'node:events';
import type { Pool } from '../database.ts';

const NOTIFY = `
  CREATE OR REPLACE FUNCTION report_change() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN PERFORM pg_notify('test_change', ''); RETURN NULL; END$$`;

/** Resolves with what `read` returns once `there` holds for it; reads again after each change of one of the tables. */
export async function afterChange<T>(
  root: Pool,
  tables: readonly string[],
  read: () => Promise<T>,
  there: (value: T) => boolean,
): Promise<T> {
  const client = await root.connect();
  try {
    await client.query(NOTIFY);
    for (const table of tables)
      await client.query(
        `CREATE OR REPLACE TRIGGER report_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION report_change()`,
      );
    await client.query('LISTEN test_change');
    for (;;) {
      const changed = once(client, 'notification');
      const value = await read();
      if (there(value)) {
        // It rejects when the connection ends.
        changed.catch(() => undefined);
        return value;
      }
      await changed;
    }
  } finally {
    // The connection would go on listening.
    client.release(true);
  }
}
