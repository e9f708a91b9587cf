// Connections to PostgreSQL, opened once per process.
import pg, { type Pool } from 'pg';
import { traceStatements } from '../platform/tracing/spans.ts';

type Log = { warn(details: object, message: string): void };

/** Pools that connect as the owner have a second one for requests, as a role that owns nothing. */
export type DatabasePool = Pool & { readonly requests?: Pool };

/** A user of the database and its password. */
export type Login = { user: string; password: string };

/** A pool of at most `size` connections; lost ones are replaced. */
export function openPool(url: string, log: Log, size = 20): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: `plumbline ${process.pid}`,
    // No statement of a request runs for minutes; long work belongs in jobs.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    // Sends statements that are not awaited together with earlier ones: the start of a transaction with its first
    // statement.
    pipeline: true,
  });
  // Without listeners a connection that ends would end the program.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    traceStatements(client);
  });
  return pool;
}

/** The same database for another user. */
export const urlFor = (url: string, { user, password }: Login): string =>
  url.replace(
    /^(\w+:\/\/)(?:[^@/?]*@)?/u,
    (_start, scheme: string) => `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@`,
  );

/** Connections as the owner, for migrations and system work, and as `login`, for requests. */
export function openDatabase(url: string, login: Login, log: Log, size?: number): DatabasePool {
  const owner = openPool(url, log, size);
  const requests = openPool(urlFor(url, login), log, size);
  const endOwner = owner.end.bind(owner);
  const end = async () => {
    await Promise.all([endOwner(), requests.end()]);
  };
  return Object.assign(owner, { requests, end });
}

/** A separate connection to the same database, for work that takes longer than any request. */
export async function connectAlone(pool: Pool): Promise<pg.Client> {
  const client = new pg.Client({
    ...pool.options,
    pipeline: false,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // A lost connection makes the next statement fail; an error without a listener would end the program.
  client.on('error', () => {});
  await client.connect();
  return client;
}
