// Serves the web from this process.
import type { Services } from '../platform/services.ts';
import { createApp } from './app.ts';

/**
 * Time for requests in progress once clients have been asked to leave; a stalled client would keep its connection open
 * forever.
 */
const CLOSE_MS = 5_000;

/** Resolves with the port once it is listened on, and with how to stop. */
export async function serveWeb(services: Services): Promise<{ port: number; stop: () => Promise<void> }> {
  const { config } = services;
  const { app, leave } = await createApp(services);
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const stop = async () => {
    await leave();
    const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
    await app.close();
    clearTimeout(late);
  };
  return { port, stop };
}
