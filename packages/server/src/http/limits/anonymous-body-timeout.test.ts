import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowSlowBody, limitAnonymousBodies } from './anonymous-body-timeout.ts';

const app = Fastify();
let port: number;

beforeAll(async () => {
  limitAnonymousBodies(app, 50);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/stranger', async () => 'read');
  app.post('/known', { onRequest: async (request) => allowSlowBody(request) }, async () => 'read');
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send('who?') }, async () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends half of a two-byte body. */
function begin(path: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.on('data', (piece) => {
    heard += String(piece);
  });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\na`);
  return { socket, heard: () => heard };
}

test('an unfinished body of an anonymous client is cut off, that of a signed-in user is awaited', async () => {
  const known = begin('/known');
  const [outsider, refused] = [begin('/stranger'), begin('/refused')];
  await Promise.all([once(outsider.socket, 'close'), once(refused.socket, 'close')]);
  expect(outsider.heard()).toBe('');
  expect(refused.heard()).toContain('401');
  known.socket.write('b');
  await once(known.socket, 'data');
  expect(known.heard()).toContain('200 OK');
  known.socket.destroy();
});
