import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allowsPrograms } from './memory-folder.mjs';

it.each([
  ['tmpfs /dev/shm tmpfs rw,relatime,size=24684084k 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['/dev/vda /dev/shm ext4 rw 0 0', false],
  ['tmpfs /dev/shm/other tmpfs rw 0 0', false],
])('%s: programs run from memory: %s', (line, expected) => {
  expect(allowsPrograms(`proc /proc proc rw 0 0\n${line}\n`)).toBe(expected);
});

/** The temporary folder of a process that asks for memory. @param {string} [folder] the one it is told to use */
function folderOf(folder) {
  const { TMPDIR: _, ...env } = process.env;
  const script = `import { useMemoryFolder } from ${JSON.stringify(import.meta.resolve('./memory-folder.mjs'))};
    import { tmpdir } from 'node:os'; useMemoryFolder(); console.log(tmpdir());`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { env: { ...env, ...(folder && { TMPDIR: folder }) } })
    .toString()
    .trim();
}

it('leaves a chosen temporary folder alone', () => {
  expect(folderOf('/somewhere')).toBe('/somewhere');
});

it('the memory folder is removed at the end, with those of killed runs', ({ skip }) => {
  const folder = folderOf();
  skip(!folder.startsWith('/dev/shm/'), 'no room in memory');
  expect(existsSync(folder)).toBe(false);
  // Process numbers end far below.
  const [abandoned, other] = ['/dev/shm/plumbline-tests-999999999', '/dev/shm/plumbline-tests-of-others'];
  for (const one of [abandoned, other]) mkdirSync(one, { recursive: true });
  folderOf();
  expect([abandoned, other].map((one) => existsSync(one))).toEqual([false, true]);
  rmSync(other, { recursive: true });
});
