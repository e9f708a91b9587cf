// Serves the web with several processes, and starts one again that has ended.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Services } from '../platform/services.ts';
import { createSiblings, type Message, type Siblings } from '../platform/siblings/siblings.ts';
import { findPort } from './ports.ts';
import { CannotStart, ROLES_MS } from './run.ts';

const ENTRY = fileURLToPath(new URL('web-process.ts', import.meta.url));
/** Before the next attempt to start a process that ended early. */
const PAUSE_MS = 1_000;

/** The first message to a web process. */
export type Start = { name: string; siblings: number; port: number; databaseUrl: string };

const send = (worker: Worker, message: Start | Message): void => {
  // A process that is ending hears nothing any more.
  if (worker.isConnected()) worker.send(message, undefined, undefined, () => {});
};

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);

/** How the main process talks to its web processes, and they to each other through it. */
export function connectWebProcesses(count: number): Siblings {
  const tell = (message: Message, from?: Worker) => {
    for (const worker of workers()) if (worker !== from) send(worker, message);
  };
  const { siblings, heard } = createSiblings('main', count, tell);
  cluster.on('message', (worker, message: Message) => {
    tell(message, worker);
    heard(message);
  });
  return siblings;
}

/** Resolves with the port once all processes listen on it, and with how to stop them. */
export async function startWebProcesses(
  { config, log, metrics }: Pick<Services, 'config' | 'log' | 'metrics'>,
  databaseUrl: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { webProcesses: count } = config;
  // A process that is started again must get the same port. Each would report by itself that it is taken.
  const port = await findPort(config.port, config.host);
  // All processes accept connections from one queue: what waits in it when one of them is killed is served by another.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: ENTRY, args: [], serialization: 'advanced' });
  let stopping = false;
  let isReady = false;
  const listening = Promise.withResolvers<void>();
  const ready = new Set<string>();

  function start(name: string): void {
    if (stopping) return;
    const worker = cluster.fork();
    send(worker, { name, siblings: count, port, databaseUrl });
    let isListening = false;
    worker.once('listening', () => {
      isListening = true;
      ready.add(name);
      if (ready.size < count || isReady) return;
      isReady = true;
      listening.resolve();
    });
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      if (!isReady) return listening.reject(new CannotStart('A web process has ended before it was ready.'));
      log.error({ name, code, signal }, 'a web process has ended; starting it again');
      metrics.webRestarts.inc();
      if (isListening) start(name);
      else setTimeout(start, PAUSE_MS, name);
    });
  }

  for (let number = 1; number <= count; number += 1) start(`web-${number}`);
  const stop = async () => {
    stopping = true;
    const ended = workers().map((worker) => once(worker, 'exit'));
    for (const worker of workers()) worker.process.kill('SIGTERM');
    const late = setTimeout(() => {
      for (const worker of workers()) worker.process.kill('SIGKILL');
    }, ROLES_MS + config.drainDelayMs);
    await Promise.all(ended);
    clearTimeout(late);
  };
  return listening.promise.then(
    () => ({ port, stop }),
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
}
