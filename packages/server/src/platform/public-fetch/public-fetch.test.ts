import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { AddressRefused, createPublicFetch, isPublicAddress, NoResponse } from './public-fetch.ts';

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['ff02::1', false],
  ['nonsense', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

let stop: (() => void) | undefined;
afterEach(() => stop?.());

async function serving(listener: RequestListener): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const server = createServer((request, response) => {
    hits += 1;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close().closeAllConnections();
  return { port: (server.address() as AddressInfo).port, hits: () => hits };
}

const pointing =
  (...addresses: string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };

test('no notation of an internal address is called, and nothing is sent', async () => {
  const { port, hits } = await serving((_request, response) => response.end('secret'));
  const ask = createPublicFetch({ insideHosts: [], lookup: pointing('127.0.0.1') });
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'inside.example',
    '127。0。0。1',
    '①②⑦.0.0.1',
  ];
  for (const host of hosts) {
    for (const scheme of ['http', 'https']) {
      await expect(ask(`${scheme}://${host}:${port}/`), `${scheme} ${host}`).rejects.toBeInstanceOf(AddressRefused);
    }
  }
  for (const other of [
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'data:text/plain,x',
    'x',
    '',
  ]) {
    await expect(ask(other), other).rejects.toBeInstanceOf(AddressRefused);
  }
  const named = Object.assign(new URL('https://example.org/'), { username: 'user', password: 'word' });
  await expect(ask(named.href)).rejects.toBeInstanceOf(AddressRefused);
  expect(hits()).toBe(0);
});

test('a name with one public and one internal address is rejected', async () => {
  const ask = createPublicFetch({ insideHosts: [], lookup: pointing('8.8.8.8', '127.0.0.1') });
  await expect(ask('https://rebinding.example/')).rejects.toBeInstanceOf(AddressRefused);
});

test('hosts the operator allows are called, redirects are not followed, oversized bodies are not read', async () => {
  const { port, hits } = await serving((request, response) => {
    if (request.url === '/on') response.writeHead(302, { location: '/other' }).end();
    else if (request.url === '/large') response.end(Buffer.alloc(3_000));
    else response.end(`${request.method} ${request.headers['x-a']}`);
  });
  const ask = createPublicFetch({ insideHosts: ['127.0.0.1'], maxBytes: 2_000 });
  const response = await ask(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'x-a': 'b' }, body: 'c' });
  expect(await response.text()).toBe('POST b');
  expect((await ask(`http://127.0.0.1:${port}/on`)).status).toBe(302);
  expect(hits()).toBe(2);
  await expect(ask(`http://127.0.0.1:${port}/large`)).rejects.toThrow('more than 2000 bytes');
});

test('a host that does not respond runs into the time limit', async () => {
  const { port } = await serving(() => undefined);
  const ask = createPublicFetch({ insideHosts: ['127.0.0.1'], timeout: 50 });
  await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(NoResponse);
});
