// Records each request: its id in the response, its duration in the metrics, and a line in the access log.
import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH } from '@plumbline/core/sync/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/services.ts';

const LIVE = versionedPath(LIVE_PATH);

/**
 * Lines name the route and not the URL, which can contain secrets. `user` and `session` are ids, also where that person
 * was refused; `code` says why a request was refused; `ms` is the time until the
 * response was sent.
 */
export function recordRequests(app: FastifyInstance, { config, metrics }: Services): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('refusal', null);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const { method, caller, refusal } = request;
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    // Live streams last for hours.
    if (route !== LIVE) metrics.requests.observe({ method, route, status }, ms / 1_000);
    if (!config.accessLog) return;
    const who = caller && { user: caller.userId, session: caller.sessionId, organisation: caller.organisationId };
    const code = refusal !== null && { code: refusal };
    request.log.info({ method, route, status, ...code, ms: Math.round(ms), ip: request.ip, ...who }, 'request');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who made the request, once that is known. */
    caller: { userId: string; sessionId: string; organisationId: string } | null;
    /** The code of the error that was sent. */
    refusal: string | null;
  }
}
