// The text before the bytes of a draft is found whatever its length, without reading the bytes.
import { expect, it } from 'vitest';
import { firstLine } from './first-line.ts';

it.each<[string, string, string]>([
  ['a line and bytes', 'words', 'bytes\nwith lines'],
  ['multi-byte characters at the end of a chunk', `${'ä'.repeat(32_767)}€ü`, 'x'],
  ['a line longer than a chunk', 'w'.repeat(200_000), 'b'],
  ['an empty line', '', 'b'],
])('splits the first line from the rest: %s', async (_what, words, bytes) => {
  const { line, rest } = await firstLine(new Blob([words, '\n', bytes]));
  expect(line).toBe(words);
  expect(await rest.text()).toBe(bytes);
});

it('content without a line break is a single line', async () => {
  const { line, rest } = await firstLine(new Blob(['words']));
  expect(line).toBe('words');
  expect(rest.size).toBe(0);
});

it('reads no more of a long recording than its first line needs', async () => {
  const whole = new Blob(['words\n', new Uint8Array(4_000_000)]);
  let read = 0;
  const counted = new Proxy(whole, {
    get: (blob, name) =>
      name === 'slice'
        ? (from: number, to?: number) => {
            if (to !== undefined) read = Math.max(read, to - from);
            return blob.slice(from, to);
          }
        : Reflect.get(blob, name, blob),
  });
  expect((await firstLine(counted)).rest.size).toBe(4_000_000);
  expect(read).toBeLessThan(100_000);
});
