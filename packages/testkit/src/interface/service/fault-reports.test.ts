// Faults in browsers are reported to the operator, in the log or an error tracker, within a rate limit.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../server.ts';

const FAULT = {
  name: 'TypeError',
  message: 'x is not a function',
  stack: 'at y (/assets/index.js:1:2)',
  path: '/project/1',
  version: 'abc',
  at: '2026-03-02T08:59:00.000Z',
};
const tell = (server: TestServer, payload: unknown) =>
  server.app.inject({ method: 'POST', url: '/api/faults', payload: payload as object });

let server: TestServer | undefined;
afterEach(() => server?.close());

test('appear in the log, with details that help to locate them', async () => {
  server = await startTestServer();
  expect((await tell(server, { faults: [FAULT] })).statusCode).toBe(204);
  expect(server.logged).toMatchObject([{ message: 'browser error', details: { fault: FAULT } }]);
  for (const wrong of [{}, { faults: [] }, { faults: [{ ...FAULT, more: 1 }] }, { faults: Array(51).fill(FAULT) }]) {
    expect((await tell(server, wrong)).statusCode).toBe(422);
  }
});

test('write no secret to the log, whatever a browser sends', async () => {
  server = await startTestServer();
  const secret = 'Q1w2'.repeat(11);
  const spoken = { message: `token ${secret}`, stack: `at /m/x?s=${secret}`, path: `/activate/register/${secret}` };
  expect((await tell(server, { faults: [{ ...FAULT, ...spoken }] })).statusCode).toBe(204);
  expect(server.logged).toHaveLength(1);
  expect(JSON.stringify(server.logged)).not.toContain('Q1w2');
});

test('are accepted a few times a minute per IP address', async () => {
  server = await startTestServer();
  const statuses: number[] = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await tell(server, { faults: [FAULT] })).statusCode);
  expect(statuses).toEqual([...Array(20).fill(204), 429, 429]);
  server.clock.advance(60_000);
  expect((await tell(server, { faults: [FAULT] })).statusCode).toBe(204);
});

test("are forwarded to the operator's tracker, without waiting for an unresponsive one", async () => {
  const got: unknown[] = [];
  const gatherer = createServer((request, reply) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      got.push(JSON.parse(text));
      reply.writeHead(got.length === 1 ? 202 : 500).end();
    });
  });
  await new Promise<void>((resolve) => gatherer.listen(0, '127.0.0.1', resolve));
  const { port } = gatherer.address() as AddressInfo;
  server = await startTestServer({ environment: { FAULT_REPORTS: `http://127.0.0.1:${port}/in` } });
  expect((await tell(server, { faults: [FAULT] })).statusCode).toBe(204);
  expect(got).toMatchObject([{ source: 'http://localhost:8420', faults: [FAULT] }]);
  expect((await tell(server, { faults: [FAULT] })).statusCode).toBe(204);
  expect(server.logged).toMatchObject([{ details: { status: 500 } }]);
  gatherer.closeAllConnections();
  gatherer.close();
});

test('are dropped if the operator turned them off', async () => {
  server = await startTestServer({ environment: { FAULT_REPORTS: 'off' } });
  expect((await tell(server, { faults: [FAULT] })).statusCode).toBe(204);
  expect(server.logged).toEqual([]);
});
