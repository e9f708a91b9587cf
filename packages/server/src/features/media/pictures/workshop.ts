// Keeps the processes in which photos are made smaller: begun when needed, ended when idle, replaced when one dies, takes too
// long or grows too large. What the web process itself holds is the file and the small picture, never the pixels.

import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plumbline/core/kernel/errors';
import { passedOn } from '../../../config/child-env.ts';
import { STOP_SIGNALS } from '../../../platform/stop-signals.ts';
import type { Answer, Order, Size } from './order.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const IDLE_MS = 30_000;
const TIME_LIMIT_MS = 60_000;
const WATCH_MS = 250;
/** A picture of 250 million pixels that cannot be read in parts takes three quarters of a gigabyte. */
const MEMORY_LIMIT = 1_536 * 1_048_576;

/** Memory of a process in bytes without the files mapped into it; 0 where the system does not tell. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/mu.exec(status)?.[1] ?? 0) * 1_024;
}

/** That somebody stops the program says nothing of the photo. */
const refusalOf = (signal: string | null) =>
  STOP_SIGNALS.some((one) => one === signal) ? 'unavailable' : 'unsupported_type';

/** One process that takes one order at a time. */
class Bench {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #number = 0;

  #ready(): ChildProcess {
    clearTimeout(this.#idle);
    const there = this.#child;
    if (there?.connected && there.exitCode === null && there.signalCode === null) return there;
    const child = fork(CHILD, [], {
      env: { ...passedOn(), MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '4' },
      execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Some systems forbid it; the work is done all the same.
    }
    // Nobody waits for one that is idle; who waits listens for himself.
    child.on('error', () => {});
    // It must not keep a program that is to end from ending.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async make(source: Buffer, size: Size): Promise<Buffer> {
    const child = this.#ready();
    this.#number += 1;
    const order: Order = { number: this.#number, source, size };
    const watch = setInterval(async () => {
      if (child.pid && (await memoryOf(child.pid)) > MEMORY_LIMIT) child.kill('SIGKILL');
    }, WATCH_MS);
    let done: (() => void) | undefined;
    try {
      const picture = await new Promise<Uint8Array | null>((resolve, reject) => {
        const late = setTimeout(() => reject(new AppError('unsupported_type')), TIME_LIMIT_MS);
        const died = (_code: number | null, signal: string | null) => reject(new AppError(refusalOf(signal)));
        // Not begun, or gone before it was asked.
        const away = () => reject(new AppError('unavailable', { retryAfter: 1 }));
        const answered = (answer: Answer) => {
          if (answer.number === order.number) resolve(answer.picture);
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
      if (!picture) throw new AppError('unsupported_type');
      return Buffer.from(picture);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      clearInterval(watch);
      done?.();
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }
}

/** Makes the function that makes a photo smaller; call it for no more photos at once than there are benches. */
export function createWorkshop(benches: number) {
  const free = Array.from({ length: benches }, () => new Bench());
  return async (source: Buffer, size: Size): Promise<Buffer> => {
    const bench = free.pop();
    if (!bench) throw new AppError('unavailable', { retryAfter: 1 });
    try {
      return await bench.make(source, size);
    } finally {
      free.push(bench);
    }
  };
}
