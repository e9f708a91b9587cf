// Manages the processes that resize pictures: started on requireCapability, stopped when idle, replaced when one dies, times out or
// exceeds its memory limit. The web process holds only the file and the small result, never the pixels.

import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plumbline/core/kernel/errors';
import { STOP_SIGNALS } from '../../platform/stop-signals.ts';
import { startWorkerProcess, watchMemory } from '../../platform/worker-process.ts';
import type { Answer, Order, Wanted } from './order.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const HEAP_MB = 128;
const IDLE_MS = 30_000;
const DEFAULT_LIMIT_MS = 60_000;
/** An image of 250 million pixels that cannot be decoded in parts needs 750 MB. */
const MEMORY_LIMIT = 1_536 * 1_048_576;

/** A process stopped by a shutdown signal says nothing about the photo. */
const refusalOf = (signal: string | null) =>
  STOP_SIGNALS.some((stopSignal) => stopSignal === signal) ? 'unavailable' : 'unsupported_type';

/** One process that handles one order at a time. */
class ResizeProcess {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #number = 0;
  readonly #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  #ready(): ChildProcess {
    clearTimeout(this.#idle);
    const there = this.#child;
    if (there?.connected && there.exitCode === null && there.signalCode === null) return there;
    const child = startWorkerProcess(CHILD, HEAP_MB);
    // An idle process has no listener for errors; a pending order adds its own.
    child.on('error', () => {});
    // The child must not keep the parent process alive.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async make(source: Buffer, size: Wanted): Promise<Buffer> {
    const child = this.#ready();
    this.#number += 1;
    const order: Order = { number: this.#number, source, size };
    const watch = watchMemory(child, MEMORY_LIMIT);
    let done: (() => void) | undefined;
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        const late = setTimeout(() => reject(new AppError('unsupported_type')), this.#limitMs);
        const died = (_code: number | null, signal: string | null) => reject(new AppError(refusalOf(signal)));
        // The process failed to start, or exited before the order was sent.
        const away = () => reject(new AppError('unavailable', { retryAfter: 1 }));
        const answered = (message: Answer) => {
          if (message.number === order.number) resolve(message);
        };
        child.once('exit', died);
        child.once('error', away);
        child.on('message', answered);
        done = () => {
          clearTimeout(late);
          child.off('exit', died).off('error', away).off('message', answered);
        };
        child.send(order, (error) => error && away());
      });
      if ('refusal' in answer) throw new AppError(answer.refusal);
      return Buffer.from(answer.picture);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      watch.stop();
      done?.();
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }
}

/**
 * Creates the function that resizes a picture in at most `limitMs`; the caller must not run more calls at once than there
 * are workers. It throws `unsupported_type` or `too_large`.
 */
export function createPictureResizer(workers: number, limitMs = DEFAULT_LIMIT_MS) {
  const free = Array.from({ length: workers }, () => new ResizeProcess(limitMs));
  return async (source: Buffer, size: Wanted): Promise<Buffer> => {
    const worker = free.pop();
    if (!worker) throw new AppError('unavailable', { retryAfter: 1 });
    try {
      return await worker.make(source, size);
    } finally {
      free.push(worker);
    }
  };
}
