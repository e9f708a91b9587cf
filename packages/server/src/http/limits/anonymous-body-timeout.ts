// Ends connections on which a body dribbles in that nobody signed in has sent: thousands of them would use up the server's sockets.
// The body of somebody signed in may take its time: sites have weak lines.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What strangers send is a few hundred bytes; a caller who was refused has as long to read why. */
const LONGEST_MS = 30_000;

const vouched = new WeakSet<IncomingMessage>();

/** From here on somebody signed in answers for the call. */
export function vouchFor(request: FastifyRequest): void {
  vouched.add(request.raw);
}

export function limitStrangersBodies(app: FastifyInstance, longestMs = LONGEST_MS): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete && !vouched.has(raw)) raw.destroy();
    }, longestMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
