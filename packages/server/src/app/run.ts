// Runs a process of the program until a signal, and stops its parts in order.
import { setTimeout as wait } from 'node:timers/promises';
import { WrongOwner } from '../config/data-folder-owner.ts';
import { ConfigError } from '../config/variables.ts';
import { EmbeddedDatabaseError } from '../db/embedded.ts';
import { SchemaError } from '../db/migrate.ts';

/**
 * A started component. Components stop in reverse order; after `atMost` milliseconds the next one is stopped anyway.
 */
export type ShutdownStep = { stop: () => Promise<unknown>; atMost: number };
/** What to stop, and how much longer the shutdown may take because proxies are given time. */
export type Shutdown = { stops: ShutdownStep[]; delayMs: number };

/** Time limit for the whole shutdown and for its parts. The database gets the remaining time to write to disk. */
export const STOP_MS = 20_000;
export const ROLES_MS = 12_000;
export const POOL_MS = 1_000;
export const TRACES_MS = 2_000;

/** The program cannot start for a reason that the operator can remove; the message says how. */
export class CannotStart extends Error {}

/**
 * The message for the operator if the program cannot start: one sentence for what the operator can fix, the stack for
 * anything else.
 */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ([ConfigError, WrongOwner, EmbeddedDatabaseError, SchemaError, CannotStart].some((kind) => error instanceof kind))
    return error.message;
  const cause = error.cause instanceof Error ? `\nbecause of ${error.cause.stack}` : '';
  return `${error.stack}${cause}`;
}

export async function run(start: (shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown: Shutdown = { stops: [], delayMs: 0 };
  let ending = false;
  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code || 1), STOP_MS + shutdown.delayMs).unref();
    for (const { stop, atMost } of shutdown.stops.reverse()) {
      const stopped = stop().catch((error: unknown) => process.stderr.write(`while stopping: ${String(error)}\n`));
      await Promise.race([stopped, wait(atMost)]);
    }
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
  try {
    await start(shutdown);
  } catch (error) {
    process.stderr.write(`\n${describeFailure(error)}\n\n`);
    await end(1);
  }
}
