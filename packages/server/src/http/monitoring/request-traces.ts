// A span for each request, below which its statements are recorded.
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH } from '@plumbline/core/sync/contract';
import type { FastifyInstance } from 'fastify';

/** Live streams last for hours, health checks arrive every few seconds. */
const LEFT_OUT = new Set([versionedPath(LIVE_PATH), '/healthz', '/readyz', '/metrics']);

/** Names routes, never URLs, which can contain secrets. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer('plumbline');
  const spans = new WeakMap<object, { span: Span; within: Context }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    if (LEFT_OUT.has(route)) return done();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'plumbline.request_id': request.id,
    };
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const within = trace.setSpan(parent, span);
    spans.set(request, { span, within });
    context.with(within, done);
  });
  // Reading the body has left the context.
  app.addHook('preValidation', (request, _reply, done) => {
    const known = spans.get(request);
    if (known) context.with(known.within, done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)?.span;
    if (!span) return;
    span.setAttribute('http.response.status_code', reply.statusCode);
    if (request.caller) span.setAttribute('plumbline.organisation_id', request.caller.organisationId);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
