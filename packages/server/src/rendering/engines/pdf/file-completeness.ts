// Whether a PDF is complete. PDFium also opens truncated files and shows half a drawing as if it were whole.
import { readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;
/** How far from the end of the file the end marker is searched: mail programs, portals and disks append far less. */
const MAX_TAIL_BYTES = 64 * CHUNK_BYTES;
/** Length of the longest keyword minus one, because a keyword may span two chunks. */
const OVERLAP_BYTES = 8;

const END = ['%%EOF', 'startxref'];
const INSIDE = ['endobj', 'endstream', 'stream\r', 'stream\n'];

const lastOf = (text: string, words: readonly string[]): number =>
  Math.max(...words.map((word) => text.lastIndexOf(word)));

/**
 * A PDF ends with a pointer to its cross-reference table; anything may follow it. Objects after the last such pointer
 * belong to an update whose end is missing.
 */
export function isTruncated(fd: number, size: number): boolean {
  const buffer = Buffer.alloc(CHUNK_BYTES + OVERLAP_BYTES);
  const stop = Math.max(0, size - MAX_TAIL_BYTES);
  for (let end = size; end > stop; end -= CHUNK_BYTES) {
    const from = Math.max(0, end - CHUNK_BYTES);
    const length = Math.min(size, end + OVERLAP_BYTES) - from;
    readSync(fd, buffer, 0, length, from);
    const text = buffer.toString('latin1', 0, length);
    const [ending, inside] = [lastOf(text, END), lastOf(text, INSIDE)];
    if (ending >= 0 || inside >= 0) return inside > ending;
  }
  return true;
}
