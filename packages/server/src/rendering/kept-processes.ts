// Rendering processes that wait for the next job on the same file. Most of their code is compiled by then: a page of a set
// takes half the processor time. They never read another file, so one file cannot affect the result of another.
import type { ChildProcess } from 'node:child_process';
import { memoryOf } from '../platform/worker-process.ts';

/** Milliseconds until a process that got no job ends. */
const MAX_IDLE_MS = 5_000;
/** In all, one for each job that usually runs at a time. The one that has waited longest makes room. */
const MAX_KEPT = 2;
/** A process that needed more is ended, because it does not return memory to the system reliably. */
const MAX_KEPT_BYTES = 320 * 2 ** 20;

type Kept = { readonly file: string; readonly child: ChildProcess; readonly forget: () => void };
const all = new Set<Kept>();

function end(kept: Kept): void {
  kept.forget();
  kept.child.kill('SIGKILL');
}

/** A process that has worked on the file and is idle. It belongs to the caller from then on. */
export function takeKept(file: string): ChildProcess | undefined {
  const kept = [...all].find((one) => one.file === file);
  if (!kept) return undefined;
  kept.forget();
  kept.child.ref();
  kept.child.channel?.ref();
  return kept.child;
}

/** Keeps an idle process for the next job on the file; false if it should be ended instead. */
export async function keepProcess(file: string, child: ChildProcess): Promise<boolean> {
  if (!child.pid || (await memoryOf(child.pid)) > MAX_KEPT_BYTES) return false;
  if (!child.connected) return false;
  const onError = () => {};
  const kept: Kept = {
    file,
    child,
    forget: () => {
      all.delete(kept);
      clearTimeout(timer);
      child.off('exit', kept.forget);
      child.off('error', onError);
    },
  };
  const timer = setTimeout(() => end(kept), MAX_IDLE_MS).unref();
  child.once('exit', kept.forget);
  // In place of the listener of the job.
  child.removeAllListeners('error').on('error', onError);
  const [oldest] = all;
  if (oldest && all.size >= MAX_KEPT) end(oldest);
  all.add(kept);
  // An idle process does not keep this one alive.
  child.unref();
  child.channel?.unref();
  return true;
}
