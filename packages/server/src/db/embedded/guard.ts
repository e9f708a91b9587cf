// One data folder, one program: a lock held by a connection, gone with the program however that ends.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { OWNER, type Passwords, PROGRAM } from './cluster.ts';
import { SOCKET_PORT } from './places.ts';

const LOCK = 7_586_245;
/** A killed program's connection is noticed by the server at once, if not in the same instant. */
const TRIES = 20;
const STEP_MS = 100;

/** The data folder is in use by another running program. */
export class FolderInUse extends Error {
  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by another running Plumbline${holder ? ` (${holder})` : ''}. Stop that one, or choose another folder by DATA_DIR.`,
    );
    this.name = 'FolderInUse';
  }
}

function clientFor(socket: string, user: string, password: string, database: string): pg.Client {
  const client = new pg.Client({
    host: socket,
    port: SOCKET_PORT,
    user,
    password,
    database,
    application_name: `plumbline ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection is told by `end`; without a listener it would end the program.
  client.on('error', () => {});
  return client;
}

/** Takes the lock, or throws FolderInUse. The connection holds it until it ends. */
export async function takeGuard(dataDir: string, socket: string, passwords: Passwords): Promise<pg.Client> {
  const client = clientFor(socket, OWNER, passwords.owner, 'postgres');
  await client.connect();
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const tried = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (tried.rows[0]?.taken) return client;
    await wait(STEP_MS);
  }
  const holder = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [LOCK],
  );
  await client.end();
  const pid = holder.rows[0]?.name.split(' ')[1];
  throw new FolderInUse(dataDir, pid ? `process ${pid} on ${hostname()}` : '');
}

/** Makes the program's own user and database where they are missing; safe to repeat. */
export async function makeDatabase(guard: pg.Client, passwords: Passwords): Promise<void> {
  const user = await guard.query('SELECT FROM pg_roles WHERE rolname = $1', [PROGRAM]);
  if (user.rowCount === 0) {
    const password = guard.escapeLiteral(passwords.program);
    // May make roles: the migrations make the one that requests run as.
    await guard.query(`CREATE ROLE ${PROGRAM} LOGIN CREATEROLE PASSWORD ${password}`);
  }
  const database = await guard.query('SELECT FROM pg_database WHERE datname = $1', [PROGRAM]);
  if (database.rowCount === 0) await guard.query(`CREATE DATABASE ${PROGRAM} OWNER ${PROGRAM}`);
}

/** Where the program connects. */
export function urlFor(socket: string, passwords: Passwords): string {
  const query = new URLSearchParams({ host: socket, port: String(SOCKET_PORT) });
  return `postgres://${PROGRAM}:${passwords.program}@/${PROGRAM}?${query}`;
}
