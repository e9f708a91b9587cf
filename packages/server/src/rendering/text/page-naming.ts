// Proposes a title and a sheet number for a page: from its title block, its label or the file name, in this order.
import type { TitleBlock } from './title-block.ts';

const MAX_TITLE = 200;
const MAX_NUMBER = 40;
/** A plain number as a label is only a page count. */
const COUNTING = /^[\divxlc]+$/i;
/** "A-101" or "A101" in a file name, but not the names of camera files and versions. */
const IN_NAME = /(?:^|[\s-])(?!IMG|DSC|PXL|REV|V\d)([A-Z]{1,3}-?\d{2,4}(?:\.\d{1,2})?)(?=$|[\s-])/;

export interface Naming {
  readonly fileName: string;
  readonly page: number;
  readonly pageCount: number;
  readonly label: string;
  readonly block: TitleBlock | null;
}

export function proposeName({ fileName, page, pageCount, label, block }: Naming): TitleBlock {
  const stem = fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const own = COUNTING.test(label.trim()) ? '' : label.trim();
  const reported = block?.sheetNumber || (own.length <= MAX_NUMBER && /\d/.test(own) ? own : '');
  // A scan or image with a single page has no words, but its file is often named after the sheet.
  const sheetNumber = reported || (pageCount === 1 ? (IN_NAME.exec(stem)?.[1] ?? '') : '');
  const byFile =
    pageCount === 1
      ? withoutNumber(stem, sheetNumber)
      : [stem, own || String(page)].filter((part) => part !== '').join(' ');
  const title = block?.title || byFile || sheetNumber || String(page);
  return { title: title.slice(0, MAX_TITLE).trim(), sheetNumber: sheetNumber.slice(0, MAX_NUMBER) };
}

/** "A-101 First-Floor" without its number; unchanged if nothing that names the sheet would remain. */
function withoutNumber(stem: string, sheetNumber: string): string {
  if (sheetNumber === '' || !stem.startsWith(sheetNumber)) return stem;
  const rest = stem.slice(sheetNumber.length).replace(/^[\s-]+/, '');
  return /\p{L}{2}/u.test(rest) ? rest : stem;
}
