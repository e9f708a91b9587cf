// Transactions as the application: held to one organisation by row-level security, tried again where PostgreSQL asks for it.
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from '../is-connection-lost.ts';

/** Serialisation failure, deadlock: the same transaction may succeed at once. */
const AGAIN = new Set(['40001', '40P01']);
const TRIES = 5;

/** Thrown inside a transaction that must be run again from its beginning. */
export class RunAgain extends Error {
  readonly code = '40001';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

const away = (error: unknown): unknown =>
  isConnectionLost(error) ? Object.assign(new AppError('unavailable', { retryAfter: 2 }), { cause: error }) : error;

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

async function commit(db: PoolClient): Promise<void> {
  const ended = await db.query('COMMIT');
  // PostgreSQL answers a commit after a swallowed failure with a rollback, and calls it a success.
  if (ended.command !== 'COMMIT') throw new Error('a transaction that had failed was to be committed');
}

type Kind = { begin: string; readOnly?: boolean };

async function inTransaction<T>(pool: Pool, { begin, readOnly }: Kind, fn: (db: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const db = await pool.connect().catch((error: unknown) => {
      throw away(error);
    });
    // Its answer is waited for with that of the first statement. Where it fails, so does all that is sent after it.
    const begun = db.query(begin);
    begun.catch(() => {});
    let ending: Promise<void> | undefined;
    try {
      const result = await fn(db);
      await begun;
      ending = commit(db);
      // What was only read is there already, whatever becomes of the end.
      if (!readOnly) await ending;
      return result;
    } catch (cause) {
      const error = await begun.then(
        () => cause,
        (first: unknown) => first,
      );
      ending = db.query('ROLLBACK').then(() => {});
      if (!AGAIN.has(codeOf(error)) || attempt >= TRIES) throw away(error);
    } finally {
      const ended = (ending ?? Promise.resolve()).then(
        () => db.release(),
        (cause: unknown) => db.release(asError(cause)),
      );
      if (!readOnly) await ended;
    }
    await wait(attempt * 10);
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

function asTenant(mode: string, organisationId: string): string {
  if (!UUID.test(organisationId)) throw new TypeError('an organisation id is a UUID');
  // One round trip; the id has been checked and can be written into the statement. Instants are read in UTC: other zones
  // have offsets with seconds in old years, which nothing can parse.
  return `BEGIN${mode}; SET LOCAL ROLE plumbline_app; SET LOCAL TIME ZONE 'UTC'; SET LOCAL app.organisation = '${organisationId}'`;
}

/** Runs `fn` as the application within one organisation: it can neither read nor write anything of another. */
export function tenantTransaction<T>(
  pool: Pool,
  organisationId: string,
  fn: (db: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, { begin: asTenant('', organisationId) }, fn);
}

/** As `tenantTransaction`, for reading only: everything `fn` reads is of one moment. */
export function tenantSnapshot<T>(pool: Pool, organisationId: string, fn: (db: PoolClient) => Promise<T>): Promise<T> {
  const begin = asTenant(' ISOLATION LEVEL REPEATABLE READ READ ONLY', organisationId);
  return inTransaction(pool, { begin, readOnly: true }, fn);
}

/** Runs `fn` as the owner across organisations: for start-up, sign-in and jobs, never for a request's own work. */
export function systemTransaction<T>(pool: Pool, fn: (db: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, { begin: "BEGIN; SET LOCAL app.system = 'on'" }, fn);
}
