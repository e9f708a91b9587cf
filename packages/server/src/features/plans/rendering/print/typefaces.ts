// The typefaces of what is written onto plans: embedded, so that every reader shows the same letters in every language.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { allocateUnset, heapOf, type Pdfium, withMemory } from '../pdfium/engine.ts';
import { RenderError } from '../render-error.ts';

export interface Typeface {
  readonly handle: number;
  /** Width of the words at a size, both in one unit. */
  widthOf(words: string, size: number): number;
}

export interface Typefaces {
  readonly plain: Typeface;
  readonly strong: Typeface;
}

const TRUETYPE = 2;
const FILES = { plain: 'NotoSans-Regular.ttf', strong: 'NotoSans-SemiBold.ttf' } as const;

/** A letter the typeface lacks is counted as so wide. */
const UNKNOWN = 0.6;

export async function loadTypefaces(pdfium: Pdfium, document: number): Promise<Typefaces> {
  const folder = join(createRequire(import.meta.url).resolve('@embedpdf/fonts-latin'), '../../fonts');
  const load = async (file: string) => typeface(pdfium, document, await readFile(join(folder, file)));
  return { plain: await load(FILES.plain), strong: await load(FILES.strong) };
}

function typeface(pdfium: Pdfium, document: number, bytes: Uint8Array): Typeface {
  const pointer = allocateUnset(pdfium, bytes.length);
  heapOf(pdfium).set(bytes, pointer);
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
  return {
    handle,
    widthOf: (words, size) => [...words].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size,
  };
}
