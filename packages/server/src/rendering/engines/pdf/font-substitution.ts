// Substitutes fonts that a PDF does not embed: PDFium itself has only Latin letters and omits all others.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { type EastAsia, FONT_FOLDERS, systemFontsFor } from '../print/text/system-fonts.ts';

/** Character sets as PDFium numbers them. */
const SHIFT_JIS = 128;
const HANGUL = 129;
const GB2312 = 134;
const BIG5 = 136;
const GREEK = 161;
const TURKISH = 162;
const VIETNAMESE = 163;
const HEBREW = 177;
const ARABIC = 178;
const BALTIC = 186;
const CYRILLIC = 204;
const EASTERN = 238;

const NOTO = '@embedpdf/fonts-latin';
const OTHERS: Readonly<Record<number, readonly [of: string, plain: string, strong: string]>> = {
  [HEBREW]: ['@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf', 'NotoSansHebrew-Bold.ttf'],
  [ARABIC]: ['@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'],
};
/** PDFium requests a font with one of these also if only some of its letters are Greek or Cyrillic. */
const ANY_EUROPEAN = [0, 1, GREEK, TURKISH, VIETNAMESE, BALTIC, CYRILLIC, EASTERN];
/** PDFium has these fonts itself, and generic serif and monospaced ones, with Latin letters only. */
const STANDARD = /^(?:Helvetica|Times|Courier|Symbol|ZapfDingbats)/u;
const SYMBOL_FONTS = /^(?:Symbol|ZapfDingbats)/u;
const FIXED_OR_SERIFS = 0x11;

const EAST_ASIA: Readonly<Record<number, EastAsia>> = {
  [SHIFT_JIS]: 'japanese',
  [HANGUL]: 'korean',
  [GB2312]: 'chinese',
  [BIG5]: 'traditionalChinese',
};

/** Whether our fonts also replace PDFium's own. */
let europeanByOurs = false;

/**
 * Applies to documents opened and drawn in `work`: text looks less like the original font, but Greek and Cyrillic
 * letters are drawn.
 */
export async function withBundledEuropeanFonts<T>(work: () => Promise<T>): Promise<T> {
  europeanByOurs = true;
  try {
    return await work();
  } finally {
    europeanByOurs = false;
  }
}

export interface RequestedFont {
  readonly charset: number;
  readonly weight: number;
  readonly italic?: boolean;
  readonly pitch?: number;
  readonly face: string;
}

/** The path of the substitute font; undefined if PDFium's own font suffices or the system has none. */
export function substituteFor(
  requested: RequestedFont,
  folders: readonly string[] = FONT_FOLDERS,
  allEuropean = false,
): string | undefined {
  const { charset, weight, italic = false, pitch = 0, face } = requested;
  const strong = weight >= 600;
  if (ANY_EUROPEAN.includes(charset)) {
    const own = STANDARD.test(face) || (pitch & FIXED_OR_SERIFS) !== 0;
    if (SYMBOL_FONTS.test(face) || (own && !allEuropean)) return undefined;
    const style = `${strong ? 'Bold' : ''}${italic ? 'Italic' : ''}` || 'Regular';
    return fileOf(NOTO, `NotoSans-${style}.ttf`);
  }
  const other = OTHERS[charset];
  if (other) return fileOf(other[0], strong ? other[2] : other[1]);
  const names = EAST_ASIA[charset];
  return names && systemFontsFor(names, folders)[0];
}

const fileOf = (of: string, name: string): string =>
  join(createRequire(import.meta.url).resolve(of), '../../fonts', name);

/** "ttcf": requested to find out whether the file is a font collection. */
const COLLECTION = 0x74746366;
const WHOLE_FILE = 0;

/** Registers the substitute fonts with PDFium. Font files are read when first needed. */
export function provideSubstituteFonts({ pdfium, FPDF_SetSystemFontInfo }: WrappedPdfiumModule): void {
  const { addFunction, setValue, wasmExports } = pdfium;
  const paths: string[] = [];
  const files = new Map<number, Buffer>();
  const handleOf = (path: string): number => {
    if (!paths.includes(path)) paths.push(path);
    return paths.indexOf(path) + 1;
  };
  const contentOf = (handle: number): Buffer => {
    const known = files.get(handle);
    if (known) return known;
    const file = readFileSync(paths[handle - 1] ?? '');
    files.set(handle, file);
    return file;
  };
  const map = (_info: number, weight: number, italic: number, charset: number, pitch: number, face: number): number => {
    const requested = { charset, weight, italic: italic !== 0, pitch, face: pdfium.UTF8ToString(face) };
    const path = substituteFor(requested, FONT_FOLDERS, europeanByOurs);
    return path === undefined ? 0 : handleOf(path);
  };
  const data = (_info: number, handle: number, table: number, buffer: number, room: number): number => {
    try {
      const file = contentOf(handle);
      if (table !== WHOLE_FILE && !(table >>> 0 === COLLECTION && file.toString('latin1', 0, 4) === 'ttcf')) return 0;
      if (buffer !== 0 && room >= file.length) heap().set(file, buffer >>> 0);
      return file.length;
    } catch {
      return 0;
    }
  };
  // The package's types depend on emscripten's, which are not installed.
  const heap = () => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  // A separate function for each: the runtime caches a function with its first signature.
  const nothing = (called: string) => addFunction(() => 0, called);
  const pointer = wasmExports.malloc(40);
  const functions = [
    nothing('vi'),
    nothing('vii'),
    addFunction(map, 'iiiiiiii'),
    nothing('iii'),
    addFunction(data, 'iiiiii'),
    nothing('iiiii'),
    nothing('iii'),
    nothing('vii'),
  ];
  for (const [i, value] of [1, ...functions].entries()) setValue(pointer + 4 * i, value, 'i32');
  FPDF_SetSystemFontInfo(pointer);
}
