// Runs programs of the system, such as LibreOffice and ffmpeg, which are optional at run time and read untrusted files.
import { type ChildProcess, spawn } from 'node:child_process';

/** Interval after which an absent program is looked for again. */
const RECHECK_AFTER_MS = 60_000;
const MAX_OUTPUT = 200_000;

export type ProgramResult = {
  code: number | null;
  /** Its standard output and its messages, up to a limit, in the order of their arrival. */
  said: string;
  /** Only its standard output, up to the same limit. */
  output: string;
};
export type ProgramOptions = {
  /** The whole environment: none of ours is passed on. */
  env: Record<string, string>;
  signal: AbortSignal;
  /** Called with the started process. */
  started?: (child: ChildProcess) => void;
};

/**
 * Runs the program as a process group that is killed as a whole: a launcher script would otherwise leave the real process
 * running.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { env, signal, started }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    if (child.pid !== undefined) started?.(child);
    let said = '';
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      if (output.length < MAX_OUTPUT) output += piece.toString('utf8');
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        if (said.length < MAX_OUTPUT) said += piece.toString('utf8');
      });
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has already exited.
      }
    };
    const stopGuard = child.pid === undefined ? () => {} : guardGroup(child.pid);
    signal.addEventListener('abort', end, { once: true });
    child.once('error', (error) => {
      signal.removeEventListener('abort', end);
      reject(error);
    });
    // Its output stays open until the processes that it started have ended, too.
    child.once('exit', () => {
      end();
      stopGuard();
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve({ code, said, output });
    });
    if (signal.aborted) end();
  });
}

/**
 * Kills the process group if this process is killed: that runs none of our code, but closes the input of the guard. Returns
 * the function that stops the guard. Without a shell there is no guard.
 */
function guardGroup(group: number): () => void {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "-$0"', String(group)], {
    // Signals to our own process group, such as Ctrl-C, must not stop it.
    ...{ detached: true, env: {} },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  return () => void guard.kill('SIGKILL');
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');

/**
 * Creates the function that says whether a program is installed. `look` runs it. Once found, it is not looked for again; an
 * absent one is looked for again after a minute.
 */
export function createPresence(check: () => Promise<boolean>, now: () => number): () => Promise<boolean> {
  let known: { there: Promise<boolean>; at: number; certain: boolean } | undefined;
  return () => {
    if (known && (known.certain || now() - known.at < RECHECK_AFTER_MS)) return known.there;
    const there = check().catch((error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    });
    const requested = { there, at: now(), certain: false };
    known = requested;
    there.then(
      (found) => {
        requested.certain = found;
      },
      () => {
        if (known === requested) known = undefined;
      },
    );
    return there;
  };
}
