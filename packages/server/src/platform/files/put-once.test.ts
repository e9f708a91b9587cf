import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { folderFiles } from './folder.ts';
import { putOnce } from './put-once.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-put-once-'));
afterAll(() => rm(folder, { recursive: true }));

it('two jobs that store the same file at the same moment both succeed', async () => {
  const files = folderFiles(folder);
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  async function* body() {
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    yield Buffer.from('page');
  }
  await Promise.all([putOnce(files, 'previews/1', body), putOnce(files, 'previews/1', body)]);
  expect(String(await buffer(await files.open('previews/1')))).toBe('page');
});

it('an existing file is not created again, and other errors are rethrown', async () => {
  const files = folderFiles(folder);
  await files.put('previews/2', Readable.from([Buffer.from('first')]));
  await putOnce(files, 'previews/2', () => {
    throw new Error('made again');
  });
  const failing = putOnce(files, 'previews/3', () => {
    throw new Error('no page');
  });
  await expect(failing).rejects.toThrow('no page');
});
