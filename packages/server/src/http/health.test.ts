import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import type { Services } from '../platform/services.ts';
import { serveHealth } from './health.ts';

async function readiness(full: string): Promise<{ statusCode: number; checks: unknown }> {
  const app = fastify();
  const services = {
    config: { dataDir: '/data', files: { kind: 'folder', folder: '/mnt/files' } },
    pool: { query: async () => ({}) },
  } as unknown as Services;
  const spaceOf = async (folder: string) => ({ bavail: folder === full ? 1 : 50, blocks: 100 });
  serveHealth(app, services, { stopping: false }, spaceOf);
  const { statusCode, body } = await app.inject('/readyz');
  await app.close();
  return { statusCode, checks: (JSON.parse(body) as { checks: unknown }).checks };
}

test('a server with a full disk is ready, and says which check fails', async () => {
  expect(await readiness('nowhere')).toEqual({
    statusCode: 200,
    checks: { running: true, database: true, disk: true },
  });
  for (const full of ['/data', '/mnt/files']) {
    expect(await readiness(full)).toMatchObject({ statusCode: 200, checks: { disk: false } });
  }
});
