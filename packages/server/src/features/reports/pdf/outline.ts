// The bookmarks of a PDF file, pins within the group they belong to, and the places that its contents link to.
import type PDFDocument from 'pdfkit';
import { destinationOf } from './contents.ts';
import type { Bookmark } from './pages.ts';

type Doc = InstanceType<typeof PDFDocument>;

export class Outline {
  private readonly doc: Doc;
  private group: PDFKit.PDFOutline | undefined;
  private count = 0;

  constructor(doc: Doc) {
    this.doc = doc;
  }

  /** On the current page. */
  add({ text, level, y }: Bookmark): void {
    this.doc.addNamedDestination(destinationOf(this.count), 'XYZ', 0, y, null);
    this.count += 1;
    if (level > 0 && this.group) this.group.addItem(text);
    else {
      const item = this.doc.outline.addItem(text);
      this.group = level === 0 ? item : undefined;
    }
  }
}
