import { expect, test } from 'vitest';
import { bundleHead, readBundle } from './bundle.ts';
import { type BundledFile, MAX_BUNDLED_BYTES } from './contract.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const FILES: { file: BundledFile; mime: string; content: Bytes }[] = [1, 700, 10, 65_536].map((length, at) => ({
  file: { blobId: idOf(at), size: at % 2 === 0 ? 'thumb' : 'preview' },
  mime: 'image/webp',
  // Contains line ends.
  content: Uint8Array.from({ length }, (_, place) => place % 256),
}));

const whole: number[] = FILES.flatMap(({ file, mime, content }) => [
  ...bundleHead({ ...file, mime, bytes: content.length }),
  ...content,
]);

async function* chunksOf(bytes: readonly number[], size: number): AsyncGenerator<Bytes> {
  for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.slice(at, at + size));
}

async function read(bytes: readonly number[], size: number) {
  const found: unknown[] = [];
  for await (const one of readBundle(chunksOf(bytes, size))) found.push(one);
  return found;
}

test.each([7, 64, 4_096, 1_000_000])(
  'a bundle that arrives in chunks of %i bytes has the files it was made of',
  async (size) => {
    expect(await read(whole, size)).toEqual(FILES);
  },
);

test('files are views of the chunk they arrived in, not copies of everything after them', async () => {
  const chunk = Uint8Array.from(whole);
  const buffers = new Set<ArrayBuffer>();
  for await (const { content } of readBundle(
    (async function* () {
      yield chunk;
    })(),
  ))
    buffers.add(content.buffer);
  expect([...buffers]).toEqual([chunk.buffer]);
});

test('a file that is cut off is left out', async () => {
  expect(await read(whole.slice(0, -1), 4_096)).toEqual(FILES.slice(0, -1));
  expect(await read(whole.slice(0, 20), 4_096)).toEqual([]);
});

test.each([
  ['a page of a public network', '<!doctype html>\n<title>Welcome</title>'],
  ['a line without an end', 'x'.repeat(2_000)],
  [
    'a file larger than a bundle takes',
    `{"blobId":"${idOf(1)}","size":"thumb","mime":"a/b","bytes":${MAX_BUNDLED_BYTES + 1}}\n`,
  ],
])('%s is refused', async (_name, text) => {
  await expect(
    read(
      [...text].map((character) => character.charCodeAt(0)),
      512,
    ),
  ).rejects.toThrow();
});
