// Whether a PDF is there to its end. PDFium opens half a file too, and shows half a drawing as if it were whole.
import { readSync } from 'node:fs';

const PIECE = 1 << 20;
/** As far back as an end is looked for: what mail programs, portals and disks leave behind a file is far less. */
const FARTHEST = 64 * PIECE;
/** The longest of the words, less one letter: one may lie across two pieces. */
const LAP = 8;

const END = ['%%EOF', 'startxref'];
const INSIDE = ['endobj', 'endstream', 'stream\r', 'stream\n'];

const lastOf = (text: string, words: readonly string[]): number =>
  Math.max(...words.map((word) => text.lastIndexOf(word)));

/**
 * A PDF ends with a pointer to its table of contents; anything may follow it. Parts of the document after the last such pointer are
 * the beginning of something whose end is missing.
 */
export function isCutOff(fd: number, size: number): boolean {
  const buffer = Buffer.alloc(PIECE + LAP);
  const stop = Math.max(0, size - FARTHEST);
  for (let end = size; end > stop; end -= PIECE) {
    const from = Math.max(0, end - PIECE);
    const length = Math.min(size, end + LAP) - from;
    readSync(fd, buffer, 0, length, from);
    const text = buffer.toString('latin1', 0, length);
    const [ending, inside] = [lastOf(text, END), lastOf(text, INSIDE)];
    if (ending >= 0 || inside >= 0) return inside > ending;
  }
  return true;
}
