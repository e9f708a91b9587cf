// Decodes text files in the encodings that spreadsheet programs write.
import type { Encoding } from '@plumbline/core/features/datasets/table';

/** Code pages that spreadsheets use in these languages when not writing UTF-8; all others use Windows-1252. */
const CODE_PAGES: Record<string, Encoding> = {
  ...Object.fromEntries(['cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sr'].map((one) => [one, 'windows-1250'])),
  bg: 'windows-1251',
  ru: 'windows-1251',
  tr: 'windows-1254',
};

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
const hasMacLines = (bytes: Uint8Array): boolean => bytes.includes(CARRIAGE_RETURN) && !bytes.includes(LINE_FEED);

/**
 * Detects UTF-16 by its byte order mark or by zero bytes between ASCII letters, then valid UTF-8, else the language's
 * code page. For languages of Windows-1252 that is Mac OS Roman where lines end with a carriage return alone.
 */
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
    return CODE_PAGES[language] ?? (hasMacLines(bytes) ? 'macintosh' : 'windows-1252');
  }
}

/** The text without its byte order mark; Windows-1252 accepts any byte. */
export function decodeTable(bytes: Uint8Array, encoding: Encoding = encodingOf(bytes)): string {
  return new TextDecoder(encoding).decode(bytes);
}
