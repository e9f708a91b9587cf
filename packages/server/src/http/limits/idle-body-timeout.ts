// Ends calls of whose body nothing comes any more: a device that went out of reach tells nobody, and its half of a call would be waited for
// as long as the program lives, with the place it has taken in an upload.
import type { FastifyInstance } from 'fastify';

/** Weak lines stand still for a while; whoever comes back later begins the call anew. */
const STILL_MS = 30_000;

export function endStillBodies(app: FastifyInstance, stillMs = STILL_MS): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // Calls within the program come over none.
    if (raw.complete || typeof socket.bytesRead !== 'number') return;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      // What has come and waits for us is no fault of the line.
      const still = socket.bytesRead === read && raw.readableLength === 0;
      read = socket.bytesRead;
      if (raw.complete) clearInterval(timer);
      else if (still) raw.destroy(Object.assign(new Error('nothing came any more'), { code: 'ECONNRESET' }));
    }, stillMs).unref();
    raw.once('close', () => clearInterval(timer));
  });
}
