// Writes a filled sheet: its rows, and everything that refers to rows (merged cells, formats, breaks, filters) moved
// with them.

import { type Area, areaName, readArea } from '../../../../office/cell-names.ts';
import { serializeXml, type WrittenElement, type XmlElement } from '../../../../office/xml.ts';
import { rewritten } from './drawing.ts';
import type { FilledSheet } from './fill-sheet.ts';
import { type MoveRows, moveFormula } from './formulas.ts';
import { type RowWriting, rowText } from './write-rows.ts';

export type SheetWriting = RowWriting & {
  /** Fills a page header or footer. */
  edge: (text: string) => string;
  /** Undefined if nothing floats above the sheet. */
  drawing: string | undefined;
};

const ROWS = '<sheetData/>';
/** The elements of a worksheet that follow the drawing. */
const ELEMENTS_AFTER_DRAWING = [
  'legacyDrawing',
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
];
/** Elements that would be wrong or are recreated by the program that opens the file. */
const OMITTED_ELEMENTS = new Set(['dimension', 'ignoredErrors', 'cellWatches']);
const EDGES = new Set(['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter']);

export function sheetText(tree: XmlElement, filled: FilledSheet, writing: SheetWriting): string {
  const mover = new Mover(filled, writing.moveFrom);
  const root = rewritten(tree, (element) => {
    if (OMITTED_ELEMENTS.has(element.name)) return null;
    if (element.name === 'sheetData') return { ...element, children: [] };
    if (EDGES.has(element.name))
      return {
        ...element,
        children: element.children.map((child) => (typeof child === 'string' ? writing.edge(child) : child)),
      };
    if (element.name === 'pageSetup') return without(element, 'r:id');
    return mover.element(element);
  });
  if (!root) throw new Error('a sheet without content');
  const children = writing.drawing === undefined ? root.children : withDrawing(root.children, writing.drawing);
  const attributes = new Map(root.attributes).set('xmlns:r', RELATIONS);
  const rows = filled.rows.map((row) => rowText(row, writing)).join('');
  return serializeXml({ ...root, attributes, children }).replace(ROWS, () => `<sheetData>${rows}</sheetData>`);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function withDrawing(children: WrittenElement['children'], id: string): WrittenElement['children'] {
  const kept = children.filter((child) => typeof child === 'string' || child.name !== 'drawing');
  const at = kept.findIndex((one) => typeof one !== 'string' && ELEMENTS_AFTER_DRAWING.includes(one.name));
  const drawing = { name: 'drawing', attributes: new Map([['r:id', id]]), children: [] };
  return at < 0 ? [...kept, drawing] : [...kept.slice(0, at), drawing, ...kept.slice(at)];
}

const without = (element: WrittenElement, name: string): WrittenElement => ({
  ...element,
  attributes: new Map([...element.attributes].filter(([key]) => key !== name)),
});

/** Moves everything that refers to rows of this sheet. */
export class Mover {
  private readonly filled: FilledSheet;
  private readonly moveFrom: (path: readonly number[]) => MoveRows;
  private readonly rows: ReadonlyMap<number, FilledSheet['rows']>;

  constructor(filled: FilledSheet, moveFrom: (path: readonly number[]) => MoveRows) {
    this.filled = filled;
    this.moveFrom = moveFrom;
    this.rows = Map.groupBy(filled.rows, ({ source }) => source.number);
  }

  element(element: WrittenElement): WrittenElement | null {
    const local = element.name.split(':').at(-1) ?? '';
    if (local === 'mergeCells') return this.merged(element);
    if (local === 'rowBreaks') return this.breaks(element);
    if (local === 'conditionalFormatting' || local === 'dataValidation') return this.formatted(element);
    if (local === 'hyperlinks')
      return { ...element, children: element.children.flatMap((child) => this.linked(child)) };
    if (local === 'autoFilter' || local === 'sortState' || local === 'sortCondition') return this.whole(element, 'ref');
    if (local === 'protectedRange') return this.whole(element, 'sqref');
    if (element.name === 'xm:f') return textOf(element, (text) => moveFormula(text, this.moveFrom([])));
    if (element.name === 'xm:sqref') return textOf(element, (text) => this.areas(text).join(' '));
    return element;
  }

  /** An attribute that names one area, from its first row to its last. */
  whole(element: WrittenElement, name: string): WrittenElement | null {
    const area = readArea(element.attributes.get(name) ?? '');
    const rows = area && this.filled.map.move(area.top, area.bottom);
    if (!area) return element;
    return rows
      ? { ...element, attributes: new Map(element.attributes).set(name, areaName({ ...area, ...rows })) }
      : null;
  }

  private merged(element: WrittenElement): WrittenElement | null {
    const taken = new Set<string>();
    const children = element.children.flatMap((child): WrittenElement[] => {
      const area = typeof child === 'string' ? undefined : readArea(child.attributes.get('ref') ?? '');
      return area
        ? this.copies(area)
            .filter((copy) => !taken.has(areaName(copy)) && taken.add(areaName(copy)))
            .map(mergeCell)
        : [];
    });
    if (children.length === 0) return null;
    return { ...element, attributes: new Map([['count', String(children.length)]]), children };
  }

  /** The area in each copy of its rows. */
  private copies(area: Area): Area[] {
    const first = this.rows.get(area.top);
    if (!first) {
      const rows = this.filled.map.move(area.top, area.bottom);
      return rows ? [{ ...area, ...rows }] : [];
    }
    return first.flatMap(({ row, path }) => {
      const rows = this.filled.map.move(area.top, area.bottom, path);
      return rows && rows.bottom >= row ? [{ ...area, top: row, bottom: rows.bottom }] : [];
    });
  }

  private areas(sqref: string): string[] {
    const areas = sqref
      .split(/\s+/u)
      .flatMap((text) => {
        const area = readArea(text);
        return area ? this.copies(area) : [];
      })
      .sort((a, b) => a.left - b.left || a.right - b.right || a.top - b.top);
    const joined: Area[] = [];
    for (const area of areas) {
      const last = joined.at(-1);
      if (last && last.left === area.left && last.right === area.right && area.top <= last.bottom + 1) {
        last.bottom = Math.max(last.bottom, area.bottom);
      } else joined.push({ ...area });
    }
    return joined.map(areaName);
  }

  /** Conditional formats and validations: their formulas are relative to the first cell. */
  private formatted(element: WrittenElement): WrittenElement | null {
    const sqref = element.attributes.get('sqref');
    if (sqref === undefined) return element;
    const areas = this.areas(sqref);
    if (areas.length === 0) return null;
    const top = readArea(sqref.split(/\s+/u)[0] ?? '')?.top ?? 1;
    const move = this.moveFrom(this.rows.get(top)?.[0]?.path ?? []);
    const moved = (one: WrittenElement | string): WrittenElement | string => {
      if (typeof one === 'string') return one;
      if (/^formula[12]?$/u.test(one.name)) return textOf(one, (text) => moveFormula(text, move));
      return { ...one, children: one.children.map(moved) };
    };
    const attributes = new Map(element.attributes).set('sqref', areas.join(' '));
    return { ...element, attributes, children: element.children.map(moved) };
  }

  private linked(one: WrittenElement | string): WrittenElement[] {
    const area = typeof one === 'string' ? undefined : readArea(one.attributes.get('ref') ?? '');
    if (typeof one === 'string' || !area) return [];
    return this.copies(area).map((copy) => ({
      ...one,
      attributes: new Map(one.attributes).set('ref', areaName(copy)),
    }));
  }

  private breaks(element: WrittenElement): WrittenElement {
    const children = element.children.flatMap((child): WrittenElement[] => {
      const id = typeof child === 'string' ? Number.NaN : Number(child.attributes.get('id'));
      if (typeof child === 'string' || !Number.isInteger(id)) return [];
      const after = this.rows.get(id)?.map(({ row }) => row) ?? [this.filled.map.move(id, id)?.bottom ?? id];
      return after.map((row) => ({ ...child, attributes: new Map(child.attributes).set('id', String(row)) }));
    });
    const count = String(children.length);
    const attributes = new Map(element.attributes).set('count', count).set('manualBreakCount', count);
    return { ...element, attributes, children };
  }
}

const mergeCell = (area: Area): WrittenElement => ({
  name: 'mergeCell',
  attributes: new Map([['ref', areaName(area)]]),
  children: [],
});

export const textOf = (element: WrittenElement, change: (text: string) => string): WrittenElement => ({
  ...element,
  children: [change(element.children.filter((child) => typeof child === 'string').join(''))],
});
