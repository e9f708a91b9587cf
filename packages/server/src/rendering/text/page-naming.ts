// Proposes a number and a title for each page of a file: from the title blocks, compared with each other, the page labels,
// the bookmarks and the file name. A number that is not reasonably certain is not proposed.
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import { pastedLine } from '@plumbline/core/kernel/pasted-text';
import { comparePages } from './title-block/compare-pages.ts';
import { codeIn, isPlainCode } from './title-block/number-forms.ts';
import type { TitleBlock } from './title-block/title-block.ts';

const MAX_TITLE = 200;
const MAX_NUMBER = 40;
/** Confidence in what the file says about a page outside of the page. */
const BY_LABEL = 0.75;
const BY_BOOKMARK = 0.75;
const BY_FILE_NAME = 0.71;
const MIN_CONFIDENCE = 0.7;
/** Another number that is nearly as probable leaves the page without one. */
const MIN_LEAD = 0.1;

export interface PageNames {
  /** The label of the page, such as "A-101" or "iv"; empty if it has none. */
  readonly label: string;
  /** The titles of the bookmarks that lead to the page. */
  readonly bookmarks: readonly string[];
  /** Null for pages without words. */
  readonly block: TitleBlock | null;
}

export interface SheetName {
  readonly title: string;
  readonly sheetNumber: string;
}

export function nameSheets(fileName: string, pages: readonly PageNames[]): SheetName[] {
  const stem = fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const blocks = comparePages(pages.map(({ block }) => block));
  return pages.map((page, i) => {
    const block = blocks[i] ?? null;
    const alone = pages.length === 1;
    const sheetNumber = numberOf(page, block, alone ? codeIn(stem) : '');
    const titled = block?.titles.find(({ named }) => named)?.text ?? '';
    const bookmarked = page.bookmarks.map((name) => withoutNumber(name, sheetNumber)).find(isTitle) ?? '';
    const title = titled || bookmarked || byFile(stem, page.label, i + 1, alone, sheetNumber);
    return { title: nameOf(title, MAX_TITLE), sheetNumber: nameOf(sheetNumber, MAX_NUMBER) };
  });
}

/** A line that a plan can be named with: bookmarks and labels may contain line breaks and control characters. */
const nameOf = (text: string, max: number): string => pastedLine(text).slice(0, max).toWellFormed().trim();

/** The most probable number, if it is probable enough and no other is nearly as probable. */
function numberOf({ label, bookmarks }: PageNames, block: TitleBlock | null, inFileName: string): string {
  const found = new Map<string, { text: string; doubt: number }>();
  const add = (text: string, confidence: number) => {
    const key = sheetNumberKey(text);
    const known = found.get(key);
    if (text !== '') found.set(key, { text: known?.text ?? text, doubt: (known?.doubt ?? 1) * (1 - confidence) });
  };
  for (const { text, confidence } of bestOfEach(block)) add(text, confidence);
  const own = label.trim();
  if (isPlainCode(own) || found.has(sheetNumberKey(own))) add(own, BY_LABEL);
  else add(codeIn(own), BY_LABEL);
  const marked = new Set(bookmarks.map(codeIn).filter((code) => code !== ''));
  if (marked.size === 1) add([...marked][0] ?? '', BY_BOOKMARK);
  add(inFileName, BY_FILE_NAME);
  const [best, second] = [...found.values()].sort((a, b) => a.doubt - b.doubt);
  const certain = best && 1 - best.doubt >= MIN_CONFIDENCE && (second?.doubt ?? 1) - best.doubt >= MIN_LEAD;
  return certain ? best.text : '';
}

/** A number that several texts of a sheet state counts once: they may all be the same mistake. */
function bestOfEach(block: TitleBlock | null) {
  const best = new Map<string, TitleBlock['numbers'][number]>();
  for (const one of block?.numbers ?? []) {
    const key = sheetNumberKey(one.text);
    if (one.confidence > (best.get(key)?.confidence ?? 0)) best.set(key, one);
  }
  return best.values();
}

function byFile(stem: string, label: string, page: number, alone: boolean, sheetNumber: string): string {
  if (alone) return withoutNumber(stem, sheetNumber) || sheetNumber || String(page);
  const counting = /^[\divxlc]*$/i.test(label.trim());
  return [stem, counting ? String(page) : label.trim()].filter((part) => part !== '').join(' ');
}

const isTitle = (text: string): boolean =>
  /\p{L}{3}/u.test(text) && !/^(?:page|seite|pagina|layout|model)\b/iu.test(text);

/** "A-101 First-Floor" without its number; unchanged if nothing that names the sheet would remain. */
function withoutNumber(name: string, sheetNumber: string): string {
  if (sheetNumber === '' || !name.startsWith(sheetNumber)) return name;
  const rest = name.slice(sheetNumber.length).replace(/^[\s–:-]+/, '');
  return /\p{L}{2}/u.test(rest) ? rest : name;
}
