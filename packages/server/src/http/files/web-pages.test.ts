import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyError } from '../reply-error.ts';
import { servePages } from './web-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-pages-'));
let app: FastifyInstance;
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<head></head>');
  writeFileSync(join(folder, 'service-worker.js'), '');
  app = fastify();
  app.setErrorHandler(replyError);
  await servePages(app, { folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const statusOf = async (url: string): Promise<number> => (await app.inject(url)).statusCode;

test('the page contains the settings of the operator', async () => {
  const other = fastify();
  await servePages(other, {
    folder,
    offlineEverywhere: true,
    serviceBases: 'reports=/heavy,bim-api=/models',
    ownUploadLimits: 'video=2000,file=3.2',
    convertsVideos: async () => true,
  });
  const { body } = await other.inject('/');
  expect(body).toContain('<meta name="plumbline-offline" content="everywhere">');
  expect(body).toContain('<meta name="plumbline-upload-limits" content="video=2000,file=3.2">');
  expect(body).toContain('<meta name="plumbline-videos" content="converted">');
  expect(body).toContain('<meta name="plumbline-services" content="reports=/heavy,bim-api=/models">');
  await other.close();
  expect((await app.inject('/')).body).not.toMatch(/plumbline-(?:services|upload-limits|videos)/u);
});

test('every path of a screen returns the page', async () => {
  const paths = ['/', '/home', '/project/1/2/split/3/basic/-/drawing.pdf', '/activate/user/aB-_9', '/nothing/there'];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 200]);
});

test('the page is never cached, not even for back navigation', async () => {
  for (const path of ['/', '/home']) expect((await app.inject(path)).headers['cache-control']).toBe('no-store');
});

test('a missing file returns 404 instead of the page', async () => {
  const paths = [
    '/.env',
    '/.git/config',
    '/nothing.js',
    '/robots2.txt',
    '/wp-login.php',
    '/assets/old-1a2b.js',
    '/api/none',
  ];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(await statusOf('/service-worker.js')).toBe(200);
});
