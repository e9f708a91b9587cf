// A temporary folder per test file, removed at the end.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export interface TestFolder {
  /** Creates a new subfolder. */
  fresh(): Promise<string>;
  /** Writes a file and returns its path. */
  put(name: string, content: string | Uint8Array): Promise<string>;
}

export function testFolder(): TestFolder {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'plumbline-rendering-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const fresh = () => mkdtemp(join(root, 'f-'));
  return {
    fresh,
    async put(name, content) {
      const path = join(await fresh(), name);
      await writeFile(path, content);
      return path;
    },
  };
}
