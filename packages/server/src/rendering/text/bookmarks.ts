// The bookmarks of a PDF, by the page they lead to.
import { type PdfDocument, readUtf16 } from '../engines/pdf/document.ts';

/** Bookmarks read per document; the outlines of manuals are longer, and of no use here. */
const MAX_BOOKMARKS = 20_000;
const MAX_DEPTH = 12;

/** Titles by page number from 1. Only bookmarks without further ones below them: the others name chapters. */
export function bookmarksByPage(document: PdfDocument): Map<number, string[]> {
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
