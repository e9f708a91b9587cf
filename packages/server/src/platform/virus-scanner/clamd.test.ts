import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { clamd } from './clamd.ts';

const open = new Set<{ close: () => void }>();
afterEach(() => {
  for (const one of open) one.close();
  open.clear();
});

/** A server that answers a whole stream; the received bytes are kept. */
async function scanner(answer: (socket: Socket, received: Buffer) => void, place?: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      if (received.subarray(-4).equals(Buffer.alloc(4))) answer(socket, received);
    });
  });
  open.add({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  if (place === undefined) server.listen(0, '127.0.0.1');
  else server.listen(place);
  await once(server, 'listening');
  return place === undefined ? `clamd://127.0.0.1:${(server.address() as AddressInfo).port}` : `clamd://${place}`;
}

async function* bytes(...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('clean and infected files are told apart, and sent in chunks with their length', async () => {
  let seen = '';
  const address = await scanner((socket, received) => {
    seen = received.toString('latin1');
    socket.end(seen.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  });
  expect(await clamd(address).scan(bytes('one', '', 'three'))).toBeUndefined();
  expect(seen).toBe('zINSTREAM\0\0\0\0\x03one\0\0\0\x05three\0\0\0\0');
  expect(await clamd(address).scan(bytes('EICAR'))).toBe('Eicar-Signature');
});

test('a scanner is reached through a local socket', async () => {
  const place = path.join(tmpdir(), `clamd-${process.pid}.sock`);
  const address = await scanner((socket) => socket.end('stream: OK\0'), place);
  expect(await clamd(address).scan(bytes('x'))).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['an error', 'INSTREAM size limit exceeded. ERROR\0'],
  ['nonsense', '\u0001\u0002<html>OK</html>\0'],
  ['an answer that only contains OK', 'stream: maybe OK\0'],
  ['an endless line', 'x'.repeat(10_000)],
])('%s does not count as a clean file', async (_name, answer) => {
  const address = await scanner((socket) => socket.end(answer));
  await expect(clamd(address).scan(bytes('x'))).rejects.toThrow('virus scanner');
});

test('a scan fails if the scanner hangs, closes the connection or is missing', async () => {
  const silent = await scanner(() => undefined);
  await expect(clamd(silent, 50).scan(bytes('x'))).rejects.toThrow('does not respond');
  const rude = await scanner((socket) => socket.resetAndDestroy());
  await expect(clamd(rude).scan(bytes('x'))).rejects.toThrow();
  await expect(clamd('clamd:///nowhere/clamd.ctl').scan(bytes('x'))).rejects.toThrow('ENOENT');
});
