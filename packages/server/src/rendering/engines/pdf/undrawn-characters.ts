// Finds letters that are drawn as nothing: their font is not embedded, and its substitute does not have them.
import { LIMITS } from '../../limits.ts';
import { direct, type Pdfium, withMemory } from './engine.ts';

const SIZE = 12;
const MAX_NAMES = 5;
/** Every substitute font has Latin letters. */
const LATIN_END = 0x100;
/** Visible characters; those for private use may mean anything. */
const VISIBLE_CHARACTER = /^[\p{L}\p{N}\p{S}\p{P}]$/u;
/** Scripts that one of our fonts covers completely. */
const EUROPEAN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
/** The name prefix of an embedded font subset. */
const PART = /^[A-Z]{6}\+/u;

export interface UndrawnCharacters {
  /** Names of the fonts as in the file, without duplicates. */
  readonly typefaces: readonly string[];
  /**
   * Some of the letters are European: our fonts can draw them, though not in the font that PDFium uses for Latin
   * letters.
   */
  readonly european: boolean;
}

/** `text` is the handle of the page's text. */
export function findUndrawnCharacters(pdfium: Pdfium, text: number): UndrawnCharacters {
  const unicodeOf = direct(pdfium, 'FPDFText_GetUnicode');
  const objectOf = direct(pdfium, 'FPDFText_GetTextObject');
  const fontOf = direct(pdfium, 'FPDFTextObj_GetFont');
  const seen = new Map<number, Set<number>>();
  const fonts = new Set<number>();
  let european = false;
  const count = Math.min(pdfium.FPDFText_CountChars(text), LIMITS.words);
  for (let i = 0; i < count; i++) {
    const code = unicodeOf(text, i);
    if (code < LATIN_END || code > 0x10ffff) continue;
    const object = objectOf(text, i);
    const font = object === 0 ? 0 : fontOf(object);
    const letters = seen.get(font) ?? new Set<number>();
    if (font === 0 || letters.has(code)) continue;
    seen.set(font, letters.add(code));
    if (isDrawn(pdfium, font, code)) continue;
    fonts.add(font);
    european ||= EUROPEAN.test(String.fromCodePoint(code));
  }
  const names = new Set([...fonts].map((font) => nameOf(pdfium, font)).filter(Boolean));
  return { typefaces: [...names].slice(0, MAX_NAMES), european };
}

function isDrawn(pdfium: Pdfium, font: number, code: number): boolean {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 0 || !VISIBLE_CHARACTER.test(String.fromCodePoint(code))) return true;
  return pdfium.FPDFFont_GetGlyphPath(font, code, SIZE) !== 0;
}

function nameOf(pdfium: Pdfium, font: number): string {
  const length = pdfium.FPDFFont_GetBaseFontName(font, 0, 0);
  if (length === 0 || length > 1_000) return '';
  return withMemory(pdfium, length, (buffer) => {
    pdfium.FPDFFont_GetBaseFontName(font, buffer, length);
    return pdfium.pdfium.UTF8ToString(buffer).toWellFormed().replace(PART, '');
  });
}
