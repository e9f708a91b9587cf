// The words of a sheet as a small compressed file.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type StoredWords, storedWords, type Word, wordsFrom } from '@plumbline/core/features/imports/plan-words';

const MAX_BYTES = 64 * 2 ** 20;

export async function writeTextLayer(path: string, words: readonly Word[]): Promise<void> {
  await writeFile(path, await promisify(gzip)(JSON.stringify(storedWords(words))));
}

/** Reads a text layer from a file or from its bytes as a stream. */
export async function readTextLayer(source: string | NodeJS.ReadableStream | Uint8Array): Promise<Word[]> {
  const packed =
    source instanceof Uint8Array
      ? source
      : await buffer(typeof source === 'string' ? createReadStream(source) : source);
  const json = await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES });
  // Only `writeTextLayer` creates these files.
  return wordsFrom(JSON.parse(json.toString('utf8')) as StoredWords);
}
