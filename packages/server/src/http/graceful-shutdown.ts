// Before the program ends, whoever works with it over a connection that is kept open is asked to go elsewhere, with his next answer.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from './health.ts';

/** Proxies in front get this long to notice that the program is not ready any more. */
const LEAST_MS = 500;
/** Whoever has not asked by then, or was quiet before, is closed without another word. */
const MOST_MS = 5_000;
const QUIET_MS = 3_000;
const LOOK_MS = 20;

/** Watches the connections; what it returns resolves when all who are at work have been told. */
export function handOn(app: FastifyInstance, readiness: Readiness): () => Promise<void> {
  /** When each connection that has not been told asked last. */
  const asked = new Map<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    // Calls within the program come over none.
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
