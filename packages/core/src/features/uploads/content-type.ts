// Detects the type of a file from its first bytes: names and declared types can be wrong or forged. Pure.

/** Number of leading bytes that suffice. */
export const HEAD_BYTES = 64;

type Sign = { at: number; text: string };
const FILE_SIGNATURES: readonly { mime: string; signs: readonly Sign[] }[] = [
  { mime: 'image/jpeg', signs: [{ at: 0, text: '\u00ff\u00d8\u00ff' }] },
  { mime: 'image/png', signs: [{ at: 0, text: '\u0089PNG\r\n\u001a\n' }] },
  { mime: 'image/gif', signs: [{ at: 0, text: 'GIF8' }] },
  {
    mime: 'image/webp',
    signs: [
      { at: 0, text: 'RIFF' },
      { at: 8, text: 'WEBP' },
    ],
  },
  {
    mime: 'audio/wav',
    signs: [
      { at: 0, text: 'RIFF' },
      { at: 8, text: 'WAVE' },
    ],
  },
  {
    mime: 'video/x-msvideo',
    signs: [
      { at: 0, text: 'RIFF' },
      { at: 8, text: 'AVI ' },
    ],
  },
  {
    mime: 'audio/aiff',
    signs: [
      { at: 0, text: 'FORM' },
      { at: 8, text: 'AIF' },
    ],
  },
  { mime: 'image/tiff', signs: [{ at: 0, text: 'II*\0' }] },
  { mime: 'image/tiff', signs: [{ at: 0, text: 'MM\0*' }] },
  {
    mime: 'image/bmp',
    signs: [
      { at: 0, text: 'BM' },
      { at: 6, text: '\0\0\0\0' },
    ],
  },
  { mime: 'application/pdf', signs: [{ at: 0, text: '%PDF-' }] },
  { mime: 'application/zip', signs: [{ at: 0, text: 'PK\u0003\u0004' }] },
  { mime: 'audio/ogg', signs: [{ at: 0, text: 'OggS' }] },
  { mime: 'audio/mpeg', signs: [{ at: 0, text: 'ID3' }] },
  { mime: 'audio/flac', signs: [{ at: 0, text: 'fLaC' }] },
  { mime: 'audio/amr', signs: [{ at: 0, text: '#!AMR' }] },
  { mime: 'video/x-ms-wmv', signs: [{ at: 0, text: '0&\u00b2u\u008ef\u00cf\u0011' }] },
  { mime: 'video/x-flv', signs: [{ at: 0, text: 'FLV\u0001' }] },
  { mime: 'video/mpeg', signs: [{ at: 0, text: '\0\0\u0001\u00ba' }] },
];

type Confirmation = { declared: RegExp; begins: (byte: (at: number) => number, text: string) => boolean };

/** Beginnings that are too short to tell by themselves, but confirm what is declared. */
const CONFIRMED: readonly Confirmation[] = [
  // MP3 without a tag, and AAC: the synchronisation bits of a frame.
  { declared: /^audio\//u, begins: (byte) => byte(0) === 0xff && (byte(1) & 0xe0) === 0xe0 && (byte(1) & 6) !== 6 },
  // Cameras wrote QuickTime files without a brand until about 2010.
  { declared: /^video\/quicktime/u, begins: (_, text) => /^(?:moov|mdat|wide|free|skip|pnot)/u.test(text.slice(4)) },
  // MPEG transport streams, with or without a time before each packet.
  {
    declared: /^video\//u,
    begins: (byte) =>
      [0, 4].some((at) => byte(at) === 0x47 && (byte(at + 1) & 0xa0) === 0 && [1, 2, 3].includes(byte(at + 3) >> 4)),
  },
];

const BRANDS: readonly { mime: string; brands: RegExp }[] = [
  { mime: 'image/avif', brands: /^avi[fs]/u },
  { mime: 'image/heic', brands: /^(?:hei[cxms]|hev[cxms]|mif1|msf1)/u },
  { mime: 'audio/mp4', brands: /^M4[ABP]/u },
  { mime: 'video/quicktime', brands: /^qt/u },
  { mime: 'video/mp4', brands: /./u },
];

/** Active content that only pretends to be another type. */
const PAGE = /^\s*(?:<!doctype\s+html|<html|<script|<svg|<\?xml)/iu;

/**
 * The media type detected from the bytes; undefined if unknown. `text/html` for anything a browser could run as a page.
 */
export function contentType(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.slice(4, 8) === 'ftyp') {
    const brand = text.slice(8, 12);
    // Some files list the generic brand first and their real type among the compatible brands.
    const all = brand === 'mif1' && /avif/u.test(text.slice(16)) ? 'avif' : brand;
    return BRANDS.find((one) => one.brands.test(all))?.mime;
  }
  if (text.startsWith('\u001aE\u00df\u00a3')) return 'video/webm';
  const found = FILE_SIGNATURES.find(({ signs }) => signs.every((sign) => text.startsWith(sign.text, sign.at)));
  if (found) return found.mime;
  return PAGE.test(text) ? 'text/html' : undefined;
}

function isConfirmed(claimed: string, head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const byte = (at: number) => head[at] ?? 0;
  return CONFIRMED.some(({ declared, begins }) => declared.test(claimed) && begins(byte, text));
}

const GROUP = (mime: string): string => mime.split('/')[0] ?? '';
/** Formats packaged in a zip. */
const PACKED = /officedocument|opendocument|zip|vnd\./u;

/**
 * The type a file is treated as: the detected type if it is of another kind than the declared one, else the declared
 * one, since detection is less precise (an office document is a zip, an audio recording still WebM).
 */
export function trueType(said: string, head: Uint8Array): string {
  const detected = contentType(head);
  const claimed = said || 'application/octet-stream';
  if (detected === undefined)
    return /^(?:image|video|audio)\//u.test(claimed) && claimed !== 'image/svg+xml' && !isConfirmed(claimed, head)
      ? 'application/octet-stream'
      : claimed;
  if (detected === claimed) return detected;
  if (detected === 'application/zip' && PACKED.test(claimed)) return claimed;
  if (detected === 'video/webm' && claimed.startsWith('audio/webm')) return 'audio/webm';
  if (detected === 'video/mp4' && claimed.startsWith('audio/')) return 'audio/mp4';
  if (detected === 'video/x-ms-wmv' && claimed.startsWith('audio/')) return claimed;
  if (detected === 'audio/ogg' && claimed.startsWith('video/ogg')) return 'video/ogg';
  if (detected === 'text/html' && (claimed === 'image/svg+xml' || claimed.endsWith('xml'))) return claimed;
  return GROUP(detected) === GROUP(claimed) &&
    GROUP(detected) !== 'application' &&
    GROUP(detected) !== 'text' &&
    GROUP(detected) !== 'image'
    ? claimed
    : detected;
}
