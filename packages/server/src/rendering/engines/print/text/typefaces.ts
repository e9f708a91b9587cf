// The fonts of text written onto plans: embedded, so that every reader shows the same letters in every language.
import { readFile } from 'node:fs/promises';
import { RenderError } from '../../../render-error.ts';
import { allocateUnset, memoryOf, type Pdfium, withMemory } from '../../pdf/engine.ts';
import { hasOutline, type Outline, outlineOf, partsOf } from './outlines.ts';
import { typefaceFile, type Weight } from './typeface-files.ts';
import { visualRuns } from './visual-order.ts';

/** A part of a line: text in the font itself, or letters drawn as outlines. `width` is at size one. */
export type Piece = { readonly words: string; readonly width: number } | Outline;

export interface Typeface {
  readonly handle: number;
  /** The parts of a line, from left to right. */
  piecesOf(words: string): readonly Piece[];
  /** Width of the text at a size, in the same unit as the size. */
  widthOf(words: string, size: number): number;
  /** The text with a replacement character for each letter that the font lacks. */
  spelled(words: string): string;
}

export interface Typefaces {
  readonly plain: Typeface;
  readonly strong: Typeface;
}

const TRUETYPE = 2;

/** Replaces letters that the font lacks; the font contains this character. */
const REPLACEMENT_CHARACTER = '\uFFFD';
/** A private-use code point that this font does not define. */
const NO_LETTER = 0xe0ff;

/** Used if a width is unknown. */
const UNKNOWN = 0.6;

export async function loadTypefaces(pdfium: Pdfium, document: number): Promise<Typefaces> {
  const load = async (weight: Weight) => typeface(pdfium, document, weight, await readFile(typefaceFile(weight)));
  return { plain: await load('plain'), strong: await load('strong') };
}

function typeface(pdfium: Pdfium, document: number, weight: Weight, bytes: Uint8Array): Typeface {
  const pointer = allocateUnset(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, pointer);
  const handle = pdfium.FPDFText_LoadFont(document, pointer, bytes.length, TRUETYPE, true);
  pdfium.pdfium.wasmExports.free(pointer);
  if (handle === 0) throw new RenderError('internal', 'pdfConversion', 'the typeface cannot be read');
  const widths = new Map<string, number>();
  const widthOfLetter = (letter: string): number => {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = withMemory(pdfium, 4, (at) =>
      pdfium.FPDFFont_GetGlyphWidth(handle, letter.codePointAt(0) ?? 0, 1_000, at)
        ? pdfium.pdfium.getValue(at, 'float') / 1_000
        : UNKNOWN,
    );
    widths.set(letter, width || UNKNOWN);
    return width || UNKNOWN;
  };
  const shapeOf = (code: number) => pdfium.FPDFFont_GetGlyphPath(handle, code, 100);
  const blank = shapeOf(NO_LETTER);
  const lacks = new Map<string, boolean>();
  const isLacking = (letter: string): boolean => {
    const known = lacks.get(letter);
    if (known !== undefined) return known;
    // All missing letters share one shape, an empty box.
    const lacking = shapeOf(letter.codePointAt(0) ?? 0) === blank && !hasOutline(weight, letter);
    lacks.set(letter, lacking);
    return lacking;
  };
  const spelled = (words: string) =>
    [...words].map((letter) => (isLacking(letter) ? REPLACEMENT_CHARACTER : letter)).join('');
  const plainWidth = (words: string) => [...words].reduce((sum, letter) => sum + widthOfLetter(letter), 0);
  const piecesOf = (words: string): Piece[] =>
    visualRuns(spelled(words)).flatMap((run): Piece[] =>
      run.leftwards
        ? partsOf(weight, run.words).map((part) =>
            part.font ? outlineOf(part.font, part.words) : { words: part.words, width: plainWidth(part.words) },
          )
        : [{ words: run.words, width: plainWidth(run.words) }],
    );
  return {
    handle,
    spelled,
    piecesOf,
    widthOf: (words, size) => piecesOf(words).reduce((sum, { width }) => sum + width, 0) * size,
  };
}
