// The words of a file are read back page by page.
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageWords, PageWordsPacker, pageWords } from './page-words-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-words-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function all(path: string): Promise<PageWords[]> {
  const read: PageWords[] = [];
  for await (const page of pageWords(createReadStream(path))) read.push(page);
  return read;
}

const word = (text: string, turn: 0 | 90 | 270 = 0) => ({ text, x: 0.5, y: 0.25, w: 0.1, h: 0.01, turn });

test('words keep their page, position and direction', async () => {
  const packer = new PageWordsPacker();
  packer.add(1, [word('Erdgeschoss'), word('Nord', 270)]);
  packer.add(2, []);
  packer.add(3, [word('Dach', 90)]);
  const path = join(folder, 'words.gz');
  await packer.write(path);
  const read = await all(path);
  expect(read).toEqual([
    { page: 1, words: [word('Erdgeschoss'), word('Nord', 270)] },
    { page: 3, words: [word('Dach', 90)] },
  ]);
});

test('a reader can stop after the page it needs', async () => {
  const packer = new PageWordsPacker();
  for (let page = 1; page <= 50; page++) packer.add(page, [word(`page ${page}`.replace(' ', '-'))]);
  const path = join(folder, 'many.gz');
  await packer.write(path);
  for await (const { page, words } of pageWords(createReadStream(path))) {
    if (page < 7) continue;
    expect(words[0]?.text).toBe('page-7');
    break;
  }
});

test('a damaged file is an error, not an end', async () => {
  const packer = new PageWordsPacker();
  packer.add(1, [word('a')]);
  const path = join(folder, 'damaged.gz');
  await packer.write(path);
  await truncate(path, 20);
  await expect(all(path)).rejects.toThrow();
});

test('a file without text has no words', async () => {
  const path = join(folder, 'none.gz');
  await new PageWordsPacker().write(path);
  expect(existsSync(path)).toBe(false);
});
