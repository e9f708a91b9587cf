// The words of a page with their positions on the page as it is shown: cropped and rotated.

import type { Word } from '@plumbline/core/features/imports/plan-words';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { LIMITS } from '../../limits.ts';
import type { PdfPage } from './document.ts';
import { direct, heapReader, type Pdfium, withMemory } from './engine.ts';
import { toFractions } from './page-position.ts';
import { findUndrawnCharacters, type UndrawnCharacters } from './undrawn-characters.ts';

/** A word with its font size in points. */
export interface SizedWord extends Word {
  readonly sizePt: number;
  /**
   * Direction of the text on the visible sheet in degrees, clockwise from horizontal; absent means unknown and is
   * treated as horizontal.
   */
  readonly turn?: Rotation;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Converts page units to fractions of the sheet. */
type ToPagePoint = (x: number, y: number) => { x: number; y: number };

/** The text of a page, and the part of it that cannot be drawn. */
export interface PageText {
  readonly words: SizedWord[];
  readonly leftOut: UndrawnCharacters;
}

const NO_TEXT: PageText = { words: [], leftOut: { typefaces: [], european: false } };

export function textOf(page: PdfPage): PageText {
  const read = (pdfium: Pdfium, text: number) => ({
    words: placedWords(page, text),
    leftOut: findUndrawnCharacters(pdfium, text),
  });
  return withText(page, read) ?? NO_TEXT;
}

/** The text of a page that cannot be drawn. */
export const leftOutOf = (page: PdfPage): UndrawnCharacters => withText(page, findUndrawnCharacters) ?? NO_TEXT.leftOut;

export function wordsOf(page: PdfPage): SizedWord[] {
  return withText(page, (_pdfium, text) => placedWords(page, text)) ?? [];
}

function withText<T>(page: PdfPage, read: (pdfium: Pdfium, text: number) => T): T | undefined {
  const { pdfium } = page.document;
  const text = pdfium.FPDFText_LoadPage(page.handle);
  if (text === 0) return undefined;
  try {
    return read(pdfium, text);
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

function placedWords(page: PdfPage, text: number): SizedWord[] {
  const [a, b, c, d, e, f] = toFractions(page);
  const place = (x: number, y: number) => ({ x: a * x + b * y + c, y: d * x + e * y + f });
  // In points of the sheet, y downwards.
  const way = (x: number, y: number) => ({ x: (a * x + b * y) * page.widthPt, y: (d * x + e * y) * page.heightPt });
  return collect(page.document.pdfium, text, place, way);
}

function collect(pdfium: Pdfium, text: number, place: ToPagePoint, way: ToPagePoint): SizedWord[] {
  const count = pdfium.FPDFText_CountChars(text);
  const words: SizedWord[] = [];
  const unicodeOf = direct(pdfium, 'FPDFText_GetUnicode');
  const boxOf = direct(pdfium, 'FPDFText_GetCharBox');
  const { double } = heapReader(pdfium);
  const typeOf = typeReader(pdfium, text, way);
  let letters = '';
  let first = 0;
  // One for all words: a sheet has hundreds of thousands of characters.
  const box: Box = { left: 0, right: 0, bottom: 0, top: 0 };
  withMemory(pdfium, 32, (pointer) => {
    const end = () => {
      if (letters === '') return;
      // Fonts can name half of a character.
      const word = placed(letters.toWellFormed(), box, place);
      if (word) words.push({ ...word, ...typeOf(first, pointer) });
      letters = '';
    };
    for (let i = 0; i < count && words.length < LIMITS.words; i++) {
      const letter = characterOf(unicodeOf(text, i));
      if (letter === null) end();
      else if (letter !== '' && boxOf(text, i, pointer, pointer + 8, pointer + 16, pointer + 24)) {
        // Not as arrays: until this is compiled, they would be most of the memory that a sheet's words take.
        const left = double(pointer);
        const right = double(pointer + 8);
        const bottom = double(pointer + 16);
        const top = double(pointer + 24);
        const isFirst = letters === '';
        if (isFirst) first = i;
        letters += letter;
        box.left = isFirst ? left : Math.min(box.left, left);
        box.right = isFirst ? right : Math.max(box.right, right);
        box.bottom = isFirst ? bottom : Math.min(box.bottom, bottom);
        box.top = isFirst ? top : Math.max(box.top, top);
      }
    }
    end();
  });
  return words;
}

/** The character; null at the end of a word, empty for characters that cannot be shown. */
function characterOf(code: number): string | null {
  if (code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x3000) return null;
  if (code === 0xfffe || code === 0xffff || code === 0xad || (code >= 0x7f && code < 0xa0) || code > 0x10ffff)
    return '';
  return String.fromCodePoint(code);
}

/** The word on the sheet; null if it is outside the visible area. */
function placed(text: string, box: Box, place: ToPagePoint): Word | null {
  const a = place(box.left, box.top);
  const b = place(box.right, box.bottom);
  const left = Math.min(a.x, b.x);
  const right = Math.max(a.x, b.x);
  const top = Math.min(a.y, b.y);
  const bottom = Math.max(a.y, b.y);
  if (text === '' || !(right > 0 && left < 1 && bottom > 0 && top < 1)) return null;
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  return { text, x, y, w: Math.min(1, right) - x, h: Math.min(1, bottom) - y };
}

/**
 * Reads the font size of a character on the page in points (its font's size times the scale of the text) and the text
 * direction, with 24 bytes of the heap.
 */
function typeReader(pdfium: Pdfium, text: number, way: ToPagePoint) {
  const sizeOf = direct(pdfium, 'FPDFText_GetFontSize');
  const matrixOf = direct(pdfium, 'FPDFText_GetMatrix');
  const { float } = heapReader(pdfium);
  return (index: number, pointer: number): { sizePt: number; turn: Rotation } => {
    const size = sizeOf(text, index);
    if (!matrixOf(text, index, pointer)) return { sizePt: size, turn: 0 };
    const turn = rotationOfVector(way(float(pointer), float(pointer + 4)));
    return { sizePt: size * Math.hypot(float(pointer + 8), float(pointer + 12)), turn };
  };
}

function rotationOfVector({ x, y }: { x: number; y: number }): Rotation {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 0 : 180;
  return y > 0 ? 90 : 270;
}
