// Connections for a runner of jobs that lets go of what it has done without hearing whether it could be written down.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost } from '../is-connection-lost.ts';

const STEP_MS = 500;
/** `cannot_connect_now`: what graphile-worker tries again, where it would end the process for most other words. */
const TRY_AGAIN = '57P03';

/** The runner tells by this that there is no schema yet. */
const NO_TABLE = '42P01';

/** Its statements are not wrong by themselves: one that was cancelled, or came while nothing could be written, is to be tried again too. */
const asPassing = (error: unknown): unknown =>
  error instanceof Error && !('code' in error && error.code === NO_TABLE)
    ? Object.assign(error, { code: TRY_AGAIN })
    : error;

export type PatientPool = Pool & {
  /** Resolves when nobody uses a connection, or waits for one. */
  quiet(): Promise<void>;
};

/**
 * As `pool`, but whoever asks for a connection gets one when the database is back, and a statement that fails does so as one to be tried
 * again. Once `stopped`, nobody is kept waiting.
 */
export function patientPool(pool: Pool, stopped: AbortSignal): PatientPool {
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

  // The connection that listens is asked for by a callback, and renewed by the runner.
  const either = (listener?: Parameters<Pool['connect']>[0]) => (listener ? pool.connect(listener) : connect());
  return Object.create(pool, { connect: { value: either }, quiet: { value: quiet } }) as PatientPool;
}
