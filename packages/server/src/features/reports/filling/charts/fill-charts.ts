// Fills the workbooks behind the charts of a Word file, and then what the charts show of them: Word and other programs
// draw a chart from the values kept beside each reference, and open its workbook only to change it.
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import { type Area, readArea } from '../../../../office/cell-names.ts';
import { serializeXml, type WrittenElement, type XmlElement } from '../../../../office/xml.ts';
import type { FillOptions } from '../fill-template.ts';
import type { OfficePackage } from '../package/word-package.ts';
import { PictureBook } from '../pictures/picture-book.ts';
import { checkWorkbook } from '../sheets/check-workbook.ts';
import { rewritten } from '../sheets/drawing.ts';
import type { FilledCell } from '../sheets/fill-sheet.ts';
import { type FilledParts, type FilledWorkbook, fillWorkbook } from '../sheets/fill-workbook.ts';
import { sheetName } from '../sheets/formulas.ts';
import { shownIn } from '../sheets/sheet-rows.ts';
import { readWorkbook } from '../sheets/workbook.ts';

/** Writes a filled workbook as a file. */
export type WriteWorkbook = (data: OfficePackage, filled: FilledParts, book: PictureBook) => Promise<Buffer>;

export type FilledCharts = {
  /** The parts that draw the charts, as text. */
  drawn: Map<string, string>;
  /** Their workbooks. */
  data: Map<string, Buffer>;
};

/** Charts without placeholders stay as they are. */
export async function fillCharts(
  { charts, trees }: OfficePackage,
  report: ReportData,
  { onProgress: _, ...options }: FillOptions,
  write: WriteWorkbook,
): Promise<FilledCharts> {
  const filled: FilledCharts = { drawn: new Map(), data: new Map() };
  for (const { part, dataPart, data } of charts) {
    const tree = trees.get(part);
    if (!tree || checkWorkbook(data).found === 0) continue;
    // The data of a chart contains no images.
    const book = new PictureBook('n', 'xl/media');
    const workbook = await fillWorkbook(data, report, book, options, 0, tree);
    const shown = new ShownValues(workbook, readWorkbook(data).texts);
    const drawn = rewritten(tree, (one) => withValues(one, shown));
    if (drawn) filled.drawn.set(part, serializeXml(drawn));
    filled.data.set(dataPart, await write(data, workbook, book));
  }
  return filled;
}

/** The content of the cells that a chart refers to. */
class ShownValues {
  private readonly workbook: FilledWorkbook;
  private readonly texts: readonly XmlElement[];

  constructor(workbook: FilledWorkbook, texts: readonly XmlElement[]) {
    this.workbook = workbook;
    this.texts = texts;
  }

  moved(formula: string): string {
    return this.workbook.chartMoved(formula);
  }

  /** The columns of an area from the left, each from the top; undefined for empty cells and those with a formula. */
  columns(reference: string): (string | undefined)[][] {
    const [, sheet = '', cells = ''] = /^(.*!)(.*)$/u.exec(reference) ?? [];
    const area = readArea(cells);
    if (!area) return [];
    const inside = this.cellsIn(sheetName(sheet), area);
    return Array.from({ length: area.right - area.left + 1 }, (_, x) =>
      Array.from({ length: area.bottom - area.top + 1 }, (_, y) => inside.get(`${area.left + x} ${area.top + y}`)),
    );
  }

  private cellsIn(sheet: string, { top, bottom, left, right }: Area): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const { row, cells } of this.workbook.rowsOf(sheet)) {
      if (row < top || row > bottom) continue;
      for (const filled of cells) {
        const { column } = filled.cell;
        const value = column < left || column > right ? undefined : this.value(filled);
        if (value !== undefined && value !== '') found.set(`${column} ${row}`, value);
      }
    }
    return found;
  }

  private value(filled: FilledCell): string | undefined {
    if (filled.kind === 'number') return String(filled.value);
    if (filled.kind === 'text') return filled.runs.map(({ text }) => text).join('');
    return filled.kind === 'kept' ? shownIn(filled.cell, this.texts) : undefined;
  }
}

const plain = ({ name }: WrittenElement): string => name.split(':').at(-1) ?? '';

const isElement = (child: WrittenElement | string): child is WrittenElement => typeof child !== 'string';

/** A reference of the chart, moved, with the values that are there now. */
function withValues(element: WrittenElement, shown: ShownValues): WrittenElement {
  const kind = /^(str|num|multiLvlStr)Ref$/u.exec(plain(element))?.[1];
  const formula = element.children.find((one) => isElement(one) && plain(one) === 'f');
  if (kind === undefined || formula === undefined || !isElement(formula)) return element;
  const reference = shown.moved(formula.children.filter((one) => !isElement(one)).join(''));
  const columns = shown.columns(reference);
  const prefix = formula.name.slice(0, -1);
  const create = (name: string, attributes: [string, string][], children: WrittenElement['children']) => ({
    name: prefix + name,
    attributes: new Map(attributes),
    children,
  });
  const points = (values: readonly (string | undefined)[]) =>
    values.flatMap((value, at) =>
      value === undefined || (kind === 'num' && !Number.isFinite(Number(value)))
        ? []
        : [create('pt', [['idx', String(at)]], [create('v', [], [value])])],
    );
  const count = (size: number) => create('ptCount', [['val', String(size)]], []);
  const valuesIn = (): WrittenElement['children'] => {
    // The innermost level, which is the last column, comes first.
    if (kind === 'multiLvlStr')
      return [
        count(columns[0]?.length ?? 0),
        ...columns.toReversed().map((column) => create('lvl', [], points(column))),
      ];
    const values = columns.flat();
    return [count(values.length), ...points(values)];
  };
  return {
    ...element,
    children: element.children.map((child) => {
      if (!isElement(child)) return child;
      if (child === formula) return { ...child, children: [reference] };
      if (plain(child) !== `${kind}Cache`) return child;
      const format = child.children.filter((one) => isElement(one) && plain(one) === 'formatCode');
      return { ...child, children: [...format, ...valuesIn()] };
    }),
  };
}
