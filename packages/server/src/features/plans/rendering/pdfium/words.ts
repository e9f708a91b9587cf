// The words of a page with their places. Positions follow the page as it is shown: cropped and rotated.
import { applyTo } from '@plumbline/core/features/plans/alignment';
import { LIMITS } from '../limits.ts';
import type { Word } from '../text-layer.ts';
import type { PdfPage } from './document.ts';
import { type Pdfium, withMemory } from './engine.ts';
import { toFractions } from './place.ts';

/** A word with the size of its type in points. */
export interface SizedWord extends Word {
  readonly sizePt: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Page units to fractions of the sheet. */
type Place = (x: number, y: number) => { x: number; y: number };

export function wordsOf(page: PdfPage): SizedWord[] {
  const { pdfium } = page.document;
  const text = pdfium.FPDFText_LoadPage(page.handle);
  if (text === 0) return [];
  try {
    const fractions = toFractions(page);
    return collect(pdfium, text, (x, y) => applyTo(fractions, { x, y }));
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

function collect(pdfium: Pdfium, text: number, place: Place): SizedWord[] {
  const count = pdfium.FPDFText_CountChars(text);
  const words: SizedWord[] = [];
  let letters = '';
  let box: Box | null = null;
  let first = 0;
  const end = () => {
    const word = box && placed(letters, box, place);
    if (word) words.push({ ...word, sizePt: typeSize(pdfium, text, first) });
    letters = '';
    box = null;
  };
  withMemory(pdfium, 32, (pointer) => {
    for (let i = 0; i < count && words.length < LIMITS.words; i++) {
      const code = pdfium.FPDFText_GetUnicode(text, i);
      const letter = letterOf(code);
      if (letter === null) end();
      else if (letter !== '' && pdfium.FPDFText_GetCharBox(text, i, pointer, pointer + 8, pointer + 16, pointer + 24)) {
        if (letters === '') first = i;
        letters += letter;
        box = around(box, readBox(pdfium, pointer));
      }
    }
    end();
  });
  return words;
}

/** The character; null where a word ends, empty for what cannot be shown. */
function letterOf(code: number): string | null {
  if (code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x3000) return null;
  if (code === 0xfffe || code === 0xffff || code === 0xad || (code >= 0x7f && code < 0xa0) || code > 0x10ffff)
    return '';
  return String.fromCodePoint(code);
}

function readBox(pdfium: Pdfium, pointer: number): Box {
  const { getValue } = pdfium.pdfium;
  const at = (offset: number) => getValue(pointer + offset, 'double');
  return { left: at(0), right: at(8), bottom: at(16), top: at(24) };
}

function around(box: Box | null, next: Box): Box {
  if (!box) return next;
  return {
    left: Math.min(box.left, next.left),
    right: Math.max(box.right, next.right),
    bottom: Math.min(box.bottom, next.bottom),
    top: Math.max(box.top, next.top),
  };
}

/** The word on the sheet; null when it stands outside of what is shown. */
function placed(text: string, box: Box, place: Place): Word | null {
  const a = place(box.left, box.top);
  const b = place(box.right, box.bottom);
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  if (text === '' || !(right > 0 && left < 1 && bottom > 0 && top < 1)) return null;
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  return { text, x, y, w: Math.min(1, right) - x, h: Math.min(1, bottom) - y };
}

/** Size of a character's type on the page in points: its font's size times the scale of the text. */
function typeSize(pdfium: Pdfium, text: number, index: number): number {
  const size = pdfium.FPDFText_GetFontSize(text, index);
  return withMemory(pdfium, 24, (pointer) => {
    if (!pdfium.FPDFText_GetMatrix(text, index, pointer)) return size;
    const { getValue } = pdfium.pdfium;
    return size * Math.hypot(getValue(pointer + 8, 'float'), getValue(pointer + 12, 'float'));
  });
}
