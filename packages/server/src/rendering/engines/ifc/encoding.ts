// Detects the encoding of IFC files that are not in UTF-8 and converts them.
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoderStream } from 'node:stream/web';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Detected by the byte order mark, or by the zero bytes between characters. `mark`: length of the byte order mark. */
export function encodingOf(head: Uint8Array): { name: Encoding; mark: number } {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', mark: 2 };
  if (b === 0 && a !== 0) return { name: 'utf-16le', mark: 0 };
  if (a === 0 && b !== 0) return { name: 'utf-16be', mark: 0 };
  return { name: 'utf-8', mark: 0 };
}

/**
 * The path of the file in UTF-8 without a byte order mark: the given one if it is already, otherwise a copy in
 * `folder`.
 */
export async function asUtf8(path: string, folder: string, given?: Encoding): Promise<string> {
  const file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  const found = encodingOf(buffer.subarray(0, bytesRead));
  const name = given ?? found.name;
  if (name === 'utf-8' && found.mark === 0) return path;
  const out = join(folder, `model-${name}.ifc`);
  const text = Readable.toWeb(createReadStream(path, { start: found.mark })).pipeThrough(new TextDecoderStream(name));
  await pipeline(Readable.fromWeb(text), createWriteStream(out));
  return out;
}
