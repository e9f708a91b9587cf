import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endStillBodies } from './idle-body-timeout.ts';

const app = Fastify();
const ended: string[] = [];
let goOn: () => void;
let port: number;

beforeAll(async () => {
  endStillBodies(app, 100);
  app.addContentTypeParser('text/plain', (_request, body, done) => done(null, body));
  app.post('/read', async ({ body }) => {
    try {
      for await (const piece of body as AsyncIterable<Buffer>) void piece;
      return 'read';
    } catch (error) {
      ended.push((error as NodeJS.ErrnoException).code ?? 'unknown');
      throw error;
    }
  });
  app.post('/busy', async ({ body }) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    for await (const piece of body as AsyncIterable<Buffer>) void piece;
    return 'read';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends so many bytes of a body of six. */
function begin(path: string, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.on('data', (piece) => {
    heard += String(piece);
  });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\n${bytes}`);
  return { socket, heard: () => heard };
}

test('a body that stands still ends its call, one that comes slowly does not', async () => {
  const still = begin('/read', 'ab');
  const slow = begin('/read', '');
  // Letter by letter, and always more often than it is looked at.
  for (const letter of 'abcde') {
    slow.socket.write(letter);
    await wait(60);
  }
  expect([still.socket.closed, still.heard(), ended]).toEqual([true, '', ['ECONNRESET']]);
  slow.socket.write('f');
  await once(slow.socket, 'data');
  expect(slow.heard()).toContain('200 OK');
  slow.socket.destroy();
});

test('a body that has come and is not read yet is waited for', async () => {
  const busy = begin('/busy', 'abc');
  await wait(350);
  expect(busy.socket.closed).toBe(false);
  busy.socket.write('def');
  goOn();
  await once(busy.socket, 'data');
  expect(busy.heard()).toContain('200 OK');
  busy.socket.destroy();
});
