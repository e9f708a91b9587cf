// Connections for a runner of jobs that lets go of what it has done without hearing whether it could be written down.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isAway } from '../../db/is-away.ts';

const STEP_MS = 500;
/** `cannot_connect_now`: what graphile-worker tries again, where it would end the process for other words of the same. */
const TRY_AGAIN = '57P03';

const asPassing = (error: unknown): unknown =>
  isAway(error) ? Object.assign(error as Error, { code: TRY_AGAIN }) : error;

/**
 * As `pool`, but whoever asks for a connection gets one when the database is back, and a statement whose connection breaks fails as one to
 * be tried again. Once `stopped`, nobody is kept waiting.
 */
export function patientPool(pool: Pool, stopped: AbortSignal): Pool {
  async function connect(): Promise<PoolClient> {
    for (;;) {
      try {
        const client = await pool.connect();
        const query = (...statement: [string]) =>
          client.query(...statement).catch((error: unknown) => {
            throw asPassing(error);
          });
        return Object.create(client, { query: { value: query } }) as PoolClient;
      } catch (error) {
        if (!isAway(error) || stopped.aborted) throw asPassing(error);
        await wait(STEP_MS, undefined, { signal: stopped }).catch(() => {});
      }
    }
  }
  // The connection that listens is asked for by a callback, and renewed by the runner.
  const either = (listener?: Parameters<Pool['connect']>[0]) => (listener ? pool.connect(listener) : connect());
  return Object.create(pool, { connect: { value: either } }) as Pool;
}
