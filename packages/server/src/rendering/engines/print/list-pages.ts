// The list of pins on separate pages (A4 portrait), with the same symbols as on the plan.
import type { Pdfium } from '../pdf/engine.ts';
import { FLIPPED, moved, scaled, times } from './matrix.ts';
import { type Pen, penOn } from './pen.ts';
import { drawMark } from './pin-marks.ts';
import type { PrintedList } from './sheet.ts';
import { linesOf } from './text/line-breaks.ts';
import type { Typefaces } from './text/typefaces.ts';

const PAGE = { width: 595.28, height: 841.89, side: 42, top: 46, bottom: 48 };
const SIZE = 9.5;
const LEADING = 12.5;
const ROW = { above: 5, below: 5, mark: 16, markWide: 20 };
const MAX_LINES = 4;
const DARK = '#1b1f23';
const MUTED = '#544e46';
const RULE = '#c9c4bb';
const INNER = PAGE.width - 2 * PAGE.side;

type Row = { lines: string[][]; height: number; mark: PrintedList['rows'][number] };

function measuredRows(list: PrintedList, faces: Typefaces): Row[] {
  const wide = INNER - ROW.markWide;
  return list.rows.map((mark) => {
    const lines = list.columns.map(({ share }, i) =>
      linesOf(mark.cells[i] ?? '', share * wide - 8, MAX_LINES, (words) => faces.plain.widthOf(words, SIZE)),
    );
    const tallest = Math.max(1, ...lines.map((of) => of.length));
    return { lines, mark, height: ROW.above + Math.max(tallest * LEADING, ROW.mark) + ROW.below };
  });
}

/** Groups rows by page. */
function paged(rows: readonly Row[], first: number, next: number): Row[][] {
  const pages: Row[][] = [[]];
  let y = first;
  for (const row of rows) {
    if (y + row.height > PAGE.height - PAGE.bottom) {
      pages.push([]);
      y = next;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
}

/** Appends the pages to the document. `onProgress` is called after each page with the completed share. */
export function addList(
  pdfium: Pdfium,
  document: number,
  given: PrintedList,
  faces: Typefaces,
  onProgress: (share: number) => void,
): void {
  const list = hasUnsupportedCharacters(given, faces) ? { ...given, facts: [...given.facts, given.lacking] } : given;
  const titleLines = linesOf(list.title, INNER, 3, (words) => faces.strong.widthOf(words, 17));
  const headEnd = PAGE.top + titleLines.length * 21 + list.facts.length * LEADING + 14;
  const pages = paged(measuredRows(list, faces), headEnd + 20, PAGE.top + 20);
  for (const [i, rows] of pages.entries()) {
    const page = pdfium.FPDFPage_New(document, pdfium.FPDF_GetPageCount(document), PAGE.width, PAGE.height);
    const onto = times(moved(0, PAGE.height), FLIPPED);
    const pen = penOn({ pdfium, document, page, onto });
    if (i === 0) drawHead(pen, list, titleLines, faces);
    let y = i === 0 ? headEnd : PAGE.top;
    drawHeadings(pen, list, y, faces);
    y += 20;
    for (const row of rows) {
      drawRow(pen, list, row, y, faces);
      y += row.height;
    }
    const footer = list.footer.replace('{page}', String(i + 1)).replace('{pages}', String(pages.length));
    const right = PAGE.width - PAGE.side - faces.plain.widthOf(footer, 8);
    pen.write(footer, { x: right, y: PAGE.height - 26, size: 8, face: faces.plain, colour: MUTED });
    pen.finish();
    pdfium.FPDF_ClosePage(page);
    onProgress((i + 1) / pages.length);
  }
}

const hasUnsupportedCharacters = ({ title, rows }: PrintedList, { plain }: Typefaces): boolean =>
  [title, ...rows.flatMap(({ cells }) => cells)].some((words) => plain.spelled(words) !== words);

function drawHead(pen: Pen, { facts }: PrintedList, titleLines: readonly string[], { plain, strong }: Typefaces): void {
  for (const [i, line] of titleLines.entries())
    pen.write(line, { x: PAGE.side, y: PAGE.top + 12 + i * 21, size: 17, face: strong, colour: DARK });
  const y = PAGE.top + titleLines.length * 21 + 6;
  for (const [i, fact] of facts.entries())
    pen.write(fact, { x: PAGE.side, y: y + i * LEADING, size: SIZE, face: plain, colour: MUTED });
}

function* columnsOf({ columns }: PrintedList): Generator<{ x: number; i: number; heading: string }> {
  let x = PAGE.side + ROW.markWide;
  for (const [i, { heading, share }] of columns.entries()) {
    yield { x, i, heading };
    x += share * (INNER - ROW.markWide);
  }
}

const rule = (pen: Pen, y: number, colour: string, width: number): void =>
  pen.path(
    [
      ['M', PAGE.side, y],
      ['L', PAGE.width - PAGE.side, y],
    ],
    { stroke: colour, width },
  );

function drawHeadings(pen: Pen, list: PrintedList, y: number, { strong }: Typefaces): void {
  for (const { x, heading } of columnsOf(list))
    pen.write(heading, { x, y: y + 11, size: 8.5, face: strong, colour: DARK });
  rule(pen, y + 17, DARK, 0.8);
}

function drawRow(pen: Pen, list: PrintedList, { lines, mark, height }: Row, y: number, { plain }: Typefaces): void {
  const sign = times(moved(PAGE.side, y + ROW.above - 2), scaled(ROW.mark / 30));
  drawMark(pen, mark.colour, mark.status, sign);
  for (const { x, i } of columnsOf(list))
    for (const [k, line] of (lines[i] ?? []).entries())
      pen.write(line, { x, y: y + ROW.above + 9.5 + k * LEADING, size: SIZE, face: plain, colour: DARK });
  rule(pen, y + height, RULE, 0.5);
}
