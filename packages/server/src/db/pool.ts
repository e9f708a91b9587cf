// Connections to PostgreSQL, made once for a process.
import pg, { type Pool } from 'pg';

type Log = { warn(details: object, message: string): void };

/** A pool of at most `size` connections; lost ones are replaced. */
export function openPool(url: string, log: Log, size = 20): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: `plumbline ${process.pid}`,
    // No statement of a request runs for minutes; long work belongs into jobs.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    // What does not wait for an answer goes along with what was sent before: the beginning of a transaction with its first statement.
    pipeline: true,
  });
  // Without listeners a connection that ends would end the program: idle ones are told by the pool, others by themselves.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
