// The rows of a sheet in the template: unchanged cells, cells with a formula, and texts with placeholders.

import { readCell } from '../../../../office/cell-names.ts';
import { childElements, type XmlElement } from '../../../../office/xml.ts';
import { readTag, type TagText } from '../tags/tag-syntax.ts';
import { shiftFormula } from './formulas.ts';
import { attribute, ownText, type Sheet, type Workbook, within } from './workbook.ts';

/** A piece of text with one formatting; `runStyle` is its `rPr`. */
export type Run = { text: string; runStyle: XmlElement | undefined };

export type SourceCell = {
  column: number;
  attributes: ReadonlyMap<string, string>;
  children: readonly (XmlElement | string)[];
  /** Its formula, written out if cells share one in the file. */
  formula: string | undefined;
  /** Set only for cells that contain a brace. */
  runs: readonly Run[] | undefined;
};

export type SourceRow = { number: number; attributes: ReadonlyMap<string, string>; cells: readonly SourceCell[] };

export type CellTag = {
  raw: string;
  text: TagText | undefined;
  row: number;
  column: number;
  /** The index of the placeholder within the sheet. */
  order: number;
  /** Whether its cell is the first of its row with any content. */
  first: boolean;
};

export function readRows(sheet: Sheet, { texts }: Workbook): SourceRow[] {
  const shared = new Map<string, { formula: string; row: number; column: number }>();
  const rows: SourceRow[] = [];
  let number = 0;
  for (const row of within(sheet.tree, 'sheetData')) {
    number = Number(attribute(row, 'r') ?? number + 1);
    let column = 0;
    const cells = childElements(row).map((cell): SourceCell => {
      column = readCell(attribute(cell, 'r') ?? '')?.column ?? column + 1;
      const { attributes, children } = cell;
      const formula = formulaOf(cell, { row: number, column }, shared);
      const runs = formula === undefined ? runsOf(cell, texts) : [];
      const braces = runs.some(({ text }) => /[{}]/u.test(text));
      // A pivot table repeats the placeholders of its list, until it is calculated again when the file is opened.
      if (braces && isInPivot(sheet, number, column)) return blank(column, attributes);
      return { column, attributes, children, formula, runs: braces ? runs : undefined };
    });
    rows.push({ number, attributes: row.attributes, cells });
  }
  return rows.sort((a, b) => a.number - b.number);
}

const isInPivot = ({ pivots }: Sheet, row: number, column: number): boolean =>
  pivots.some(({ left, top, right, bottom }) => top <= row && row <= bottom && left <= column && column <= right);

/** With its formatting only. */
function blank(column: number, attributes: SourceCell['attributes']): SourceCell {
  const looks = new Map([...attributes].filter(([name]) => name !== 't'));
  return { column, attributes: looks, children: [], formula: undefined, runs: undefined };
}

function formulaOf(
  cell: XmlElement,
  at: { row: number; column: number },
  shared: Map<string, { formula: string; row: number; column: number }>,
): string | undefined {
  const found = childElements(cell).find((element) => element.name === 'f');
  if (!found) return undefined;
  const text = ownText(found);
  const index = attribute(found, 'si');
  if (attribute(found, 't') !== 'shared' || index === undefined) return text;
  const known = shared.get(index);
  if (text === '' && known) return shiftFormula(known.formula, at.row - known.row, at.column - known.column);
  shared.set(index, { formula: text, ...at });
  return text;
}

type CellContent = Pick<XmlElement, 'attributes'> & { children: SourceCell['children'] };

/** What a cell without a formula shows: a text, or the digits of a number. */
export function shownIn(cell: CellContent, texts: readonly XmlElement[]): string {
  const type = cell.attributes.get('t') ?? 'n';
  if (type !== 'n') return textOfRuns(runsOf(cell, texts));
  const value = elementsIn(cell).find((element) => element.name === 'v');
  return value ? ownText(value) : '';
}

const elementsIn = ({ children }: CellContent): XmlElement[] => children.filter((one) => typeof one !== 'string');

function runsOf(cell: CellContent, texts: readonly XmlElement[]): Run[] {
  const type = cell.attributes.get('t');
  const child = (name: string) => elementsIn(cell).find((element) => element.name === name);
  const value = child('v');
  if (type === 's') {
    const text = value && texts[Number(ownText(value))];
    return text ? textRuns(text) : [];
  }
  if (type === 'inlineStr') {
    const text = child('is');
    return text ? textRuns(text) : [];
  }
  return type === 'str' && value ? [{ text: ownText(value), runStyle: undefined }] : [];
}

/** The runs of a text, without phonetic readings of Chinese and Japanese characters. */
function textRuns(text: XmlElement): Run[] {
  return childElements(text).flatMap((element): Run[] => {
    if (element.name === 't') return [{ text: ownText(element), runStyle: undefined }];
    if (element.name !== 'r') return [];
    const runStyle = childElements(element).find((part) => part.name === 'rPr');
    return childElements(element)
      .filter((part) => part.name === 't')
      .map((part) => ({ text: ownText(part), runStyle }));
  });
}

export const textOfRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The placeholders of a sheet, row by row from the left, and unmatched braces. */
export function tagsOf(rows: readonly SourceRow[]): {
  tags: CellTag[];
  loose: Pick<CellTag, 'raw' | 'row' | 'column'>[];
} {
  const tags: CellTag[] = [];
  const loose: Pick<CellTag, 'raw' | 'row' | 'column'>[] = [];
  for (const { number: row, cells } of rows) {
    const first = cells.find((cell) => cell.formula !== undefined || cell.children.length > 0);
    for (const cell of cells) {
      if (!cell.runs) continue;
      const { column } = cell;
      const text = textOfRuns(cell.runs);
      for (const [raw] of text.matchAll(TAGS)) {
        tags.push({ raw, text: readTag(raw), row, column, order: tags.length, first: cell === first });
      }
      const rest = text.replace(TAGS, ' ');
      const at = rest.search(/[{}]/u);
      if (at >= 0) loose.push({ raw: rest.slice(at, at + 40), row, column });
    }
  }
  return { tags, loose };
}

export const TAGS = /\{[^{}]*\}/gu;
