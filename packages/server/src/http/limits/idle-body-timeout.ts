// Ends calls of whose body nothing comes any more: a device that went out of reach tells nobody, and its half of a call would be waited for
// as long as the program lives, with the place it has taken in an upload.
import type { FastifyInstance } from 'fastify';

/** Weak networks pause for a while; a device that comes back later starts the call again. */
const IDLE_MS = 30_000;

/** Calls `check` again and again until the returned function is called. */
type Repeat = (check: () => void) => () => void;

const everyIdlePeriod: Repeat = (check) => {
  const timer = setInterval(check, IDLE_MS).unref();
  return () => clearInterval(timer);
};

export function endStillBodies(app: FastifyInstance, repeat = everyIdlePeriod): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // Calls from within the program have no socket.
    if (raw.complete || typeof socket.bytesRead !== 'number') return;
    let read = socket.bytesRead;
    const stop = repeat(() => {
      // Bytes that have arrived and wait for us are no fault of the network.
      const idle = socket.bytesRead === read && raw.readableLength === 0;
      read = socket.bytesRead;
      if (raw.complete) stop();
      else if (idle) raw.destroy(Object.assign(new Error('the body stopped arriving'), { code: 'ECONNRESET' }));
    });
    raw.once('close', stop);
  });
}
