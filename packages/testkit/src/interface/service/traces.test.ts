// Traces: spans of requests, statements, jobs and conversions arrive at a collector, and contain no secrets.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { token } from '@plumbline/core/features/auth/contract';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { convertToPdf } from '@plumbline/server/features/reports/pdf/convert';
import { startWorker } from '@plumbline/server/platform/queue/postgres';
import { startTracing } from '@plumbline/server/platform/tracing/start-tracing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPerson, makeOrganisation, PASSWORD, signIn } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

type Value = { stringValue?: string; intValue?: number };
type Attributes = { key: string; value: Value }[];
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attributes;
  status: { code?: number };
};
type Export = { resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Span[] }[] }[] };

const received: { text: string; key: string | undefined }[] = [];
let collector: Server;
let server: TestServer;
let stop: () => Promise<void>;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    if (request.url === '/v1/traces') received.push({ text, key: request.headers['x-collector-key']?.toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-collector-key=hush');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  server = await startTestServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  const { tracing } = server.services.config;
  if (!tracing) throw new Error('tracing is off');
  stop = await startTracing(tracing, server.services.log);
});
afterAll(async () => {
  await server?.close();
  await new Promise((resolve) => collector.close(resolve));
  vi.unstubAllEnvs();
});

const attributeOf = ({ attributes }: { attributes: Attributes }, name: string): string | number | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

it('records requests with their statements, jobs, and the conversion of reports', async () => {
  const { services } = server;
  const organisationId = await makeOrganisation(server, 'Hochbau');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const { caller } = await signIn(server, person);
  const answered = await caller.send(listProjects, {});
  expect(answered.status).toBe(200);
  const parent = '4bf92f3577b34da6a3ce929d0e0e4736';
  const sent = await server.app.inject({
    url: '/api/no-such-route?token=hush',
    headers: { traceparent: `00-${parent}-00f067aa0ba902b7-01` },
  });
  expect(sent.statusCode).toBe(404);
  await server.app.inject({ url: '/healthz' });

  const converter = { ...services.converter, toPdf: async () => {} };
  let ran: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    ran = resolve;
  });
  const convert = async () => {
    await services.pool.query('SELECT 1 AS of_the_job');
    await convertToPdf({ converter }, { office: 'a.docx', pdf: 'a.pdf', type: 'docx' }, {});
    ran();
  };
  const worker = await startWorker(
    services.pool,
    { 'a.task': convert },
    { concurrency: 1, recoveryMs: 10_000, log: services.log },
  );
  await services.queue.enqueue(services.pool, 'a.task', {});
  await done;
  await worker.stop();
  await stop();

  expect(received.every(({ key }) => key === 'hush')).toBe(true);
  const exports = received.map(({ text }) => JSON.parse(text) as Export).flatMap(({ resourceSpans }) => resourceSpans);
  const [resource] = exports.map((one) => one.resource);
  expect(resource && attributeOf(resource, 'service.name')).toBe('plumbline');
  expect(resource && attributeOf(resource, 'deployment.environment.name')).toBe('test');
  const spans = exports.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const below = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  const named = (name: string): Span => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  const request = named(`GET ${versionedPath(listProjects.path)}`);
  expect(attributeOf(request, 'http.response.status_code')).toBe(200);
  expect(attributeOf(request, 'plumbline.request_id')).toBe(answered.headers['x-request-id']);
  expect(attributeOf(request, 'plumbline.organisation_id')).toBe(organisationId);
  expect(below(request).map((span) => attributeOf(span, 'db.system.name'))).toContain('postgresql');
  // The body of a sign-in has been read before its statements are sent.
  expect(below(named(`POST ${versionedPath(token.path)}`)).length).toBeGreaterThan(1);
  expect(named('GET /*').traceId).toBe(parent);
  expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);

  const job = named('job a.task');
  const [statement, conversion] = ['SELECT', 'convert to PDF'].map((name) =>
    below(job).find((one) => one.name === name),
  );
  expect(statement && attributeOf(statement, 'db.query.text')).toBe('SELECT 1 AS of_the_job');
  expect(conversion).toBeDefined();

  const all = received.map(({ text }) => text).join('');
  for (const secret of ['hush', PASSWORD, person.email]) expect(all).not.toContain(secret);
});
