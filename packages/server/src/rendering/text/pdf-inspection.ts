// Lists the pages of a PDF, with names proposed from their title blocks.
import { proposeRotation, type Rotation } from '@plumbline/core/site/geometry/rotation';
import { openPage, type PdfDocument, pageLabel, sheetSize } from '../engines/pdf/document.ts';
import { isEngineTrap } from '../engines/pdf/engine-trap.ts';
import { type SizedWord, wordsOf } from '../engines/pdf/page-words.ts';
import { LIMITS } from '../limits.ts';
import { withPdf } from '../pages/with-pdf.ts';
import type { Inspected, PageProgress } from '../results.ts';
import { bookmarksByPage } from './bookmarks.ts';
import { nameSheets } from './page-naming.ts';
import { PageWordsPacker } from './page-words-file.ts';
import { readTitleBlock, type TitleBlock } from './title-block/title-block.ts';

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
