// Finds fonts of the system for scripts whose fonts are too large or too rarely needed to bundle.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  'C:\\Windows\\Fonts',
];
const FONT_FILE = /\.(?:ttf|ttc|otf|otc)$/iu;
const DEPTH = 4;
const OF_A_WEIGHT = /bold|black|heavy|thin|light|medium/iu;

const EVERYWHERE = /^(?:NotoSansCJK|NotoSerifCJK|SourceHanSans|DroidSansFallback|unifont)/iu;
const EAST_ASIA = {
  japanese: /^(?:NotoSansJP|NotoSansCJKjp|ipa[eg]x?[gm]?|Hiragino|msgothic|meiryo|YuGoth)/iu,
  korean: /^(?:NotoSansKR|NotoSansCJKkr|Nanum|AppleSDGothicNeo|malgun)/iu,
  chinese: /^(?:NotoSans(?:SC|Hans)|NotoSansCJKsc|wqy|PingFang|msyh|simsun)/iu,
  traditionalChinese: /^(?:NotoSans(?:TC|Hant)|NotoSansCJKtc|PingFang|msjh|mingliu)/iu,
} as const;
export type EastAsia = keyof typeof EAST_ASIA;

/** Paths of fonts for a script, best first. Each East Asian font has most of the characters that these scripts share. */
export const systemFontsFor = (script: EastAsia, folders: readonly string[] = FONT_FOLDERS): string[] =>
  matching([EAST_ASIA[script], EVERYWHERE, ...Object.values(EAST_ASIA)], folders);

/** Paths of the Noto fonts for a script by its Unicode name, such as `Thai`. */
export const notoFontsFor = (script: string, folders: readonly string[] = FONT_FOLDERS): string[] =>
  matching([new RegExp(`^NotoSans${script}-Regular`, 'iu'), new RegExp(`^NotoSans${script}\\b`, 'iu')], folders);

type FontFile = { name: string; path: string };

function matching(kinds: readonly RegExp[], folders: readonly string[]): string[] {
  const found = folders.flatMap((folder) => fontFiles(folder, DEPTH));
  return kinds.flatMap((kind) => plainFirst(found.filter(({ name }) => kind.test(name))).map(({ path }) => path));
}

const plainFirst = (files: readonly FontFile[]) =>
  files.toSorted((a, b) => Number(OF_A_WEIGHT.test(a.name)) - Number(OF_A_WEIGHT.test(b.name)));

function fontFiles(folder: string, depth: number): FontFile[] {
  if (depth === 0 || !existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return fontFiles(path, depth - 1);
        return FONT_FILE.test(entry.name) ? [{ name: entry.name, path }] : [];
      });
  } catch {
    return [];
  }
}
