// Before the server stops, active clients on keep-alive connections are asked by their next response to reconnect
// elsewhere.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './health.ts';

/** Even without a configured delay, requests that are already on their way are answered. */
const MIN_DRAIN_MS = 500;
/** Connections without a request by then, or idle before shutdown, are closed without notice. */
const MAX_DRAIN_MS = 5_000;
const QUIET_MS = 3_000;
const CHECK_MS = 20;

/**
 * Tracks the connections. The returned function first reports for `delayMs` that the server is not ready, while new
 * connections are still served, so that load balancers stop sending requests. It resolves once all active clients have
 * been asked to close their connections.
 */
export function drainConnections(app: FastifyInstance, readiness: Readiness, delayMs: number): () => Promise<void> {
  /** The time of the last request of each connection that has not been asked to close. */
  const requested = new Map<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    // Injected requests have no connection.
    if (typeof socket.once !== 'function') return;
    if (!requested.has(socket)) socket.once('close', () => requested.delete(socket));
    requested.set(socket, performance.now());
  });
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (!readiness.stopping) return;
    void reply.header('connection', 'close');
    requested.delete(socket);
  });
  return async () => {
    readiness.stopping = true;
    await wait(delayMs);
    const startedAt = performance.now();
    const atWork = () => [...requested.values()].some((last) => last > startedAt - QUIET_MS);
    do await wait(CHECK_MS);
    while (performance.now() - startedAt < (atWork() ? MAX_DRAIN_MS : MIN_DRAIN_MS));
  };
}
