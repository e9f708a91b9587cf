// A pool between the program and PostgreSQL that breaks connections or alters statements as a test requires.
import type { DatabasePool } from '@plumbline/server/db/pool';
import type { Connection, Pool } from '../../database.ts';

/** Called for every statement, with its text, the function that runs it, the connection and the values. */
export type StatementHook = (
  text: string,
  run: () => Promise<unknown>,
  client: Connection,
  values: unknown[],
) => Promise<unknown>;
export type AlterStatement = (text: string) => string;

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text);
/** An altered statement is not prepared: connections know another text by its name. */
const withText = (query: unknown, text: string): unknown => {
  if (typeof query === 'string') return text;
  return text === textOf(query) ? query : { ...(query as object), text, name: undefined };
};

function through(client: Connection, between: StatementHook, alter: AlterStatement): Connection {
  // Queries that are not awaited are still sent in the order in which they were issued, whatever the hook does.
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') {
        return (query: unknown, values?: unknown[]) => {
          const text = alter(textOf(query));
          // `query` has too many overloads to name here.
          const run = () => target.query(withText(query, text) as string, values) as Promise<unknown>;
          const inside = typeof query === 'string' ? undefined : (query as { values?: unknown[] }).values;
          const next = last.then(() => between(text, run, target, values ?? inside ?? []));
          last = next.catch(() => {});
          return next;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The pool with a hook between it and the program; everything else is unchanged. */
export function brokenPool(
  pool: DatabasePool,
  { between = (_text, run) => run(), alter = (text) => text }: { between?: StatementHook; alter?: AlterStatement },
): DatabasePool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'requests') return target.requests && brokenPool(target.requests, { between, alter });
      if (name === 'connect') return async () => through(await target.connect(), between, alter);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The database terminates this connection before this resolves. */
export async function killConnection(root: Pool, client: Connection): Promise<void> {
  // The driver has the process id of its backend; its types omit it.
  const { processID } = client as unknown as { processID: number };
  await root.query('SELECT pg_terminate_backend($1, 5000)', [processID]);
}

/** Cuts the connection on our side, as when the program is killed: nothing more is sent or received. */
export function cutConnection(client: Connection): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
