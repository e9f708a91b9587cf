// Lists the pages of a PDF, with names proposed from their title blocks.
import { proposeRotation, type Rotation } from '@plumbline/core/site/geometry/rotation';
import { openPage, type PdfDocument, pageLabel, readUtf16, sheetSize } from '../engines/pdf/document.ts';
import { isEngineTrap } from '../engines/pdf/engine-trap.ts';
import { type SizedWord, wordsOf } from '../engines/pdf/page-words.ts';
import { LIMITS } from '../limits.ts';
import { withPdf } from '../pages/with-pdf.ts';
import type { Inspected, PageProgress } from '../results.ts';
import { nameSheets } from './page-naming.ts';
import { PageWordsPacker } from './page-words-file.ts';
import { readTitleBlock, type TitleBlock } from './title-block/title-block.ts';

/** Bookmarks read per document; the outlines of manuals are longer, and of no use here. */
const MAX_BOOKMARKS = 20_000;
const MAX_DEPTH = 12;

/** Titles by page number from 1. Only bookmarks without further ones below them: the others name chapters. */
function bookmarksByPage(document: PdfDocument): Map<number, string[]> {
  const { pdfium, handle } = document;
  const found = new Map<number, string[]>();
  /** Damaged files link bookmarks in a circle. */
  const seen = new Set<number>();
  const read = (parent: number, depth: number): boolean => {
    let child = pdfium.FPDFBookmark_GetFirstChild(handle, parent);
    const some = child !== 0;
    for (
      ;
      child !== 0 && !seen.has(child) && seen.size < MAX_BOOKMARKS;
      child = pdfium.FPDFBookmark_GetNextSibling(handle, child)
    ) {
      const bookmark = child;
      seen.add(bookmark);
      if (depth < MAX_DEPTH && read(bookmark, depth + 1)) continue;
      const page = targetOf(document, bookmark);
      const title = readUtf16(pdfium, (buffer, length) =>
        pdfium.FPDFBookmark_GetTitle(bookmark, buffer, length),
      ).trim();
      if (page > 0 && title !== '') found.set(page, [...(found.get(page) ?? []), title]);
    }
    return some;
  };
  read(0, 0);
  return found;
}

/** Number of the page; 0 if the bookmark leads elsewhere. */
function targetOf({ pdfium, handle }: PdfDocument, bookmark: number): number {
  let target = pdfium.FPDFBookmark_GetDest(handle, bookmark);
  if (target === 0) {
    const action = pdfium.FPDFBookmark_GetAction(bookmark);
    target = action === 0 ? 0 : pdfium.FPDFAction_GetDest(handle, action);
  }
  return target === 0 ? 0 : pdfium.FPDFDest_GetDestPageIndex(handle, target) + 1;
}

export function inspectPdf(
  path: string,
  name: string,
  titles: boolean,
  onPage: PageProgress,
  wordsOut?: string,
): Promise<Inspected> {
  return withPdf(path, 'inspecting', async (document) => {
    const { pageCount } = document;
    onPage(0);
    const until = performance.now() + LIMITS.titleTime;
    const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
    const packer = new PageWordsPacker();
    const read = numbers.map((page) => {
      if (!titles || performance.now() >= until) return UNREAD;
      const info = inspectPage(document, page, (words) => packer.add(page, words));
      onPage(page / pageCount);
      return info;
    });
    const bookmarks = bookmarksByPage(document);
    const names = nameSheets(
      name,
      numbers.map((page, i) => ({
        label: pageLabel(document, page),
        bookmarks: bookmarks.get(page) ?? [],
        block: read[i]?.block ?? null,
      })),
    );
    const pages = names.map((named, i) => ({
      page: i + 1,
      ...named,
      ...sheetSize(document, i + 1),
      turn: read[i]?.turn ?? null,
      isScan: read[i]?.isScan ?? false,
    }));
    if (wordsOut !== undefined) await packer.write(wordsOut);
    return { kind: 'pdf', pages };
  });
}

type PageInfo = { block: TitleBlock | null; turn: Rotation | null; isScan: boolean };
/** For a page that cannot be read; the problem is reported when it is selected. */
const UNREAD: PageInfo = { block: null, turn: null, isScan: false };

function inspectPage(document: PdfDocument, number: number, onWords: (words: readonly SizedWord[]) => void): PageInfo {
  try {
    const page = openPage(document, number, 'inspecting');
    try {
      const words = wordsOf(page);
      onWords(words);
      const block = readTitleBlock(words, page.widthPt / page.heightPt);
      return { block, turn: proposeRotation(words), isScan: words.length === 0 };
    } finally {
      page.close();
    }
  } catch (error) {
    if (isEngineTrap(error)) throw error;
    return UNREAD;
  }
}
