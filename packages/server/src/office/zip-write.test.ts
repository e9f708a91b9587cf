import { expect, test } from 'vitest';
import { ZipReader } from './zip-read.ts';
import { inPieces, writeZip, type ZipPart, zipBuffer } from './zip-write.ts';

async function* pieces(...contents: string[]): AsyncGenerator<Buffer> {
  for (const content of contents) yield Buffer.from(content);
}

async function unpacked(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await ZipReader.open(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.entries()) files[entry.fileName] = (await zip.read(entry)).toString();
  return files;
}

test('every kind of file can be read again', async () => {
  const long = 'Plaster is missing. '.repeat(10_000);
  async function* texts() {
    for (let at = 0; at < 3; at += 1) yield long;
  }
  const parts: ZipPart[] = [
    { name: 'whole.txt', bytes: Buffer.from(long) },
    { name: 'stored.jpg', bytes: Buffer.from('photo'), stored: true },
    { name: 'Übersicht/pieces.txt', open: async () => pieces(long, long) },
    { name: 'stored pieces.mp4', open: async () => pieces('vi', 'deo'), stored: true },
    { name: 'texts.xml', open: async () => inPieces(texts()) },
    { name: 'empty', open: async () => pieces() },
    { name: 'empty text', open: async () => inPieces((async function* () {})()) },
  ];
  const bytes = await zipBuffer(parts);
  expect(await unpacked(bytes)).toEqual({
    'whole.txt': long,
    'stored.jpg': 'photo',
    'Übersicht/pieces.txt': long + long,
    'stored pieces.mp4': 'video',
    'texts.xml': long + long + long,
    empty: '',
    'empty text': '',
  });
  expect(bytes.length).toBeLessThan(long.length / 10);
});

test('the same files give the same bytes, with dates accurate to two seconds', async () => {
  const parts = (at?: Date): ZipPart[] => [{ name: 'a', bytes: Buffer.from('a'), ...(at && { at }) }];
  expect(await zipBuffer(parts())).toEqual(await zipBuffer(parts()));
  const datesOf = async (at?: Date) => {
    const dates: Date[] = [];
    for await (const entry of (await ZipReader.open(await zipBuffer(parts(at)))).entries())
      dates.push(entry.getLastModDate({ timezone: 'UTC' }));
    return dates.map((date) => date.toISOString());
  };
  expect(await datesOf()).toEqual(['1980-01-01T00:00:00.000Z']);
  expect(await datesOf(new Date('2026-11-30T16:07:09Z'))).toEqual(['2026-11-30T16:07:08.000Z']);
});

test('a zip can contain more than 65,535 files', async () => {
  function* parts(): Generator<ZipPart> {
    for (let at = 0; at < 66_000; at += 1) yield { name: `${at}`, bytes: Buffer.from('a'), stored: true };
  }
  const zip = await ZipReader.open(await zipBuffer(parts()));
  expect(zip.entryCount).toBe(66_000);
  let seen = 0;
  for await (const entry of zip.entries()) seen += Number(entry.fileName === `${seen}`);
  expect(seen).toBe(66_000);
});

test.each([
  ['cannot be opened', (): Promise<AsyncIterable<Buffer>> => Promise.reject(new Error('gone'))],
  [
    'ends early',
    async () =>
      (async function* () {
        yield Buffer.from('a');
        throw new Error('gone');
      })(),
  ],
])('a file that %s fails the zip', async (_, open) => {
  await expect(zipBuffer([{ name: 'a', open }])).rejects.toThrow('gone');
  await expect(zipBuffer([{ name: 'a', open, stored: true }])).rejects.toThrow('gone');
});

test('a file is not opened for a reader that has left', async () => {
  let isOpen = false;
  const open = async () => {
    isOpen = true;
    return pieces('a');
  };
  const zip = writeZip([{ name: 'a', open }]);
  await zip.next();
  await zip.return(undefined);
  expect(isOpen).toBe(false);
});

test('a file is read no faster than its zip is consumed', async () => {
  let given = 0;
  async function* counted() {
    for (; given < 100; given += 1) yield Buffer.alloc(65_536, given);
  }
  const zip = writeZip([{ name: 'a', open: async () => counted(), stored: true }]);
  for (let read = 0; read < 10; read += 1) await zip.next();
  expect(given).toBeLessThan(10);
  await zip.return(undefined);
});
