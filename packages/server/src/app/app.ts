// Builds the HTTP application: the shared hooks first, then the routes of each feature. Contains no business rules.
import fastifyCookie from '@fastify/cookie';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { versionedPath } from '@plumbline/core/kernel/services';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { VERSION } from '../config/version.ts';
import { servePages } from '../http/files/web-pages.ts';
import { drainConnections } from '../http/graceful-shutdown.ts';
import { gzipAnswers } from '../http/gzip.ts';
import { type Readiness, serveHealth } from '../http/health.ts';
import { limitAnonymousBodies } from '../http/limits/anonymous-body-timeout.ts';
import { limitCalls } from '../http/limits/call-limit.ts';
import { endIdleBodies } from '../http/limits/idle-body-timeout.ts';
import { serveMetrics } from '../http/monitoring/metrics.ts';
import { recordRequests } from '../http/monitoring/request-log.ts';
import { traceRequests } from '../http/monitoring/request-traces.ts';
import { openApi } from '../http/openapi.ts';
import { replyError } from '../http/reply-error.ts';
import { acceptBodies } from '../http/safe-json.ts';
import { refuseCredentialsInUrl } from '../http/security/credentials-in-url.ts';
import { sendHeaders } from '../http/security/headers.ts';
import { type Served, server } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { FEATURES } from './features.ts';

/**
 * Slow headers tie up connections, so a client that has not sent them within ten seconds is disconnected. Bodies may be
 * slow: construction sites have poor networks.
 */
export const HEADERS_MS = 8_000;
/** Interval at which connections are checked. */
export const POLL_INTERVAL_MS = 1_000;

export type Application = {
  app: FastifyInstance;
  served: Served;
  /** Asks active clients to reconnect elsewhere; await it before closing the connections. */
  leave(): Promise<void>;
};

/** Trusts the proxy that is connected, not the addresses it was given: clients put what they like before its own entry. */
const isDirectlyInFront = (_address: string, hop: number): boolean => hop === 0;

/** Builds the application on the given services; the caller listens and closes. */
export async function createApp(services: Services): Promise<Application> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => versionedPath(request.url ?? '/'),
    genReqId: () => services.newId(),
    trustProxy: services.config.trustProxy === true ? isDirectlyInFront : services.config.trustProxy,
    bodyLimit: 1_048_576,
    connectionTimeout: 0,
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: POLL_INTERVAL_MS },
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections during shutdown are answered normally.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: replyError,
  });
  const served: Served = { endpoints: [] };
  const readiness: Readiness = { stopping: false };
  app.setErrorHandler(replyError);
  acceptBodies(app);
  recordRequests(app, services);
  if (services.config.tracing) traceRequests(app);
  sendHeaders(app, services.config.publicUrl.startsWith('https:'));
  limitAnonymousBodies(app);
  endIdleBodies(app);
  await app.register(fastifyCookie);
  await limitCalls(app, services.config.callsPerSecond, services.siblings);
  refuseCredentialsInUrl(app);
  gzipAnswers(app);
  serveHealth(app, services, readiness);
  serveMetrics(app, services);
  const leave = drainConnections(app, readiness, services.config.drainDelayMs);
  const serve = server(app, services, served);
  for (const feature of FEATURES) await feature(serve, services, app);

  const description = openApi(served.endpoints, VERSION);
  app.get('/api/openapi.json', async () => description);
  await app.register(fastifySwagger, { mode: 'static', specification: { document: description as never } });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  const { offlineOnDesktop: offlineEverywhere, serviceBases, ownUploadLimits } = services.config;
  await servePages(app, {
    offlineEverywhere,
    serviceBases,
    ownUploadLimits,
    convertsVideos: services.transcoder.available,
  });
  return { app, served, leave };
}
