// Failing stores: a disk that fills up in the middle of a file, a path that cannot be written, a server that does not
// respond.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Files, fileBytes } from '../../platform/files/files.ts';
import { folderFiles } from '../../platform/files/folder.ts';
import { s3Files } from '../../platform/files/s3.ts';
import type { Services } from '../../platform/services.ts';
import { storeFile } from './store-file.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'plumbline-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEEP = `
  const { folderFiles } = await import(process.argv[1]);
  const files = folderFiles(process.argv[2]);
  const body = async function* () { yield Buffer.alloc(4096, 'a'); };
  const outcome = await files.put('blobs/one', body()).then(() => 'kept', () => 'refused');
  const { size } = (await files.stat('blobs/one')) ?? { size: 0 };
  console.log(outcome, size);
`;

describe.skipIf(process.platform === 'win32')('a file larger than the free space', () => {
  test('is rejected as a whole, although a partial write reports success', async () => {
    const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', KEEP];
    const program = new URL('../../platform/files/folder.ts', import.meta.url).href;
    const { stdout } = await run('sh', [...limited, program, join(folder, 'limited')], {
      env: { PATH: process.env.PATH },
    });
    expect(stdout.trim()).toBe('refused 0');
  });
});

/** Files in the folder that this process holds open. */
const held = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });

const made = { id: 'b1', mime: 'application/pdf', name: 'a.pdf' };
const owner = { organisationId: 'o1', userId: null };
const services = (files: Files) => ({ files, newId: () => 'n1' }) as unknown as Services;

describe.skipIf(process.platform !== 'linux')('a file created by the server', () => {
  test('is closed again when it cannot be stored', async () => {
    const path = join(folder, 'a.pdf');
    writeFileSync(path, 'a plan');
    const nowhere = folderFiles(join(path, 'files'));
    for (let n = 0; n < 5; n += 1)
      await expect(storeFile(services(nowhere), owner, { ...made, path })).rejects.toThrow();
    await expect.poll(held).toEqual([]);
  });

  test('fails only its own job when it disappears before the store reads it', async () => {
    const uncaught = vi.fn();
    process.on('uncaughtException', uncaught);
    const slow: Files = {
      ...folderFiles(join(folder, 'slow')),
      async put(_key, body) {
        await wait(50);
        for await (const piece of body) void piece;
        return { size: 0, sha256: '' };
      },
    };
    await expect(storeFile(services(slow), owner, { ...made, path: join(folder, 'gone.pdf') })).rejects.toThrow(
      'ENOENT',
    );
    expect(uncaught).not.toHaveBeenCalled();
    process.off('uncaughtException', uncaught);
  });
});

test('an unresponsive S3 store times out and leaves no file open', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.resume().on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const options = { endpoint, bucket: 'plumbline', region: 'eu', accessKey: 'a', secretKey: 'b' };
  const files = s3Files(options, 100);
  await expect(files.stat('blobs/one')).rejects.toThrow(/timed? ?out|timeout/iu);
  const path = join(folder, 'b.pdf');
  writeFileSync(path, 'a plan');
  await expect(files.put('blobs/two', fileBytes(path))).rejects.toThrow();
  if (process.platform === 'linux') await expect.poll(held).toEqual([]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
