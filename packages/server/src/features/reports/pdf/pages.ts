// Arranges measured blocks on pages and yields one page after the other.

import { type Layout, MARGIN, pageSize, textWidth } from '../templates/layouts/document.ts';
import { contentsOf } from './contents.ts';
import type { FilledBlock } from './fill-layout.ts';
import { points } from './lines.ts';
import {
  type Drawing,
  divideRow,
  type MeasuredRow,
  type Measuring,
  measureRow,
  type Piece,
  piecesOf,
  rowPiece,
} from './pieces.ts';

export type Bookmark = { text: string; level: number; y: number };
/** `page`: its number, from 1. */
export type Heading = Pick<Bookmark, 'text' | 'level'> & { page: number };
export type PageContent = { drawings: Drawing[]; bookmarks: Bookmark[] };

/** A row is divided only if it takes more than this share of a page, and this share of the page is free. */
const LARGE_ROW = 0.4;
const ROOM_TO_DIVIDE = 0.2;

export function* pagesOf(
  blocks: Iterable<FilledBlock>,
  { page }: Pick<Layout, 'page'>,
  measuring: Measuring,
  headings: readonly Heading[] = [],
): Generator<PageContent> {
  const size = pageSize(page);
  const area = {
    left: points(MARGIN.side),
    top: points(MARGIN.top),
    width: points(size.width - 2 * MARGIN.side),
    bottom: points(size.height - MARGIN.bottom),
  };
  const sheets = new Sheets(area);
  for (const given of blocks) {
    for (const block of given.kind === 'contents' ? contentsOf(given.title, headings, textWidth(page)) : [given])
      if (block.kind === 'contents') throw new Error('contents in contents');
      else if (block.kind === 'table') yield* tablePages(block, sheets, measuring);
      else for (const piece of piecesOf(block, area.width, measuring)) yield* sheets.add(piece);
  }
  yield* sheets.end();
}

function* tablePages(
  { columns, inset, rows }: Extract<FilledBlock, { kind: 'table' }>,
  sheets: Sheets,
  measuring: Measuring,
): Generator<PageContent> {
  const headers: Piece[] = [];
  for (const filled of rows) {
    const row = measureRow(filled, columns, inset, measuring);
    if (row.header) {
      const piece = { ...rowPiece(row, inset), keepNext: true };
      headers.push(piece);
      yield* sheets.add(piece);
    } else yield* bodyRow(row, inset, headers, sheets);
    sheets.repeated = headers;
  }
  yield* sheets.settle();
  sheets.repeated = [];
}

function* bodyRow(row: MeasuredRow, inset: number, headers: readonly Piece[], sheets: Sheets): Generator<PageContent> {
  const room = sheets.room();
  const usable = sheets.empty(headers);
  const worthDividing = row.height > usable * LARGE_ROW && room > usable * ROOM_TO_DIVIDE;
  const parts = row.height > room && (worthDividing || row.height > usable) ? divideRow(row, room) : undefined;
  if (parts) {
    yield* sheets.add({ ...rowPiece(parts[0], inset), keepNext: false });
    yield* sheets.next();
    yield* bodyRow(parts[1], inset, headers, sheets);
  } else if (row.height > usable && room < usable) {
    yield* sheets.next();
    yield* bodyRow(row, inset, headers, sheets);
  } else yield* sheets.add(rowPiece(row, inset));
}

type Area = { left: number; top: number; width: number; bottom: number };

const blank = (): PageContent => ({ drawings: [], bookmarks: [] });

class Sheets {
  /** The header rows of the table being placed. */
  repeated: readonly Piece[] = [];
  private readonly area: Area;
  private page = blank();
  private y: number;
  /** Pieces that stay with the one after them. */
  private held: Piece[] = [];

  constructor(area: Area) {
    this.area = area;
    this.y = area.top;
  }

  /** The height left below what is placed and held. */
  room(): number {
    return this.area.bottom - this.y - sumOf(this.held);
  }

  /** The height of an empty page below these header rows. */
  empty(headers: readonly Piece[]): number {
    return this.area.bottom - this.area.top - sumOf(headers);
  }

  *add(piece: Piece): Generator<PageContent> {
    if (piece.newPage) {
      yield* this.settle();
      if (!this.isBlank()) yield this.turn([]);
    }
    this.held.push(piece);
    if (!piece.keepNext) yield* this.settle();
  }

  /** Places what is held. Of a group larger than a page, as much as fits on one is kept together. */
  *settle(): Generator<PageContent> {
    let rest = this.held;
    this.held = [];
    while (rest.length > 0) {
      const usable = this.area.bottom - this.area.top;
      const whole = rest.findIndex((_, at) => sumOf(rest.slice(0, at + 1)) > usable);
      const group = rest.slice(0, whole < 0 ? rest.length : Math.max(1, whole));
      rest = rest.slice(group.length);
      const fits = this.y + sumOf(group, this.isBlank()) <= this.area.bottom + 0.01;
      if (!fits && !this.isBlank())
        yield this.turn(group.some((piece) => this.repeated.includes(piece)) ? [] : this.repeated);
      for (const piece of group) {
        const height = piece.height + (this.isBlank() ? 0 : piece.before);
        if (this.y + height > this.area.bottom + 0.01 && !this.isBlank()) yield this.turn(this.repeated);
        this.place(piece);
      }
    }
  }

  /** Continues on a new page, below the header rows of the table. What is held moves there with its row. */
  *next(): Generator<PageContent> {
    if (this.isBlank()) yield* this.settle();
    const held = this.held;
    this.held = [];
    yield this.turn(held.some((piece) => this.repeated.includes(piece)) ? [] : this.repeated);
    this.held = held;
  }

  *end(): Generator<PageContent> {
    yield* this.settle();
    if (!this.isBlank()) yield this.page;
  }

  private isBlank(): boolean {
    return this.page.drawings.length === 0;
  }

  private turn(repeated: readonly Piece[]): PageContent {
    const done = this.page;
    this.page = blank();
    this.y = this.area.top;
    for (const { heading: _once, ...piece } of repeated) this.place(piece);
    return done;
  }

  private place(piece: Piece): void {
    if (!this.isBlank()) this.y += piece.before;
    const drawings = [...piece.drawings(this.area.left, this.y)];
    if (piece.heading) this.page.bookmarks.push({ ...piece.heading, y: this.y });
    this.page.drawings.push(...drawings);
    this.y += piece.height + piece.after;
  }
}

const sumOf = (pieces: readonly Piece[], withoutFirst = false): number =>
  pieces.reduce(
    (sum, { before, height, after }, at) => sum + (at === 0 && withoutFirst ? 0 : before) + height + after,
    0,
  );
