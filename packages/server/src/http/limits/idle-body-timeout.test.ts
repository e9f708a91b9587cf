import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endIdleBodies } from './idle-body-timeout.ts';

const app = Fastify();
const ended: string[] = [];
/** Emits an event for each chunk that the server has read, named after the request's path. */
const read = new EventEmitter();
const checks = new Set<() => void>();
/** Simulates the end of an idle period. */
const idlePeriodPasses = () => {
  for (const check of checks) check();
};
const busy = Promise.withResolvers<IncomingMessage>();
const goOn = Promise.withResolvers<void>();
let port: number;

beforeAll(async () => {
  endIdleBodies(app, (check) => {
    checks.add(check);
    return () => void checks.delete(check);
  });
  app.addContentTypeParser('text/plain', (_request, body, done) => done(null, body));
  app.post('/read/:name', async ({ body, params }) => {
    const { name } = params as { name: string };
    try {
      for await (const _piece of body as AsyncIterable<Buffer>) read.emit(name);
      return 'read';
    } catch (error) {
      ended.push((error as NodeJS.ErrnoException).code ?? 'unknown');
      throw error;
    }
  });
  app.post('/busy', async ({ body, raw }) => {
    busy.resolve(raw);
    await goOn.promise;
    for await (const _piece of body as AsyncIterable<Buffer>) read.emit('busy');
    return 'read';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends the first `bytes` of a six-byte body. */
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

test('a request whose body stops arriving is ended, one with a slow body is not', async () => {
  const idleRead = once(read, 'idle');
  const idle = begin('/read/idle', 'ab');
  const closed = once(idle.socket, 'close');
  const slow = begin('/read/slow', '');
  await idleRead;
  // Each byte arrives after the first check of its request.
  while (checks.size < 2) await nextTurn();
  for (const letter of 'abcde') {
    const arrived = once(read, 'slow');
    slow.socket.write(letter);
    await arrived;
    idlePeriodPasses();
  }
  await closed;
  expect([idle.heard(), ended]).toEqual(['', ['ECONNRESET']]);
  const answered = once(slow.socket, 'data');
  slow.socket.write('f');
  await answered;
  expect(slow.heard()).toContain('200 OK');
  slow.socket.destroy();
});

test('a request whose body has arrived but is not read yet is kept', async () => {
  const { socket, heard } = begin('/busy', 'abc');
  const raw = await busy.promise;
  while (raw.readableLength < 3) await nextTurn();
  for (let periods = 0; periods < 3; periods += 1) idlePeriodPasses();
  expect(raw.destroyed).toBe(false);
  const answered = once(socket, 'data');
  socket.write('def');
  goOn.resolve();
  await answered;
  expect(heard()).toContain('200 OK');
  socket.destroy();
});
