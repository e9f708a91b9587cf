// Fills the rows of one sheet: values into cells, rows once per item of a list, and images recorded with their
// position.

import type { Area } from '../../../../office/cell-names.ts';
import type { XmlElement } from '../../../../office/xml.ts';
import { legalText } from '../braces.ts';
import { type Filling, PICTURE, SECTION, TEXT } from '../filling.ts';
import type { Box } from '../pictures/picture-book.ts';
import type { RequestedPicture } from '../pictures/requested-pictures.ts';
import { usualBox } from '../pictures/usual-box.ts';
import type { Amount } from '../tags/grammar.ts';
import { Columns } from './columns.ts';
import type { Content, LayoutNode, LayoutRow } from './layout.ts';
import { RowMap } from './row-map.ts';
import type { SourceCell, SourceRow } from './sheet-rows.ts';
import type { CellStyle, Sheet } from './workbook.ts';

export type FilledText = { text: string; runStyle: XmlElement | undefined };

export type FilledCell =
  | { kind: 'kept'; cell: SourceCell }
  | { kind: 'formula'; cell: SourceCell }
  | { kind: 'empty'; cell: SourceCell }
  | { kind: 'number'; cell: SourceCell; value: number }
  | { kind: 'text'; cell: SourceCell; runs: readonly FilledText[] };

export type FilledRow = {
  row: number;
  source: SourceRow;
  path: readonly number[];
  cells: readonly FilledCell[];
  /** In points; for rows that images made higher. */
  height: number | undefined;
};

/** An image in a cell: `x` and `y` in millimetres from the upper left corner of the cell. */
export type CellPicture = { request: RequestedPicture; box: Box; column: number; row: number; x: number; y: number };

export type FilledSheet = { rows: FilledRow[]; pictures: CellPicture[]; map: RowMap };

type SheetFilling = {
  sheet: Sheet;
  filling: Filling;
  looks: readonly CellStyle[];
  merged: readonly Area[];
  /** The serial number by which a spreadsheet stores a moment. */
  serial: (moment: string) => number | null;
  /** Whether something outside of these rows refers to them: they then stay as an empty row if their list is empty. */
  isRead: (from: number, to: number) => boolean;
};

const MM_PER_POINT = 25.4 / 72;
const CELL_PADDING_MM = 0.8;
/** In points: the default height of a row, and of a line of text. */
const ROW_HEIGHT = 15;
const LINE = 13;
/** Average width of a character, in millimetres. */
const CHARACTER_WIDTH_MM = 1.9;
/** Number formats "General" and "Text". */
const GENERAL = 0;
const AS_TEXT = 49;

export async function fillSheet(
  nodes: readonly LayoutNode[],
  sources: readonly number[],
  given: SheetFilling,
): Promise<FilledSheet> {
  const filler = new SheetFiller(sources, given);
  await filler.all(nodes, [], 0);
  return filler.filled;
}

class SheetFiller {
  readonly filled: FilledSheet;
  private readonly given: SheetFilling;
  private readonly columns: Columns;
  private next = 1;
  private copies = 0;

  constructor(sources: readonly number[], given: SheetFilling) {
    this.given = given;
    this.columns = new Columns(given.sheet.tree);
    this.filled = { rows: [], pictures: [], map: new RowMap(sources) };
  }

  /** `before`: the template row after which these come. */
  async all(nodes: readonly LayoutNode[], path: readonly number[], before: number): Promise<void> {
    let last = before;
    for (const node of nodes) {
      const from = node.kind === 'row' ? node.row.number : node.from;
      // Rows missing from the file are empty and stay.
      this.next += from - last - 1;
      last = node.kind === 'row' ? from : node.to;
      if (node.kind === 'row') await this.row(node, path);
      else {
        const content = this.given.filling.contentOf({ rawText: node.raw });
        if (content._type !== SECTION) throw new Error(`no list: ${node.raw}`);
        const { times } = content;
        for (const [place, frame] of times.entries()) {
          this.copies += 1;
          const inner = [...path, this.copies];
          await this.given.filling.within(frame, place, times.length, () => this.all(node.body, inner, node.from - 1));
        }
        if (times.length === 0 && this.given.isRead(node.from, node.to)) this.blank(node.body, path, node.from - 1);
      }
    }
  }

  private blank(nodes: readonly LayoutNode[], path: readonly number[], before: number): void {
    let last = before;
    for (const node of nodes) {
      const from = node.kind === 'row' ? node.row.number : node.from;
      this.next += from - last - 1;
      last = node.kind === 'row' ? from : node.to;
      if (node.kind === 'section') this.blank(node.body, path, node.from - 1);
      else
        this.put(
          node.row,
          path,
          node.row.cells.map((cell) => ({ kind: 'empty', cell })),
          undefined,
        );
    }
  }

  private put(
    source: SourceRow,
    path: readonly number[],
    cells: readonly FilledCell[],
    height: number | undefined,
  ): void {
    this.filled.rows.push({ row: this.next, source, path, cells, height });
    this.filled.map.put(source.number, path, this.next);
    this.next += 1;
  }

  private async row({ row, contents }: LayoutRow, path: readonly number[]): Promise<void> {
    const cells: FilledCell[] = [];
    let height = 0;
    for (const cell of row.cells) {
      const content = contents.get(cell);
      if (!content) cells.push({ kind: cell.formula === undefined ? 'kept' : 'formula', cell });
      else {
        const created = await this.cell(cell, content);
        height = Math.max(height, this.place(created.pictures, cell, row));
        cells.push(created.cell);
      }
    }
    this.put(row, path, cells, this.heightOf(row, cells, height));
  }

  private async cell(cell: SourceCell, content: readonly Content[]) {
    const runs: FilledText[] = [];
    const pictures: { request: RequestedPicture; box: (kept: Box) => Box }[] = [];
    const only = content.length === 1 && content[0]?.kind === 'tag';
    let amount: Amount | null = null;
    const write = async (body: readonly Content[]): Promise<void> => {
      for (const one of body) {
        if (one.kind === 'text') {
          runs.push(one);
          continue;
        }
        const found = this.given.filling.contentOf({ rawText: one.raw });
        if (found._type === TEXT && one.kind === 'tag') {
          amount = found.amount;
          runs.push({ text: legalText(found.value), runStyle: one.runStyle });
        } else if (found._type === PICTURE) {
          const { request, options } = found;
          if (request) pictures.push({ request, box: (kept) => usualBox(request, options, undefined, kept) });
        } else if (found._type === SECTION && one.kind === 'section') {
          for (const [place, frame] of found.times.entries())
            await this.given.filling.within(frame, place, found.times.length, () => write(one.body));
        }
      }
    };
    await write(content);
    const value = only ? this.numberOf(amount, cell) : null;
    const text = withoutLastLines(runs);
    const created: FilledCell =
      value !== null
        ? { kind: 'number', cell, value }
        : text.length === 0
          ? { kind: 'empty', cell }
          : { kind: 'text', cell, runs: text };
    return { cell: created, pictures };
  }

  private numberOf(amount: Amount | null, cell: SourceCell): number | null {
    const format = this.lookOf(cell)?.format ?? GENERAL;
    if (amount === null || format === AS_TEXT) return null;
    if ('value' in amount) return amount.plain || format !== GENERAL ? amount.value : null;
    const days = format === GENERAL ? null : this.given.serial(amount.moment);
    return days !== null && amount.wholeDay ? Math.floor(days) : days;
  }

  private lookOf({ attributes }: SourceCell): CellStyle | undefined {
    return this.given.looks[Number(attributes.get('s') ?? 0)];
  }

  /**
   * Places a cell's images side by side, in as many lines as they need; returns the height they need in millimetres.
   */
  private place(
    pictures: readonly { request: RequestedPicture; box: (kept: Box) => Box }[],
    cell: SourceCell,
    source: SourceRow,
  ): number {
    if (pictures.length === 0) return 0;
    const { column } = cell;
    const area = this.given.merged.find(
      ({ left, top, right, bottom }) =>
        left <= column && column <= right && top <= source.number && source.number <= bottom,
    );
    const width = this.columns.width(column, area?.right ?? column);
    const several = area !== undefined && area.bottom > area.top;
    const rows = several ? area.bottom - area.top + 1 : 1;
    const room = {
      width: width - 2 * CELL_PADDING_MM,
      height: several ? rows * ROW_HEIGHT * MM_PER_POINT - 2 * CELL_PADDING_MM : Number.POSITIVE_INFINITY,
    };
    let x = CELL_PADDING_MM;
    let y = CELL_PADDING_MM;
    let line = 0;
    for (const { request, box: wished } of pictures) {
      const box = wished(room);
      if (x > CELL_PADDING_MM && x + box.width > width) {
        x = CELL_PADDING_MM;
        y += line + CELL_PADDING_MM;
        line = 0;
      }
      this.filled.pictures.push({ request, box, column, row: this.next, x, y });
      x += box.width + CELL_PADDING_MM;
      line = Math.max(line, box.height);
    }
    return several ? 0 : y + line + CELL_PADDING_MM;
  }

  /** As high as its images or its longest text; undefined if the current height suffices. */
  private heightOf(row: SourceRow, cells: readonly FilledCell[], pictures: number): number | undefined {
    const given = Number(row.attributes.get('ht') ?? ROW_HEIGHT);
    const held = row.attributes.get('customHeight') === '1';
    const texts = held ? 0 : Math.max(0, ...cells.map((cell) => this.textHeight(cell)));
    const requested = Math.max(pictures / MM_PER_POINT, texts);
    if (requested <= given) return undefined;
    // Excel's maximum row height is 409 points.
    return Math.min(409, requested);
  }

  private textHeight(filled: FilledCell): number {
    if (filled.kind !== 'text' || !this.lookOf(filled.cell)?.wraps) return 0;
    const letters = Math.max(1, this.columns.width(filled.cell.column) / CHARACTER_WIDTH_MM);
    const lines = filled.runs
      .map(({ text }) => text)
      .join('')
      .split('\n')
      .map((text) => Math.max(1, Math.ceil(text.length / letters)));
    return lines.reduce((sum, one) => sum + one, 0) * LINE + 3;
  }
}

/** A list that ends each item with a line break leaves one too many. */
function withoutLastLines(runs: readonly FilledText[]): FilledText[] {
  const kept = runs.filter((run) => run.text !== '');
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    const text = last.text.replace(/\n+$/u, '');
    kept[kept.length - 1] = { ...last, text };
    if (text !== '') break;
    kept.pop();
  }
  return kept;
}
