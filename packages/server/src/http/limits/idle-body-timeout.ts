// Ends requests whose body has stopped arriving. A device that loses its network never closes the connection, and its
// unfinished request would occupy its upload slot for as long as the process runs.
import type { FastifyInstance } from 'fastify';

/** Slow networks pause for a while; a device that reconnects later sends the request again. */
const IDLE_MS = 30_000;

/** Calls `check` periodically until the returned function is called. */
type Repeat = (check: () => void) => () => void;

const everyIdlePeriod: Repeat = (check) => {
  const timer = setInterval(check, IDLE_MS).unref();
  return () => clearInterval(timer);
};

export function endIdleBodies(app: FastifyInstance, repeat = everyIdlePeriod): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { socket } = raw;
    // Injected requests have no socket.
    if (raw.complete || typeof socket.bytesRead !== 'number') return;
    let read = socket.bytesRead;
    const stop = repeat(() => {
      // Bytes that have arrived and are not read yet are not the network's fault.
      const idle = socket.bytesRead === read && raw.readableLength === 0;
      read = socket.bytesRead;
      if (raw.complete) stop();
      else if (idle) raw.destroy(Object.assign(new Error('the body stopped arriving'), { code: 'ECONNRESET' }));
    });
    raw.once('close', stop);
  });
}
