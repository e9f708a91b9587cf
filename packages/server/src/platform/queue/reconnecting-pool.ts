// Connections for graphile-worker, which forgets a finished job without checking whether its result could be saved.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from '../is-connection-lost.ts';

const STEP_MS = 500;
/** `cannot_connect_now`: graphile-worker retries after this error, while most others would end the process. */
const CANNOT_CONNECT_NOW = '57P03';

/** By this error graphile-worker detects that its schema does not exist yet. */
const NO_TABLE = '42P01';

/**
 * The worker's statements are never wrong themselves, so one that was cancelled or sent to a read-only server is
 * retried too.
 */
const asPassing = (error: unknown): unknown =>
  error instanceof Error && !('code' in error && error.code === NO_TABLE)
    ? Object.assign(error, { code: CANNOT_CONNECT_NOW })
    : error;

export type ReconnectingPool = Pool & {
  /** Resolves when no connection is in use or awaited. */
  quiet(): Promise<void>;
};

/**
 * Like `pool`, but a request for a connection waits until the database is back, and statements fail with a retryable
 * error. Once `stopped`, requests no longer wait. None is served before `ready`.
 */
export function reconnectingPool(pool: Pool, stopped: AbortSignal, ready: () => Promise<unknown>): ReconnectingPool {
  const inUse = new Set<Promise<void>>();

  async function patiently(): Promise<PoolClient> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!isConnectionLost(error) || stopped.aborted) throw asPassing(error);
        await wait(STEP_MS, undefined, { signal: stopped }).catch(() => {});
      }
    }
  }

  async function connect(): Promise<PoolClient> {
    const used = Promise.withResolvers<void>();
    inUse.add(used.promise);
    const over = () => {
      inUse.delete(used.promise);
      used.resolve();
    };
    try {
      await ready();
      const client = await patiently();
      const query = (...statement: [string]) =>
        client.query(...statement).catch((error: unknown) => {
          throw asPassing(error);
        });
      const release = (broken?: Error | boolean) => {
        client.release(broken);
        over();
      };
      return Object.create(client, { query: { value: query }, release: { value: release } }) as PoolClient;
    } catch (error) {
      over();
      throw error;
    }
  }

  async function quiet(): Promise<void> {
    while (inUse.size > 0) await Promise.all(inUse);
  }

  // The runner requests its listening connection with a callback and renews it itself.
  const either = (listener?: Parameters<Pool['connect']>[0]) => (listener ? pool.connect(listener) : connect());
  return Object.create(pool, { connect: { value: either }, quiet: { value: quiet } }) as ReconnectingPool;
}
