// Allows one program per data folder, by an advisory lock that ends with its connection, however the program ends.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { OWNER, type Passwords, PROGRAM } from './cluster.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { SOCKET_PORT } from './paths.ts';
import { isAlive } from './processes.ts';

const LOCK_ID = 7_586_245;
/** The server notices within moments that the connection of a killed program has ended. */
const MAX_ATTEMPTS = 20;
const RETRY_MS = 100;
const CONNECT_TIMEOUT_MS = 10_000;

/** The data folder is in use by another running program. */
export class FolderInUse extends EmbeddedDatabaseError {
  override name = 'FolderInUse';
  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by another running Plumbline${holder ? ` (${holder})` : ''}. Stop it, or choose another folder with DATA_DIR.`,
    );
  }
}

export function connectTo(socket: string, user: string, password: string, database: string): pg.Client {
  const client = new pg.Client({
    host: socket,
    port: SOCKET_PORT,
    user,
    password,
    database,
    application_name: `plumbline ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection is reported by `end`; an error without a listener would end the program.
  client.on('error', () => {});
  return client;
}

/** The process ID of the program that holds the lock. */
async function holderOf(client: pg.Client): Promise<number | undefined> {
  const holder = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [LOCK_ID],
  );
  const pid = Number(holder.rows[0]?.name.split(' ')[1]);
  return Number.isInteger(pid) ? pid : undefined;
}

/** A process of another container may have the ID of this one. */
const isRunning = (pid: number | undefined): boolean => pid !== undefined && pid !== process.pid && isAlive(pid);

/**
 * Takes the lock, or throws FolderInUse: with `wait`, only if the program that holds it does not stop within moments. The
 * returned connection holds the lock until it ends.
 */
export async function takeInstanceLock(
  dataDir: string,
  socket: string,
  passwords: Passwords,
  { wait: isPatient }: { wait: boolean },
): Promise<pg.Client> {
  const client = connectTo(socket, OWNER, passwords.owner, 'postgres');
  await client.connect();
  let holder: number | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_ID]);
    if (result.rows[0]?.taken) return client;
    holder = await holderOf(client);
    if (!isPatient && isRunning(holder)) break;
    await wait(RETRY_MS);
  }
  await client.end();
  throw new FolderInUse(dataDir, holder === undefined ? '' : `process ${holder} on ${hostname()}`);
}

/** Creates the program's own role and database if they are missing. */
export async function createDatabase(connection: pg.Client, passwords: Passwords): Promise<void> {
  const role = await connection.query('SELECT FROM pg_roles WHERE rolname = $1', [PROGRAM]);
  if (role.rowCount === 0) {
    const password = connection.escapeLiteral(passwords.program);
    // CREATEROLE: the migrations create the role that serves requests.
    await connection.query(`CREATE ROLE ${PROGRAM} LOGIN CREATEROLE PASSWORD ${password}`);
  }
  const database = await connection.query('SELECT FROM pg_database WHERE datname = $1', [PROGRAM]);
  if (database.rowCount === 0) await connection.query(`CREATE DATABASE ${PROGRAM} OWNER ${PROGRAM}`);
}

/** The connection string of the program. */
export function connectionString(socket: string, passwords: Passwords): string {
  const query = new URLSearchParams({ host: socket, port: String(SOCKET_PORT) });
  return `postgres://${PROGRAM}:${passwords.program}@/${PROGRAM}?${query}`;
}
