// Before the server stops, active clients on keep-alive connections are told with their next response to reconnect
// elsewhere.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './health.ts';

/** Time for load balancers to notice that the server is no longer ready. */
const LEAST_MS = 500;
/** Connections without a request by then, or idle before shutdown, are closed without notice. */
const MOST_MS = 5_000;
const QUIET_MS = 3_000;
const LOOK_MS = 20;

/** Tracks the connections. The returned function resolves once all active clients have been asked to close theirs. */
export function drainConnections(app: FastifyInstance, readiness: Readiness): () => Promise<void> {
  /** The time of the last request of each connection that has not been asked to close. */
  const asked = new Map<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    // Injected requests have no connection.
    if (typeof socket.once !== 'function') return;
    if (!asked.has(socket)) socket.once('close', () => asked.delete(socket));
    asked.set(socket, performance.now());
  });
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (!readiness.stopping) return;
    void reply.header('connection', 'close');
    asked.delete(socket);
  });
  return async () => {
    readiness.stopping = true;
    const began = performance.now();
    const atWork = () => [...asked.values()].some((last) => last > began - QUIET_MS);
    do await wait(LOOK_MS);
    while (performance.now() - began < (atWork() ? MOST_MS : LEAST_MS));
  };
}
