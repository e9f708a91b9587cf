// The model of a built-in template: paragraphs and tables with placeholders. A Word file and a PDF are made from it.
// Measures are in millimetres and points, as in page layout.
import type { PaperSize } from '@plumbline/core/features/reports/options';

/** The program's colours, for print. */
export const INK = { text: '1F1C18', quiet: '6D665D', brand: '0E4B59', line: 'D9D4CB', ground: 'F1F5F6' } as const;

export type RunStyle = { bold?: boolean; size?: number; colour?: string };

export type Inline =
  | ({ kind: 'text'; text: string } & RunStyle)
  | { kind: 'tab' }
  /** The number of the page, or the number of pages. */
  | ({ kind: 'field'; field: 'PAGE' | 'NUMPAGES' } & RunStyle);

export type NamedStyle = 'Title' | 'Heading1' | 'Heading2';

export type ParagraphStyle = {
  style?: NamedStyle;
  align?: 'left' | 'center' | 'right';
  /** In points. */
  before?: number;
  after?: number;
  keepNext?: boolean;
  newPage?: boolean;
  /** Tab stops in millimetres; a negative one is right-aligned. */
  tabs?: readonly number[];
  /** The indent of lines after the first, in millimetres. */
  hanging?: number;
};

export type Block =
  | { kind: 'paragraph'; inlines: readonly Inline[]; look: ParagraphStyle }
  /** Space of exactly this height, which also keeps two tables apart; or the start of a page. */
  | { kind: 'gap'; points: number; keepNext: boolean; newPage?: boolean }
  /** The headings with their pages, on pages of its own. In PDF files only: Word computes page numbers itself. */
  | { kind: 'contents'; title: string }
  | { kind: 'table'; columns: readonly number[]; inset: number; rows: readonly RowItem[] }
  | Section<Block>;

/** Content that is repeated for each item of a list, or that depends on a value: `pins`, `any tasks`, `not pin.notes`. */
export interface Section<Content> {
  readonly kind: 'section';
  readonly tag: string;
  readonly content: readonly Content[];
}

export type CellStyle = {
  /** Draws a line below the cell. */
  line?: boolean;
  fill?: string;
  middle?: boolean;
  /** The number of columns it covers. */
  span?: number;
};

export type Cell = { content: readonly Block[]; look: CellStyle };
/** A header row is repeated on each page that the table continues on. */
export type Row = { kind: 'row'; cells: readonly Cell[]; header: boolean };
export type RowItem = Row | Section<RowItem>;

export type Page = { landscape: boolean; paper: PaperSize };
export type Layout = {
  page: Page;
  /** The first page is a cover, without header and footer. */
  cover: boolean;
  body: readonly Block[];
  header: readonly Block[];
  footer: readonly Block[];
};

export const run = (text: string, style: RunStyle = {}): Inline => ({ kind: 'text', text, ...style });

export const tab: Inline = { kind: 'tab' };

export const pageField = (field: 'PAGE' | 'NUMPAGES', style: RunStyle = {}): Inline => ({
  kind: 'field',
  field,
  ...style,
});

export const paragraph = (content: Inline | readonly Inline[], look: ParagraphStyle = {}): Block => ({
  kind: 'paragraph',
  inlines: 'kind' in content ? [content] : content,
  look,
});

export const gap = (points = 4): Block => ({ kind: 'gap', points, keepNext: false });

/** A space that stays with what is below it, and so does a heading above it. */
export const gapBefore = (points: number): Block => ({ kind: 'gap', points, keepNext: true });

export const pageBreak: Block = { kind: 'gap', points: 1, keepNext: false, newPage: true };

/** Content for each item of a list, or once if the list has items (`any tasks`) or a value is there (`pin.notes`). */
export const section = (tag: string, ...content: readonly Block[]): Block => ({ kind: 'section', tag, content });

/** The same for table rows. The first and the last cell of its rows must be different cells. */
export const rowsOf = (tag: string, ...content: readonly RowItem[]): RowItem => ({ kind: 'section', tag, content });

export const cell = (content: Block | readonly Block[], look: CellStyle = {}): Cell => ({
  content: 'kind' in content ? [content] : content,
  look,
});

export const row = (...cells: readonly Cell[]): Row => ({ kind: 'row', cells, header: false });
export const headerRow = (...cells: readonly Cell[]): Row => ({ kind: 'row', cells, header: true });

export const table = (
  { columns, inset = 1.5 }: { columns: readonly number[]; inset?: number },
  ...rows: readonly RowItem[]
): Block => ({ kind: 'table', columns, inset, rows });

/** In millimetres, upright. */
const PAPER: Readonly<Record<PaperSize, readonly [width: number, height: number]>> = {
  a4: [210, 297],
  a3: [297, 420],
  letter: [215.9, 279.4],
};
/** In millimetres, with room for punch holes. */
export const MARGIN = { top: 27, side: 18, bottom: 22, header: 9, footer: 6 } as const;
/** Space above and below the content of a table cell, in millimetres. */
export const CELL_INSET = 0.8;

export function pageSize({ landscape, paper }: Page): { width: number; height: number } {
  const [short, long] = PAPER[paper];
  return landscape ? { width: long, height: short } : { width: short, height: long };
}

/** The text width of a page, in millimetres. */
export const textWidth = (page: Page): number => pageSize(page).width - 2 * MARGIN.side;

/** The look of the named styles, in points. */
export const NAMED_STYLES: Readonly<
  Record<NamedStyle, { size: number; colour: string; before: number; after: number; level?: number }>
> = {
  Title: { size: 21, colour: INK.brand, before: 0, after: 2 },
  Heading1: { size: 13, colour: INK.brand, before: 14, after: 5, level: 0 },
  Heading2: { size: 11, colour: INK.text, before: 0, after: 0, level: 1 },
};
/** Space after a paragraph that defines none, in points. */
export const PARAGRAPH_AFTER = 3;
export const BODY_SIZE = 10;
