// Numbers and titles of scanned pages from their recognised words: what was not read with certainty is not proposed. Pure.
import { UNCERTAIN_MARK } from '@plumbline/core/features/imports/plan-words';
import type { SizedWord } from '../../../rendering/engines/pdf/page-words.ts';
import { nameSheets, type SheetName } from '../../../rendering/text/page-naming.ts';
import { readTitleBlock } from '../../../rendering/text/title-block/title-block.ts';

/** Null for a page that was not recognised. `aspect` is the width of the page divided by its height. */
export type ScannedPage = { readonly words: readonly SizedWord[]; readonly aspect: number } | null;

/** Empty where nothing is certain. */
export function nameScans(fileName: string, pages: readonly ScannedPage[]): SheetName[] {
  const blocks = pages.map((page) => page && readTitleBlock(page.words, page.aspect));
  const named = nameSheets(
    fileName,
    blocks.map((block) => ({ label: '', bookmarks: [], block })),
  );
  return named.map(({ title, sheetNumber }, i) => {
    const isRead = blocks[i]?.titles.some(({ named: its, text }) => its && text.startsWith(title));
    // Where the number was not read, the title may be another line of the sheet.
    if (!blocks[i] || sheetNumber === '' || !isCertain(sheetNumber)) return { title: '', sheetNumber: '' };
    return { title: isRead && isCertain(title) ? title : '', sheetNumber };
  });
}

const isCertain = (text: string): boolean => !text.includes(UNCERTAIN_MARK);
