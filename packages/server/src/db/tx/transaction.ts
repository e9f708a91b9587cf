// Transactions, retried where PostgreSQL asks for it. Those of requests are limited to one organisation by row-level security.
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import { isDiskFull } from '../../platform/files/is-disk-full.ts';
import { isConnectionLost } from '../../platform/is-connection-lost.ts';
import type { DatabasePool } from '../pool.ts';
import { isOutdated } from '../prepared-statement.ts';

/** Serialisation failure, deadlock: the same transaction may succeed immediately. */
const RETRIED = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

/** Thrown inside a transaction to run it again from its start. */
export class RunAgain extends Error {
  readonly code = '40001';
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

// A full disk is left as it is: the message to users and the log names it.
const asUnavailable = (error: unknown): unknown =>
  isConnectionLost(error) && !isDiskFull(error)
    ? Object.assign(new AppError('unavailable', { retryAfter: 2 }), { cause: error })
    : error;

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

async function commit(db: PoolClient): Promise<void> {
  const ended = await db.query('COMMIT');
  // After an error that was ignored, PostgreSQL replies to a commit with a rollback and reports success.
  if (ended.command !== 'COMMIT') throw new Error('the transaction to commit had failed');
}

type Kind = { begin: string; readOnly?: boolean };

async function inTransaction<T>(pool: Pool, { begin, readOnly }: Kind, fn: (db: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const db = await pool.connect().catch((error: unknown) => {
      throw asUnavailable(error);
    });
    // Awaited with the first statement. If it fails, so does everything sent after it.
    const begun = db.query(begin);
    begun.catch(() => {});
    let ending: Promise<void> | undefined;
    try {
      const result = await fn(db);
      await begun;
      ending = commit(db);
      // The result of a read does not depend on the commit.
      if (!readOnly) await ending;
      return result;
    } catch (cause) {
      const error = await begun.then(
        () => cause,
        (first: unknown) => first,
      );
      const outdated = isOutdated(error);
      // Such a connection is closed: a new one prepares its statements again.
      ending = outdated ? Promise.reject(asError(error)) : db.query('ROLLBACK').then(() => {});
      const again = outdated || (RETRIED.has(codeOf(error)) && attempt < MAX_ATTEMPTS);
      if (!again) throw asUnavailable(error);
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
  // One round trip: the id is validated and can be part of the statement. Instants are read in UTC: in other zones, old ones
  // have offsets with seconds, which nothing can parse.
  return `BEGIN${mode}; SET LOCAL ROLE plumbline_app; SET LOCAL TIME ZONE 'UTC'; SET LOCAL app.organisation = '${organisationId}'`;
}

/** Connections that cannot become the owner. */
const requestsOf = (pool: DatabasePool): Pool => pool.requests ?? pool;

/** Runs `fn` within one organisation: it can neither read nor write anything of another one. */
export function tenantTransaction<T>(
  pool: DatabasePool,
  organisationId: string,
  fn: (db: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(requestsOf(pool), { begin: asTenant('', organisationId) }, fn);
}

/** As `tenantTransaction`, read-only: everything `fn` reads is of one moment. */
export function tenantSnapshot<T>(
  pool: DatabasePool,
  organisationId: string,
  fn: (db: PoolClient) => Promise<T>,
): Promise<T> {
  const begin = asTenant(' ISOLATION LEVEL REPEATABLE READ READ ONLY', organisationId);
  return inTransaction(requestsOf(pool), { begin, readOnly: true }, fn);
}

/** Runs `fn` as the owner, across organisations: for start-up, sign-in and jobs, never for a request's own work. */
export function systemTransaction<T>(pool: Pool, fn: (db: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, { begin: "BEGIN; SET LOCAL app.system = 'on'" }, fn);
}
