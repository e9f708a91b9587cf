// Proposes a title and a sheet number for a page: from its label or its file's name.

export interface PageName {
  readonly title: string;
  readonly sheetNumber: string;
}

const MAX_TITLE = 200;
const MAX_NUMBER = 40;

export function proposeName(fileName: string, page: number, pageCount: number, label: string): PageName {
  const stem = fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const own = label.trim();
  // A plain number as label only counts pages.
  const named = own !== '' && !/^[\divxlcIVXLC]+$/.test(own);
  const title = pageCount === 1 ? stem : `${stem} ${named ? own : page}`;
  return { title: title.slice(0, MAX_TITLE), sheetNumber: named ? own.slice(0, MAX_NUMBER) : '' };
}
