// The HTTP application: its frame first, then each feature. Knows no rules.
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { versionedPath } from '@plumbline/core/kernel/services';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { FEATURES } from './features.ts';
import { gzipAnswers } from './http/gzip.ts';
import { sendHeaders } from './http/headers.ts';
import { type Readiness, serveHealth } from './http/health.ts';
import { openApi } from './http/openapi.ts';
import { servePages } from './http/pages.ts';
import type { Parts } from './http/parts.ts';
import { replyError } from './http/reply-error.ts';
import { acceptBodies } from './http/safe-json.ts';
import { type Served, server } from './http/serve.ts';
import { limitStrangersBodies } from './http/strangers-bodies.ts';
import { refuseTokensInAddresses } from './http/tokens-in-addresses.ts';

export const VERSION = '0.1.0';

export type Application = { app: FastifyInstance; served: Served; readiness: Readiness };

/** Builds the application over its parts; the caller listens and closes. */
export async function createApp(parts: Parts): Promise<Application> {
  const app = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => versionedPath(request.url ?? '/'),
    genReqId: () => parts.newId(),
    trustProxy: parts.config.trustProxy,
    bodyLimit: 1_048_576,
    connectionTimeout: 0,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // While it stops, what still comes in on open connections is answered as ever.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: replyError,
  });
  // Slow headers tie up connections; bodies may be slow, they are uploads from sites.
  app.server.headersTimeout = 10_000;
  const served: Served = { endpoints: [] };
  const readiness: Readiness = { stopping: false };
  app.setErrorHandler(replyError);
  acceptBodies(app);
  sendHeaders(app, parts.config.publicUrl.startsWith('https:'));
  limitStrangersBodies(app);
  refuseTokensInAddresses(app);
  gzipAnswers(app);
  serveHealth(app, parts, readiness);
  app.addHook('onSend', async (_request, reply) => {
    // Asks clients to go elsewhere before the connections are closed.
    if (readiness.stopping) void reply.header('connection', 'close');
  });
  const serve = server(app, parts, served);
  for (const feature of FEATURES) await feature(serve, parts, app);

  const description = openApi(served.endpoints, VERSION);
  app.get('/api/openapi.json', async () => description);
  await app.register(fastifySwagger, { mode: 'static', specification: { document: description as never } });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  await servePages(app, { offlineEverywhere: parts.config.offlineOnDesktop });
  return { app, served, readiness };
}
