import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptFile, keptPicture } from './report-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an image is rendered once, with its bytes and size', async () => {
  const printed = { bytes: Buffer.from([1, 2, 3]), width: 70_000, height: 3 };
  const calls: string[] = [];
  const print = (name: string) =>
    keptPicture(folder, name, async () => {
      calls.push(name);
      return printed;
    });
  expect(await print('one.jpg')).toEqual(printed);
  expect(await print('one.jpg')).toEqual(printed);
  expect(await print('two.jpg')).toEqual(printed);
  expect(calls).toEqual(['one.jpg', 'two.jpg']);
});

test('a file that was not finished is written again', async () => {
  const path = join(folder, 'report.docx');
  const stop = (partial: string): Promise<void> => {
    writeFileSync(partial, 'half');
    return Promise.reject(new Error('killed'));
  };
  await expect(keptFile(path, stop)).rejects.toThrow('killed');
  await keptFile(path, async (partial) => writeFileSync(partial, 'whole'));
  await keptFile(path, stop);
  expect(readdirSync(folder)).toContain('report.docx');
});
