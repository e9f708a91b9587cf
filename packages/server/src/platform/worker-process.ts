// Child processes for work that may crash, loop or use too much memory: rendering, photos, map tiles.
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { childEnvironment } from '../config/child-env.ts';

const MEMORY_CHECK_MS = 200;
/** Most work ends before it leaves this much garbage; V8 would start to look for it at a few megabytes. */
const INITIAL_HEAP_MB = 64;

/** Below normal: requests of users take precedence over work in child processes. */
export const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

interface WorkerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** At the priority of this process. */
  readonly urgent?: boolean;
}

/**
 * Starts a TypeScript file as a process without output of its own; messages keep typed arrays. `heapMb` limits the
 * JavaScript heap. One malloc arena returns freed memory to the system instead of growing with the number of jobs.
 */
export function startWorkerProcess(
  file: string,
  heapMb: number,
  { env = {}, urgent = false }: WorkerOptions = {},
): ChildProcess {
  const child = fork(file, [], {
    env: { ...childEnvironment(), MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '4', ...env },
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      `--initial-heap-size=${Math.min(heapMb, INITIAL_HEAP_MB)}`,
      '--disable-warning=ExperimentalWarning',
      // WebAssembly is ours or comes with a dependency: only the functions that are used are validated.
      '--wasm-lazy-validation',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    if (child.pid && !urgent) setPriority(child.pid, PRIORITY);
  } catch {
    // Not permitted on some systems; the process then runs at normal priority.
  }
  return child;
}

/** Kills the process once it uses more than `limit` bytes; has no effect where the system does not report memory. */
export function watchMemory(child: ChildProcess, limit: number): { exceeded: () => boolean; stop: () => void } {
  let exceeded = false;
  const timer = setInterval(async () => {
    if (child.pid && (await memoryOf(child.pid)) > limit) {
      exceeded = true;
      child.kill('SIGKILL');
    }
  }, MEMORY_CHECK_MS).unref();
  return { exceeded: () => exceeded, stop: () => clearInterval(timer) };
}

const TICK_MS = 10;

/** Processor time of a process in milliseconds, of all its threads; 0 if the system does not report it. */
export async function cpuTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in brackets, may contain spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return TICK_MS * (user + system);
}

/** Memory of a process in bytes without files mapped into it; 0 if the system does not report it. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+)/mu.exec(status)?.[1] ?? 0) * 1_024;
}
