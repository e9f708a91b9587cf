// The bytes of a text file as text, in the encodings spreadsheets write.
import type { Encoding } from '@plumbline/core/features/datasets/table';

/** What spreadsheets of these languages write where they do not write UTF-8; all others write Windows-1252. */
const CODE_PAGES: Record<string, Encoding> = {
  ...Object.fromEntries(['cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sr'].map((one) => [one, 'windows-1250'])),
  bg: 'windows-1251',
  ru: 'windows-1251',
  tr: 'windows-1254',
};

/** UTF-16 by its mark or by the zeros between plain letters, UTF-8 where it is valid, else the code page of the language. */
export function encodingOf(bytes: Uint8Array, language = 'en'): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 200);
  const zeros = (odd: number) => head.filter((byte, at) => at % 2 === odd && byte === 0).length / (head.length / 2);
  if (head.length > 3 && zeros(1) > 0.6) return 'utf-16le';
  if (head.length > 3 && zeros(0) > 0.6) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return CODE_PAGES[language] ?? 'windows-1252';
  }
}

/** The text without its mark; Windows-1252 reads any byte. */
export function decodeTable(bytes: Uint8Array, encoding: Encoding = encodingOf(bytes)): string {
  return new TextDecoder(encoding).decode(bytes);
}
