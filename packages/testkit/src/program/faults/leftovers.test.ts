// Partial files of a killed program are deleted after a day; files still in use stay.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tasksOf } from '@plumbline/server/app/features';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function touch(folder: string, name: string, hoursAgo: number): Promise<void> {
  const file = path.join(folder, name, 'original');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'half of it');
  const then = new Date(Date.now() - hoursAgo * 3_600_000);
  await utimes(path.dirname(file), then, then);
}

test('job folders and partial files are deleted a day after they were last touched', async () => {
  const scratch = path.join(server.services.config.dataDir, 'tmp');
  const incoming = path.join(server.services.config.dataDir, 'files', '.incoming');
  for (const folder of [scratch, incoming]) {
    await touch(folder, 'killed', 25);
    await touch(folder, 'at-work', 23);
  }
  const context = { id: '1', attempt: 1, maxAttempts: 1, signal: new AbortController().signal };
  await tasksOf(server.services)['uploads.sweep']?.({}, context);
  expect(await readdir(scratch)).toEqual(['at-work']);
  expect(await readdir(incoming)).toEqual(['at-work']);
});
