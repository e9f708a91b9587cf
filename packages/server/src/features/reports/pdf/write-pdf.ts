// Writes a report with a built-in layout as PDF: first arranged without drawing, which gives the number of pages and the
// pictures, then page by page into the file. Photos are embedded as they were printed, so that memory does not grow.
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import PDFDocument from 'pdfkit';
import { inOrder } from '../../../platform/concurrency/in-order.ts';
import type { FillOptions } from '../filling/fill-template.ts';
import { Filling } from '../filling/filling.ts';
import { type BookedPicture, PictureBook } from '../filling/pictures/picture-book.ts';
import type { Printed } from '../filling/pictures/print-picture.ts';
import { printRequest } from '../filling/pictures/print-requested.ts';
import { pictureKeyOf } from '../filling/pictures/requested-pictures.ts';
import { type Block, INK, type Layout, MARGIN, pageSize, textWidth } from '../templates/layouts/document.ts';
import { filledBlocks } from './fill-layout.ts';
import { Fonts } from './fonts.ts';
import { type Line, type PageFields, type PlacedPicture, type PlacedText, points } from './lines.ts';
import { Outline } from './outline.ts';
import { type Heading, type PageContent, pagesOf } from './pages.ts';
import { type Drawing, heightOf, measureRow, piecesOf, RULE_COLOUR, rowPiece } from './pieces.ts';

type Doc = InstanceType<typeof PDFDocument>;
/** An opened image, which is embedded once. */
type PdfImage = { width: number; height: number };
type ImageOpener = { openImage(bytes: Buffer): PdfImage & Buffer };

/** Share of the work spent on arranging the pages. */
const ARRANGE_SHARE = 0.1;
/** Pages that are arranged to write only the first ones: their headings are in the contents. */
const MAX_PREVIEW_SCAN = 40;
/** Output waiting to be written to disk before the next page is drawn. */
const MAX_WAITING_BYTES = 4 * 1_048_576;
const PHOTO_GROUND = `#${INK.ground}`;

export type PdfOptions = FillOptions & {
  locale: string;
  /** Writes only the first pages. */
  maxPages?: number;
};

export async function writePdf(layout: Layout, data: ReportData, path: string, options: PdfOptions): Promise<void> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: options.locale,
    displayTitle: true,
    info: { Title: data.report.title, Author: data.report.createdBy, Creator: 'Plumbline', Producer: 'Plumbline' },
  });
  const written = pipeline(doc, createWriteStream(path), options.signal ? { signal: options.signal } : {});
  // Awaited at the end; an error before that ends the drawing.
  written.catch(() => {});
  try {
    await new ReportWriter(doc, layout, data, options).write();
    doc.end();
  } catch (error) {
    doc.destroy(error instanceof Error ? error : new Error(String(error)));
    await written.catch(() => {});
    throw error;
  }
  await written;
}

class ReportWriter {
  private readonly doc: Doc;
  private readonly layout: Layout;
  private readonly options: PdfOptions;
  private readonly fonts: Fonts;
  private readonly filling: Filling;
  /** The names are those of the files kept for the next attempt. */
  private readonly book = new PictureBook('', '');
  private readonly booked = new Map<string, BookedPicture>();
  private readonly images = new Map<string, PdfImage & Buffer>();
  /** For the contents; empty until they are known. */
  private headings: readonly Heading[] = [];
  private readonly outline: Outline;
  private readonly maxPages: number;
  private readonly maxScan: number;

  constructor(doc: Doc, layout: Layout, data: ReportData, options: PdfOptions) {
    this.doc = doc;
    this.layout = layout;
    this.options = options;
    this.fonts = new Fonts(doc);
    this.outline = new Outline(doc);
    this.maxPages = options.maxPages ?? Number.POSITIVE_INFINITY;
    this.maxScan = options.maxPages === undefined ? Number.POSITIVE_INFINITY : MAX_PREVIEW_SCAN;
    this.filling = new Filling(data, options.formats, async () => {});
  }

  async write(): Promise<void> {
    const pages = await this.arrange();
    let number = 0;
    for (const page of this.pages()) {
      number += 1;
      if (number > this.maxPages) break;
      const frame = this.layout.cover && number === 1 ? [] : this.frame({ PAGE: number, NUMPAGES: pages });
      const drawings = [...frame, ...page.drawings];
      await this.print(drawings);
      this.draw(page, drawings);
      while (this.doc.readableLength > MAX_WAITING_BYTES) await this.step();
      await this.step();
      await this.options.onProgress?.(ARRANGE_SHARE + ((1 - ARRANGE_SHARE) * number) / Number(pages));
    }
  }

  private pages(body: readonly Block[] = this.layout.body): Generator<PageContent> {
    const blocks = filledBlocks(body, this.filling);
    return pagesOf(blocks, this.layout, { fonts: this.fonts }, this.headings);
  }

  /**
   * Counts the pages, and books their pictures in the size in which they are printed. Of the first pages only, the number
   * of all pages may remain unknown.
   */
  private async arrange(): Promise<PageFields['NUMPAGES']> {
    const headings: Heading[] = [];
    let count = 0;
    for (const { drawings, bookmarks } of this.pages()) {
      count += 1;
      if (count > this.maxScan) break;
      if (count <= this.maxPages) this.bookAll(drawings);
      for (const { text, level } of bookmarks) headings.push({ text, level, page: count });
      await this.step();
    }
    const at = this.layout.body.findIndex(({ kind }) => kind === 'contents');
    if (at >= 0) count += this.addContents(headings, this.layout.body.slice(0, at + 1));
    this.bookAll(this.frame({ PAGE: 1, NUMPAGES: 1 }));
    for (const picture of this.book.all()) this.booked.set(pictureKeyOf(picture.request), picture);
    await this.options.onProgress?.(ARRANGE_SHARE);
    return count > this.maxScan ? '…' : count;
  }

  /** The contents move the pages after them: returns by how many. */
  private addContents(headings: readonly Heading[], untilContents: readonly Block[]): number {
    const pagesUntilContents = () => [...this.pages(untilContents)].length;
    const before = pagesUntilContents();
    this.headings = headings;
    const added = pagesUntilContents() - before;
    this.headings = headings.map(({ page, ...heading }) => ({ ...heading, page: page > before ? page + added : page }));
    return added;
  }

  private bookAll(drawings: Iterable<Drawing>): void {
    for (const { request, box } of picturesOf(drawings)) this.book.place(request, box);
  }

  /** Lets other work on this thread run, and ends a cancelled report. */
  private async step(): Promise<void> {
    this.options.signal?.throwIfAborted();
    await breathe();
  }

  /** The header and footer of a page. */
  private frame(fields: PageFields): Drawing[] {
    const { page, header, footer } = this.layout;
    const below = this.stacked(footer, fields);
    return [
      ...this.stacked(header, fields).drawings(points(MARGIN.header)),
      ...below.drawings(points(pageSize(page).height - MARGIN.footer) - below.height),
    ];
  }

  private stacked(blocks: readonly Block[], fields: PageFields) {
    const measuring = { fonts: this.fonts, fields };
    const width = points(textWidth(this.layout.page));
    const pieces = [...filledBlocks(blocks, this.filling)].flatMap((block) => {
      if (block.kind === 'contents') throw new Error('contents in a frame');
      return block.kind === 'table'
        ? [...block.rows].map((row) => rowPiece(measureRow(row, block.columns, block.inset, measuring), block.inset))
        : piecesOf(block, width, measuring);
    });
    return {
      height: heightOf(pieces),
      *drawings(top: number): Generator<Drawing> {
        let y = top;
        for (const piece of pieces) {
          y += piece.before;
          yield* piece.drawings(points(MARGIN.side), y);
          y += piece.height + piece.after;
        }
      },
    };
  }

  /** Prints the pictures of a page that no earlier page has. */
  private async print(drawings: readonly Drawing[]): Promise<void> {
    const missing = new Map<string, BookedPicture>();
    for (const { request } of picturesOf(drawings)) {
      const key = pictureKeyOf(request);
      const picture = this.booked.get(key);
      if (!picture) throw new Error('a picture that was not arranged');
      if (!this.images.has(key)) missing.set(key, picture);
    }
    const { kept, pictureBytes } = this.options;
    const print = ([, picture]: [string, BookedPicture]): Promise<Printed> => {
      const fresh = () => printRequest(picture, pictureBytes);
      return kept ? kept(basename(picture.path), fresh) : fresh();
    };
    for await (const [[key], printed] of inOrder([...missing], print)) {
      this.options.signal?.throwIfAborted();
      // The type declarations lack this method, and accept its result only as if it were a file.
      const opener = this.doc as unknown as ImageOpener;
      this.images.set(key, opener.openImage(printed.bytes));
    }
  }

  private draw({ bookmarks }: PageContent, drawings: readonly Drawing[]): void {
    const { doc } = this;
    const { width, height } = pageSize(this.layout.page);
    doc.addPage({ size: [points(width), points(height)], margin: 0 });
    for (const bookmark of bookmarks) this.outline.add(bookmark);
    for (const drawing of drawings) {
      if (drawing.kind === 'fill') doc.rect(drawing.x, drawing.y, drawing.width, drawing.height).fill(drawing.colour);
      else if (drawing.kind === 'rule') {
        const { x, y } = drawing;
        doc
          .moveTo(x, y)
          .lineTo(x + drawing.width, y)
          .lineWidth(0.5)
          .stroke(RULE_COLOUR);
      } else this.drawLine(drawing);
    }
  }

  private drawLine({ x, y, line }: Extract<Drawing, { kind: 'line' }>): void {
    const baseline = y + line.ascent;
    for (const item of line.items) {
      if (item.kind === 'text') this.writeText(item, x + item.x, baseline, line);
      else this.drawPicture(item, x + item.x, baseline - item.height);
    }
  }

  private writeText({ text, width, style }: PlacedText, x: number, baseline: number, { ascent, descent }: Line): void {
    this.fonts.write(text, x, baseline, style);
    if (style.goTo !== undefined) this.doc.goTo(x, baseline - ascent, width, ascent + descent, style.goTo);
  }

  private drawPicture({ request, width, height, align }: PlacedPicture, x: number, y: number): void {
    const image = this.images.get(pictureKeyOf(request));
    if (!image) throw new Error('a picture that was not printed');
    const scale = Math.min(width / image.width, height / image.height);
    const [wide, high] = [image.width * scale, image.height * scale];
    // Photos of any shape are centred on equal grounds; a logo stands where its paragraph begins or ends.
    if (request.kind === 'photo') this.doc.rect(x, y, width, height).fill(PHOTO_GROUND);
    const free = width - wide;
    const left = request.kind !== 'logo' ? x + free / 2 : align === 'right' ? x + free : x;
    this.doc.image(image, left, y + (height - high) / 2, { width: wide, height: high });
  }
}

function* picturesOf(drawings: Iterable<Drawing>): Generator<PlacedPicture> {
  for (const drawing of drawings)
    if (drawing.kind === 'line') for (const item of drawing.line.items) if (item.kind === 'picture') yield item;
}
