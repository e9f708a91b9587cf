// Ends connections on which an unauthenticated client sends a body slowly: thousands of them would exhaust the server's
// sockets. Bodies of signed-in users may take longer, because construction sites have slow networks.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Anonymous requests are a few hundred bytes long; a client that was rejected has the same time to read the response.
 */
const MAX_BODY_MS = 30_000;

const authenticated = new WeakSet<IncomingMessage>();

/** Called once the request is authenticated; lifts the time limit. */
export function allowSlowBody(request: FastifyRequest): void {
  authenticated.add(request.raw);
}

export function limitAnonymousBodies(app: FastifyInstance, longestMs = MAX_BODY_MS): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete && !authenticated.has(raw)) raw.destroy();
    }, longestMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
