// The words of all pages of a file, as one compressed file that is read page by page.
import { writeFile } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { type StoredWords, storedWords, wordsFrom } from '@plumbline/core/features/imports/plan-words';
import { type OrientedWord, ROTATIONS } from '@plumbline/core/site/geometry/rotation';

/** `turns`: a digit for each word, its quarter turns from level. */
type Line = StoredWords & { readonly page: number; readonly turns: string };
export type PageWords = { readonly page: number; readonly words: readonly OrientedWord[] };

/** Compressed; the pages after that have no words. */
const MAX_BYTES = 64 * 2 ** 20;

/** Each page is a compressed member of its own, so that only one page at a time is held uncompressed. */
export class PageWordsPacker {
  private readonly members: Buffer[] = [];
  private size = 0;

  add(page: number, words: readonly OrientedWord[]): void {
    if (words.length === 0 || this.size > MAX_BYTES) return;
    const turns = words.map(({ turn = 0 }) => turn / 90).join('');
    const line: Line = { page, turns, ...storedWords(words) };
    const member = gzipSync(`${JSON.stringify(line)}\n`, { level: 3 });
    this.members.push(member);
    this.size += member.length;
  }

  /** Writes no file if no page has words. */
  async write(path: string): Promise<void> {
    if (this.members.length > 0) await writeFile(path, this.members);
  }
}

/** Stopping early ends the source too. */
export async function* pageWords(source: Readable): AsyncGenerator<PageWords> {
  // An error of either stream ends the reading below.
  const unpacked = pipeline(source, createGunzip(), () => undefined);
  for await (const line of linesOf(unpacked)) {
    // Only `PageWordsPacker` creates these files.
    const { page, turns, ...stored } = JSON.parse(line) as Line;
    yield {
      page,
      words: wordsFrom(stored).map((word, i) => ({ ...word, turn: ROTATIONS[Number(turns.charAt(i))] ?? 0 })),
    };
  }
}

async function* linesOf(source: Readable): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
}
