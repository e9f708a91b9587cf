// Measures filled blocks: the lines of a paragraph, and the rows of a table with their cells. All measures are in
// points, downwards from the top.
import { CELL_INSET, INK, NAMED_STYLES, PARAGRAPH_AFTER, type ParagraphStyle } from '../templates/layouts/document.ts';
import type { FilledBlock, FilledRow } from './fill-layout.ts';
import type { Fonts } from './fonts.ts';
import { type Line, linesOf, type PageFields, points } from './lines.ts';

/** What is drawn onto a page. */
export type Drawing =
  | { kind: 'line'; x: number; y: number; line: Line }
  | { kind: 'fill'; x: number; y: number; width: number; height: number; colour: string }
  | { kind: 'rule'; x: number; y: number; width: number };

/** Content that is never divided: a line, a gap, or a table row. */
export type Piece = {
  /** Space above; dropped at the top of a page. */
  before: number;
  height: number;
  after: number;
  keepNext: boolean;
  newPage: boolean;
  /** The text of a heading, for the list of bookmarks. */
  heading?: { text: string; level: number };
  drawings(x: number, y: number): Iterable<Drawing>;
};

type MeasuredCell = {
  x: number;
  width: number;
  pieces: readonly Piece[];
  height: number;
  line: boolean;
  fill: string | undefined;
  middle: boolean;
};
export type MeasuredRow = { cells: readonly MeasuredCell[]; height: number; header: boolean; keepNext: boolean };

export type Measuring = { fonts: Fonts; fields?: PageFields };

export function piecesOf(
  block: Extract<FilledBlock, { kind: 'paragraph' | 'gap' }>,
  width: number,
  measuring: Measuring,
): Piece[] {
  if (block.kind === 'gap') return [space(block)];
  const { spans, look } = block;
  const { before, after } = spacing(look);
  const lines = linesOf(spans, look, width, measuring.fonts, measuring.fields);
  return lines.map((line, at): Piece => {
    const heading = at === 0 ? headingOf(look, spans) : undefined;
    return {
      before: at === 0 ? before : 0,
      height: line.ascent + line.descent,
      after: at === lines.length - 1 ? after : 0,
      // Lines of a heading stay together.
      keepNext: look.keepNext === true || look.style !== undefined,
      newPage: at === 0 && look.newPage === true,
      ...(heading && { heading }),
      *drawings(x, y) {
        if (line.items.length > 0) yield { kind: 'line', x, y, line };
      },
    };
  });
}

const space = ({ points: before, keepNext, newPage = false }: Extract<FilledBlock, { kind: 'gap' }>): Piece => ({
  before,
  height: 0,
  after: 0,
  keepNext,
  newPage,
  *drawings() {},
});

function spacing({ style, before, after }: ParagraphStyle): { before: number; after: number } {
  const named = style && NAMED_STYLES[style];
  return { before: before ?? named?.before ?? 0, after: after ?? named?.after ?? PARAGRAPH_AFTER };
}

function headingOf({ style }: ParagraphStyle, spans: Extract<FilledBlock, { kind: 'paragraph' }>['spans']) {
  const level = style && NAMED_STYLES[style].level;
  if (level === undefined) return undefined;
  const text = spans
    .map((span) => (span.kind === 'text' ? span.text : ''))
    .join('')
    .trim();
  return { text, level };
}

export function measureRow(
  row: FilledRow,
  columns: readonly number[],
  inset: number,
  measuring: Measuring,
): MeasuredRow {
  let column = 0;
  let x = 0;
  const cells = row.cells.map(({ blocks, look }): MeasuredCell => {
    const span = look.span ?? 1;
    const width = points(columns.slice(column, column + span).reduce((sum, one) => sum + one, 0));
    column += span;
    const pieces = blocks.flatMap((block) => {
      if (block.kind === 'table' || block.kind === 'contents') throw new Error(`a ${block.kind} in a table`);
      return piecesOf(block, width - 2 * points(inset), measuring);
    });
    const start = x;
    x += width;
    const height = heightOf(pieces);
    return { x: start, width, pieces, height, line: look.line === true, fill: look.fill, middle: look.middle === true };
  });
  return rowOf(cells, row.header);
}

function rowOf(cells: readonly MeasuredCell[], header: boolean): MeasuredRow {
  const height = Math.max(...cells.map((cell) => cell.height)) + 2 * points(CELL_INSET);
  const keepNext = cells.some((cell) => cell.pieces.some((piece) => piece.keepNext));
  return { cells, height, header, keepNext };
}

export const heightOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { before, height, after }) => sum + before + height + after, 0);

/** A row as one piece. */
export const rowPiece = (row: MeasuredRow, inset: number): Piece => {
  const heading = row.cells.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.heading ?? []))[0];
  return {
    before: 0,
    height: row.height,
    after: 0,
    keepNext: row.keepNext,
    newPage: false,
    ...(heading && { heading }),
    drawings: (x, y) => rowDrawings(row, points(inset), x, y),
  };
};

function* rowDrawings({ cells, height }: MeasuredRow, inset: number, x: number, y: number): Generator<Drawing> {
  for (const cell of cells)
    if (cell.fill !== undefined)
      yield { kind: 'fill', x: x + cell.x, y, width: cell.width, height, colour: `#${cell.fill}` };
  for (const cell of cells) {
    const room = height - 2 * points(CELL_INSET) - cell.height;
    let at = y + points(CELL_INSET) + (cell.middle ? room / 2 : 0);
    for (const piece of cell.pieces) {
      at += piece.before;
      yield* piece.drawings(x + cell.x + inset, at);
      at += piece.height + piece.after;
    }
    if (cell.line) yield { kind: 'rule', x: x + cell.x, y: y + height, width: cell.width };
  }
}

/** What of a row fits into a height, and the rest; undefined if a cell would begin with nothing. */
export function divideRow(row: MeasuredRow, room: number): [MeasuredRow, MeasuredRow] | undefined {
  const inner = room - 2 * points(CELL_INSET);
  const parts = row.cells.map((cell) => {
    let height = 0;
    const count = cell.pieces.findIndex((piece) => {
      height += piece.before + piece.height + piece.after;
      return height > inner;
    });
    return count < 0 ? cell.pieces.length : count;
  });
  if (parts.some((count, at) => count === 0 && (row.cells[at]?.pieces.length ?? 0) > 0)) return undefined;
  const part = (take: (cell: MeasuredCell, count: number) => readonly Piece[], isHead: boolean) =>
    rowOf(
      row.cells.map((cell, at) => {
        const pieces = take(cell, parts[at] ?? 0);
        return { ...cell, pieces, height: heightOf(pieces), line: cell.line && !isHead };
      }),
      false,
    );
  return [
    part((cell, count) => cell.pieces.slice(0, count), true),
    part((cell, count) => cell.pieces.slice(count), false),
  ];
}

export const RULE_COLOUR = `#${INK.line}`;
