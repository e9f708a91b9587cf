// Runs one rendering job in its own process, so that a crash, an endless loop or high memory use never affects the
// caller.

import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { STOP_SIGNALS } from '../platform/stop-signals.ts';
import { cpuTimeOf, startWorkerProcess, watchMemory } from '../platform/worker-process.ts';
import { keepProcess, takeKept } from './kept-processes.ts';
import { LIMITS } from './limits.ts';
import type { Job, JobMessage, Reply, Results } from './messages.ts';
import { RenderError, type RenderStage } from './render-error.ts';

export interface Isolation {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; a job that waits for the processor may take `MAX_WAIT_MS` longer. */
  readonly timeLimit: number;
  /** Milliseconds without a message from the child after which the job is abandoned. */
  readonly stallLimit?: number;
  /** Bytes; enforced if the system reports the memory of a process. */
  readonly memoryLimit?: number;
  /** Size of the JavaScript heap in megabytes. */
  readonly heapMb?: number;
  /** Someone waits for the result: the process runs at the priority of requests. */
  readonly urgent?: boolean | undefined;
  /** The stage to report if the child dies without a message. */
  readonly stage: RenderStage;
  /**
   * Identifies the file. Its process is kept for a moment after the job, and does the next job on the same file. Not for
   * urgent jobs, whose processes have another priority.
   */
  readonly file?: string | undefined;
  onReply?(reply: Reply): void;
}

const HEAP_MB = 256;
/** A job that has had the processor for this share of its time limit would not end in another attempt either. */
const BUSY_SHARE = 0.75;
/** A job with a smaller share does not wait for the processor, but for something that may never happen. */
const IDLE_SHARE = 0.01;
const MAX_WAIT_MS = 5 * 60_000;
/** After the time limit, a job is looked at again after this share of it. */
const CHECK_SHARE = 0.25;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Runs the job; aborting kills it. Throws `RenderError`, the signal's reason, or another error if the file is not at
 * fault.
 */
export async function runIsolated<K extends Job['kind']>(
  job: Extract<Job, { kind: K }>,
  isolation: Isolation,
): Promise<Results[K]> {
  isolation.signal?.throwIfAborted();
  const { heapMb = HEAP_MB, urgent = false, file } = isolation;
  const kept = file === undefined ? undefined : takeKept(file);
  if (kept) {
    try {
      return await runIn(kept, job, isolation);
    } catch (error) {
      // What earlier jobs left behind must not be blamed on this one.
      if (!(error instanceof RenderError) || error.problem === 'timeout') throw error;
    }
  }
  return runIn(startWorkerProcess(CHILD, heapMb, { env: { VIPS_DISC_THRESHOLD: '64m' }, urgent }), job, isolation);
}

async function runIn<K extends Job['kind']>(
  child: ChildProcess,
  job: Extract<Job, { kind: K }>,
  isolation: Isolation,
): Promise<Results[K]> {
  const watch = watchMemory(child, isolation.memoryLimit ?? LIMITS.processMemory);
  const listening = new AbortController();
  let isKept = false;
  try {
    const result = await replyOf(child, job, isolation, watch, listening.signal);
    watch.stop();
    isKept = isolation.file !== undefined && (await keepProcess(isolation.file, child));
    return result;
  } finally {
    listening.abort();
    watch.stop();
    if (!isKept) await ended(child);
  }
}

function replyOf<K extends Job['kind']>(
  child: ChildProcess,
  job: Extract<Job, { kind: K }>,
  isolation: Isolation,
  watch: ReturnType<typeof watchMemory>,
  listening: AbortSignal,
): Promise<Results[K]> {
  let stage = isolation.stage;
  const cpuTime = async () => (child.pid ? cpuTimeOf(child.pid) : 0);
  const usedBefore = cpuTime();
  return new Promise<Results[K]>((resolve, reject) => {
    const { timeLimit } = isolation;
    let timer = setTimeout(check, timeLimit, timeLimit, timeLimit, usedBefore);
    async function check(elapsed: number, interval: number, earlier: Promise<number>): Promise<void> {
      const now = cpuTime();
      const [used, gained] = [(await now) - (await usedBefore), (await now) - (await earlier)];
      const verdict = timeVerdict({ timeLimit, elapsed, interval, used, gained });
      if (listening.aborted) return;
      const next = CHECK_SHARE * timeLimit;
      if (verdict === 'waits') timer = setTimeout(check, next, elapsed + next, next, now);
      else
        reject(new RenderError('timeout', stage, `not done after ${elapsed} ms`, { isPermanent: verdict === 'busy' }));
    }
    const patience = isolation.stallLimit;
    const stalled = () => reject(new RenderError('timeout', stage, `no word for ${patience} ms`));
    let stall = patience === undefined ? undefined : setTimeout(stalled, patience);
    const stop = () => reject(isolation.signal?.reason);
    const onExit = (code: number | null, signal: string | null) =>
      reject(exitError(code, signal, watch.exceeded(), stage));
    // Emitted more than once if the child cannot be started: by the system, and for the job that could not be sent.
    const onError = (error: Error) => reject(new Error('a process could not be started', { cause: error }));
    const onMessage = (reply: Reply) => {
      if (reply.type === 'progress') stage = reply.stage;
      clearTimeout(stall);
      if (patience !== undefined) stall = setTimeout(stalled, patience);
      isolation.onReply?.(reply);
      if (reply.type === 'failed') reject(new RenderError(reply.problem, reply.stage, reply.message, reply));
      // The child answers a job of kind K with the result of that kind.
      if (reply.type === 'done') resolve(reply.result as Results[K]);
    };
    isolation.signal?.addEventListener('abort', stop, { once: true, signal: listening });
    child.once('exit', onExit).on('error', onError).on('message', onMessage);
    listening.addEventListener('abort', () => {
      clearTimeout(timer);
      clearTimeout(stall);
      child.off('exit', onExit).off('message', onMessage);
    });
    child.send({ job, stays: isolation.file !== undefined } satisfies JobMessage);
  });
}

/**
 * What a job does that is not done within its time limit: it keeps the processor busy, it waits for the processor because
 * the server is busy, or it stands still. In milliseconds; `used` and, since the last check, `gained`: of processor time.
 */
export function timeVerdict({
  timeLimit,
  elapsed,
  interval,
  used,
  gained,
}: Record<'timeLimit' | 'elapsed' | 'interval' | 'used' | 'gained', number>): 'busy' | 'waits' | 'idle' {
  if (used >= BUSY_SHARE * timeLimit) return 'busy';
  if (gained < IDLE_SHARE * interval) return 'idle';
  return elapsed < timeLimit + MAX_WAIT_MS ? 'waits' : 'busy';
}

/** Signals sent from outside, never caused by a file. */
const FROM_OUTSIDE = new Set<string>([...STOP_SIGNALS, 'SIGQUIT']);

/** The error for a process that was ended by the system or by its own memory limit, and could not report anything. */
function exitError(code: number | null, signal: string | null, exceeded: boolean, stage: RenderStage): Error {
  if (signal !== null && FROM_OUTSIDE.has(signal))
    return new Error(`the process was terminated externally (${signal})`);
  const starved = exceeded || signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134;
  return new RenderError(starved ? 'memory_limit' : 'internal', stage, `the process ended (${signal ?? code})`, {
    // It was ended because of its own memory, not because the server had none left.
    isPermanent: exceeded,
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
