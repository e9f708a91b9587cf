import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyError } from '../reply-error.ts';
import { servePages } from './web-pages.ts';

let folder: string;
const app = Fastify();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await writeFile(join(folder, 'assets', 'a.js'), 'export {};');
  await writeFile(join(folder, '.secret'), 'of the build');
  app.setErrorHandler(replyError);
  await servePages(app, { folder, serviceBases: 'reports=/heavy' });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const PAGES = ['/', '/home', '/project/x/pins/list/-/y'];

test.each(PAGES.flatMap((url) => [{}, { 'accept-encoding': 'gzip, br' }].map((headers) => ({ url, headers }))))(
  'the page is served at $url for $headers, with its own nonce',
  async ({ url, headers }) => {
    const answers = [await app.inject({ url, headers }), await app.inject({ url, headers })];
    const nonces = answers.map(({ statusCode, body, headers: got }) => {
      expect(statusCode).toBe(200);
      const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/u.exec(body)?.[1] ?? '';
      const policy = String(got['content-security-policy']);
      expect(policy).toContain(`'nonce-${nonce}'`);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types plumbline");
      expect(policy).not.toMatch(/'unsafe-(?:inline|eval)'/u);
      return nonce;
    });
    expect(nonces[0]).not.toBe('');
    expect(nonces[0]).not.toBe(nonces[1]);
  },
);

test('a HEAD request for the page is answered', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
});

test.each(['/api/nothing', '/m/nothing', '/assets/gone.js'])('%s is not a page', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404);
});

test('a hidden file is not served', async () => {
  expect((await app.inject({ url: '/.secret' })).body).not.toContain('of the build');
});

test('hashed files are cached forever', async () => {
  const answer = await app.inject({ url: '/assets/a.js' });
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('the service worker may fetch the files of the application and is not cached', async () => {
  await writeFile(join(folder, 'service-worker.js'), 'export {};');
  const { statusCode, headers } = await app.inject('/service-worker.js');
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(headers['cache-control']).toBe('no-cache');
});

test('the page names the services that run elsewhere', async () => {
  expect((await app.inject('/')).body).toContain('<meta name="plumbline-services" content="reports=/heavy">');
});
