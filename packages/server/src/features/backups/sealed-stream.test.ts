import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { backupKey, CHUNK_BYTES, seal, sealedSize, unseal } from './sealed-stream.ts';

const key = backupKey('a key for tests that is long enough to be one');

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** In pieces that do not fit the chunks. */
const inPieces = (content: Buffer, size = 10_007) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_, at) => content.subarray(at * size, (at + 1) * size)),
  );

const contentOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 31) % 251));
const sealed = (content: Buffer, name = 'backups/a/database') => collect(seal(key, name, inPieces(content)));
const opened = (bytes: Buffer, name = 'backups/a/database', by = key) => collect(unseal(by, name, inPieces(bytes)));

it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])('decrypts %i bytes', async (size) => {
  const content = contentOf(size);
  const bytes = await sealed(content);
  expect(bytes.length).toBe(sealedSize(size));
  expect((await opened(bytes)).equals(content)).toBe(true);
});

it('never writes the same bytes twice', async () => {
  const content = contentOf(1_000);
  expect((await sealed(content)).equals(await sealed(content))).toBe(false);
});

const content = contentOf(2 * CHUNK_BYTES + 500);
const HEADER_BYTES = sealedSize(0) - 16;
const CHUNK = CHUNK_BYTES + 16;

it.each([
  ['nothing', 0],
  ['half of the header', 10],
  ['the header', HEADER_BYTES],
  ['whole chunks', HEADER_BYTES + CHUNK],
])('reports an object cut off after %s', async (_, length) => {
  await expect(opened((await sealed(content)).subarray(0, length))).rejects.toThrow(/incomplete.*cut off/u);
});

it.each([0, 40, HEADER_BYTES + CHUNK, HEADER_BYTES + 2 * CHUNK + 3])(
  'reports an object that was altered at byte %i',
  async (at) => {
    const bytes = await sealed(content);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await expect(opened(bytes)).rejects.toThrow(/was altered/u);
  },
);

it('detects exchanged chunks and objects', async () => {
  const bytes = await sealed(content);
  const chunk = (at: number) => bytes.subarray(HEADER_BYTES + at * CHUNK, HEADER_BYTES + (at + 1) * CHUNK);
  const exchanged = Buffer.concat([bytes.subarray(0, HEADER_BYTES), chunk(1), chunk(0), chunk(2)]);
  await expect(opened(exchanged)).rejects.toThrow(/was altered/u);
  await expect(opened(bytes, 'backups/b/database')).rejects.toThrow(/was altered/u);
});

it('reports a wrong key and a newer format', async () => {
  const bytes = await sealed(content);
  await expect(opened(bytes, undefined, backupKey('another key that is long enough, too'))).rejects.toThrow(
    /encrypted with another key/u,
  );
  bytes.write('PLB2');
  await expect(opened(bytes)).rejects.toThrow(/newer version/u);
});
