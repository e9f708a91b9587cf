// Many small pictures in one response: for each one a line of JSON about it, then its bytes.
import { z } from 'zod';
import { type BundledFile, bundledFile, MAX_BUNDLED_BYTES } from './contract.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const head = z.strictObject({ ...bundledFile.shape, mime: z.string(), bytes: z.int().min(1).max(MAX_BUNDLED_BYTES) });

const NEW_LINE = 10;
/** More than the longest line about a file. */
const MAX_HEAD_BYTES = 1_024;

/** The line before the content of a file: ids, a size and a MIME type, so ASCII only. */
export function bundleHead(file: BundledFile & { mime: string; bytes: number }): Bytes {
  return Uint8Array.from(`${JSON.stringify(file)}\n`, (character) => character.charCodeAt(0));
}

function joined(parts: readonly Bytes[]): Bytes {
  if (parts[0] && parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Reads a bundle while it arrives. A file whose content is cut off is omitted. Throws for anything but a bundle. */
export async function* readBundle(
  chunks: AsyncIterable<Bytes>,
): AsyncGenerator<{ file: BundledFile; mime: string; content: Bytes }> {
  let waiting: Bytes[] = [];
  let length = 0;
  let next: z.infer<typeof head> | undefined;
  const together = (): Bytes => {
    const all = joined(waiting);
    waiting = [all];
    return all;
  };
  // A chunk holds many files, each of which is a part of it and not a copy.
  const take = (count: number): Bytes => {
    const all = together();
    waiting = [all.subarray(count)];
    length -= count;
    return all.subarray(0, count);
  };
  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    for (;;) {
      if (!next) {
        const end = together().indexOf(NEW_LINE);
        if (end === -1 && length > MAX_HEAD_BYTES) throw new SyntaxError('not a bundle of files');
        if (end === -1) break;
        next = head.parse(JSON.parse(String.fromCharCode(...take(end + 1))));
      }
      if (length < next.bytes) break;
      const { mime, bytes, ...file } = next;
      next = undefined;
      yield { file, mime, content: take(bytes) };
    }
  }
}
