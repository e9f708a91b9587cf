// Proposes a title and a sheet number for a page: from its title block, its label or its file's name, in this order.
import type { TitleBlock } from './title-block.ts';

const MAX_TITLE = 200;
const MAX_NUMBER = 40;
/** A plain number as label only counts pages. */
const COUNTING = /^[\divxlc]+$/i;

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
  const sheetNumber = block?.sheetNumber || (own.length <= MAX_NUMBER && /\d/.test(own) ? own : '');
  const byFile = pageCount === 1 ? stem : [stem, own || String(page)].filter((part) => part !== '').join(' ');
  const title = block?.title || byFile || sheetNumber || String(page);
  return { title: title.slice(0, MAX_TITLE).trim(), sheetNumber: sheetNumber.slice(0, MAX_NUMBER) };
}
