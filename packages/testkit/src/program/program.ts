// The whole program as its operator starts it, in separate processes, observed through its output and responses.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const { resolve } = createRequire(import.meta.url);
const MAIN = resolve('@plumbline/server/app/main');
const ADMINISTRATION = resolve('@plumbline/server/app/plumbline');

export type Program = {
  child: ChildProcess;
  /** Its base URL, once it has printed it. */
  url: string;
  /** Everything it has printed so far. */
  said(): string;
  /** Resolves when it has printed this text. */
  saying(text: string | RegExp): Promise<void>;
  /** Sends the signal and waits for the process to end; returns the exit code, or the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | string>;
};

export type Settings = Record<string, string>;

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

/** Only the environment variables a program needs: settings of the machine must not affect a test. */
const inherited = (): Settings =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

export function launch(settings: Settings): Omit<Program, 'url'> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inherited(), PORT: '0', WEB_PROCESSES: '1', LOG_LEVEL: 'warn', DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const hear = (piece: Buffer) => {
    output += piece.toString('utf8');
    for (const look of waiting) look();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'exit').then(([code, signal]) => {
    for (const look of waiting) look();
    return (code ?? signal) as number | string;
  });
  return {
    child,
    said: () => output,
    saying: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const there = typeof text === 'string' ? output.includes(text) : text.test(output);
          const over = child.exitCode !== null || child.signalCode !== null;
          if (!there && !over) return;
          waiting.delete(look);
          if (there) resolve();
          else reject(new Error(`the program ended without printing ${text}:\n${output}`));
        };
        waiting.add(look);
        look();
      }),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts the program and waits until it responds. */
export async function startProgram(settings: Settings): Promise<Program> {
  const program = launch(settings);
  await program.saying(/ready at http\S+[\s\S]*\n\n/u);
  const url = /ready at (http\S+)/u.exec(program.said())?.[1] ?? '';
  return { ...program, url: url.replace('localhost', '127.0.0.1') };
}

/** Runs a command of the operator to its end; `said` is everything that it printed. */
export async function runCommand(
  args: readonly string[],
  settings: Settings,
  input = '',
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [ADMINISTRATION, ...args], { env: { ...process.env, ...settings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, said };
}

/** Outside the range from which systems take ports for connections, and for servers that accept any port. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

const issued = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A port for a server whose address must be known before it starts: free, and given to nothing else meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (issued.has(port)) continue;
    issued.add(port);
    if (await isFree(port)) return port;
  }
}
