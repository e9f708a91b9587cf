// Connections that never complete a request: they are closed, and other clients are not affected.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { HEADERS_MS, POLL_INTERVAL_MS } from '@plumbline/server/app/app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../server.ts';

const SLOW = 500;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('closes five hundred connections that send headers slowly or not at all, and serves other clients meanwhile', async () => {
  expect(HEADERS_MS + POLL_INTERVAL_MS).toBeLessThanOrEqual(10_000);
  const url = await server.listen();
  const port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  for (let n = 0; n < SLOW; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume();
    sockets.push(socket);
  }
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const [n, socket] of sockets.entries()) if (n % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
  const trickle = setInterval(() => {
    for (const [n, socket] of sockets.entries()) if (n % 4 === 0 && !socket.destroyed) socket.write('a');
  }, 500);
  try {
    for (let n = 0; n < 20; n += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(SLOW);
    await closed;
  } finally {
    clearInterval(trickle);
    for (const socket of sockets) socket.destroy();
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
