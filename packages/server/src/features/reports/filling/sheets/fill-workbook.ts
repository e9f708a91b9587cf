// Fills all sheets of a workbook and then updates everything that refers to their rows: formulas on other sheets,
// names, tables, charts.
import { posix } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import { areaName, readArea } from '../../../../office/cell-names.ts';
import { childElements, serializeXml, type WrittenElement, walk, type XmlElement } from '../../../../office/xml.ts';
import { legalText } from '../braces.ts';
import type { FillOptions } from '../fill-template.ts';
import { Filling, PICTURE, TEXT } from '../filling.ts';
import { PartRelations } from '../package/part-relations.ts';
import { relatedTo, relationsName } from '../package/relations.ts';
import type { OfficePackage } from '../package/word-package.ts';
import { EMU_PER_MM, type PictureBook } from '../pictures/picture-book.ts';
import { usualBox } from '../pictures/usual-box.ts';
import { readTag } from '../tags/tag-syntax.ts';
import { Columns } from './columns.ts';
import { DRAWING_TYPE, DrawingWriter, rewritten } from './drawing.ts';
import { type FilledSheet, fillSheet } from './fill-sheet.ts';
import { type MoveRows, moveFormula, rowsReadBy } from './formulas.ts';
import { buildNodes } from './layout.ts';
import { QuotedStyles } from './quoted-styles.ts';
import { readRows, type SourceRow, TAGS } from './sheet-rows.ts';
import { attribute, ownText, plainTree, readWorkbook, type Sheet, within } from './workbook.ts';
import { Mover, sheetText, textOf } from './write-sheet.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A filled template, before its images. */
export type FilledParts = {
  /** Changed parts as text, with markers where the sizes of images go. */
  filled: Map<string, string>;
  /** Content types of new parts. */
  types: Map<string, string>;
  dropped: ReadonlySet<string>;
};

export type FilledWorkbook = FilledParts & {
  /** Moves the references of a chart, each with the name of its sheet, to where their rows are now. */
  chartMoved: (formula: string) => string;
  /** The current content of the rows of a sheet. */
  rowsOf: (sheet: string) => FilledSheet['rows'];
};

type Read = { sheet: string; top: number; bottom: number; by: { sheet: string; row: number } | undefined };

export async function fillWorkbook(
  pack: OfficePackage,
  data: ReportData,
  book: PictureBook,
  { formats, signal, onProgress }: FillOptions,
  textShare: number,
  /** A chart outside of the workbook that shows it. */
  chart?: XmlElement,
): Promise<FilledWorkbook> {
  const workbook = readWorkbook(pack);
  const main = plainTree(pack, pack.main);
  const rows = new Map(workbook.sheets.map((sheet) => [sheet, readRows(sheet, workbook)]));
  const reads = [
    ...readsOf(pack, main, rows),
    ...chartsOf(pack, chart).flatMap(readsOfChart),
    ...[...pack.trees.values()].flatMap(readsOfPivot),
  ];
  const filling = new Filling(data, formats, async (done, of) => {
    signal?.throwIfAborted();
    await onProgress?.((textShare * done) / of);
    // Filling never awaits I/O, so yield to other work on this thread.
    await breathe();
  });
  const sheets = new Map<Sheet, FilledSheet>();
  for (const [sheet, sources] of rows) {
    const isRead = (from: number, to: number) =>
      reads.some(
        (read) =>
          read.sheet === sheet.name &&
          read.top <= to &&
          read.bottom >= from &&
          !(read.by?.sheet === sheet.name && read.by.row >= from && read.by.row <= to),
      );
    const serial = (moment: string): number | null => {
      const days = formats.serial(moment);
      return days === null ? null : days - workbook.dayShift;
    };
    const merged = within(sheet.tree, 'mergeCells').flatMap(
      (element) => readArea(attribute(element, 'ref') ?? '') ?? [],
    );
    const given = { sheet, filling, looks: workbook.looks, merged, serial, isRead };
    sheets.set(
      sheet,
      await fillSheet(
        buildNodes(sources),
        sources.map(({ number }) => number),
        given,
      ),
    );
  }
  return new WorkbookWriter(pack, book, filling, workbook.stylesPart, sheets).write(main);
}

/** All rows that formulas, names and tables refer to, with where the reference is. */
function readsOf(pack: OfficePackage, main: XmlElement, rows: ReadonlyMap<Sheet, readonly SourceRow[]>): Read[] {
  const reads: Read[] = [];
  for (const [{ name, part }, sources] of rows) {
    for (const { number, cells } of sources) {
      for (const { formula } of cells) {
        if (formula === undefined) continue;
        for (const { sheet = name, top, bottom } of rowsReadBy(formula)) {
          reads.push({ sheet, top, bottom, by: { sheet: name, row: number } });
        }
      }
    }
    for (const { kind, part: table } of relatedTo(pack.trees, part)) {
      const tree = kind === 'table' ? pack.trees.get(table) : undefined;
      const area = tree && readArea(attribute(tree, 'ref') ?? '');
      if (area) reads.push({ sheet: name, top: area.top, bottom: area.bottom, by: undefined });
    }
  }
  for (const element of within(main, 'definedNames')) {
    // Print areas and titles read no values.
    if (attribute(element, 'name')?.startsWith('_xlnm.')) continue;
    for (const { sheet, top, bottom } of rowsReadBy(ownText(element))) {
      if (sheet !== undefined) reads.push({ sheet, top, bottom, by: undefined });
    }
  }
  return reads;
}

const CHART = /\/charts\/[^/]+\.xml$/u;

const chartsOf = ({ trees }: OfficePackage, outside: XmlElement | undefined): XmlElement[] => [
  ...[...trees].flatMap(([part, tree]) => (CHART.test(part) ? [tree] : [])),
  ...(outside ? [outside] : []),
];

const isFormula = ({ name }: WrittenElement): boolean => name.split(':').at(-1) === 'f';

/** A chart of an empty list shows an empty row. */
const readsOfChart = (chart: XmlElement): Read[] =>
  [...walk(chart)]
    .filter(isFormula)
    .flatMap((one) => rowsReadBy(ownText(one)))
    .flatMap(({ sheet, top, bottom }) => (sheet === undefined ? [] : [{ sheet, top, bottom, by: undefined }]));

const isPivotCache = (tree: WrittenElement): boolean => tree.name.split(':').at(-1) === 'pivotCacheDefinition';

/** The rows of this workbook from which a pivot table is calculated; undefined for any other element. */
function pivotSource(element: WrittenElement) {
  const sheet = element.attributes.get('sheet');
  const area = readArea(element.attributes.get('ref') ?? '');
  return element.name.split(':').at(-1) === 'worksheetSource' && sheet !== undefined && area
    ? { sheet, area }
    : undefined;
}

/** A pivot table of an empty list shows an empty row. */
const readsOfPivot = (tree: XmlElement): Read[] =>
  !isPivotCache(tree)
    ? []
    : [...walk(tree)].flatMap((one) => {
        const source = pivotSource(one);
        return source ? [{ sheet: source.sheet, top: source.area.top, bottom: source.area.bottom, by: undefined }] : [];
      });

class WorkbookWriter {
  private readonly out: FilledParts & { dropped: Set<string> } = {
    filled: new Map(),
    types: new Map(),
    dropped: new Set(),
  };
  private readonly pack: OfficePackage;
  private readonly book: PictureBook;
  private readonly filling: Filling;
  private readonly styles: QuotedStyles;
  private readonly sheets: ReadonlyMap<Sheet, FilledSheet>;
  private readonly byName: ReadonlyMap<string, FilledSheet>;

  constructor(
    pack: OfficePackage,
    book: PictureBook,
    filling: Filling,
    stylesPart: string | undefined,
    sheets: ReadonlyMap<Sheet, FilledSheet>,
  ) {
    this.pack = pack;
    this.book = book;
    this.filling = filling;
    this.sheets = sheets;
    this.styles = new QuotedStyles(pack, stylesPart);
    this.byName = new Map([...sheets].map(([{ name }, filled]) => [name.toLowerCase(), filled]));
  }

  write(main: XmlElement): FilledWorkbook {
    for (const [sheet, filled] of this.sheets) this.sheet(sheet, filled);
    this.main(main);
    for (const [part, tree] of this.pack.trees) {
      if (CHART.test(part))
        this.put(
          part,
          rewritten(tree, (one) => (isFormula(one) ? textOf(one, this.chartMoved) : one)),
        );
      if (isPivotCache(tree)) this.put(part, this.pivotCache(tree));
    }
    const styles = this.styles.write();
    if (styles) this.out.filled.set(styles.part, styles.text);
    return {
      ...this.out,
      chartMoved: this.chartMoved,
      rowsOf: (name) => this.byName.get(name.toLowerCase())?.rows ?? [],
    };
  }

  /** How a formula on a sheet, in a given copy, sees the rows of all sheets. */
  private moveFrom(home: FilledSheet | undefined, path: readonly number[]): MoveRows {
    return (name, top, bottom) => {
      const sheet = name === undefined ? home : this.byName.get(name.toLowerCase());
      if (!sheet) return { top, bottom };
      return sheet.map.move(top, bottom, sheet === home ? path : []);
    };
  }

  private readonly moved = (formula: string): string => moveFormula(formula, this.moveFrom(undefined, []));

  private readonly chartMoved = (formula: string): string => moveFormula(formula, this.moveFrom(undefined, []), true);

  /** Reads the rows of the report, when the file is opened: the results in the template are those of its own rows. */
  private pivotCache(tree: XmlElement): WrittenElement | null {
    return rewritten(tree, (one) => {
      if (isPivotCache(one)) return { ...one, attributes: new Map(one.attributes).set('refreshOnLoad', '1') };
      const source = pivotSource(one);
      const rows = source && this.moveFrom(undefined, [])(source.sheet, source.area.top, source.area.bottom);
      if (!source || !rows) return one;
      return { ...one, attributes: new Map(one.attributes).set('ref', areaName({ ...source.area, ...rows })) };
    });
  }

  private put(part: string, tree: WrittenElement | null): void {
    if (tree) this.out.filled.set(part, serializeXml(tree));
  }

  private sheet(sheet: Sheet, filled: FilledSheet): void {
    const { pack } = this;
    const related = relatedTo(pack.trees, sheet.part);
    const relations = new PartRelations(sheet.part, pack.trees.get(relationsName(sheet.part)));
    const known = related.find((one) => one.kind === 'drawing');
    const kept = known && pack.trees.get(known.part);
    const requested = filled.pictures.length > 0;
    const part = known?.part ?? (requested ? this.newDrawing(sheet.part) : undefined);
    const drawing = known?.id ?? (part === undefined ? undefined : relations.add(part, `${RELATIONS}/drawing`));
    if (part !== undefined) this.drawing(part, kept, sheet, filled);
    const text = sheetText(sheet.tree, filled, {
      moveFrom: (path) => this.moveFrom(filled, path),
      quoted: (style) => this.styles.quoted(style),
      edge: (edge) => this.edge(edge),
      drawing,
    });
    this.out.filled.set(sheet.part, text);
    const refers = relations.xml();
    if (refers !== undefined) this.out.filled.set(relationsName(sheet.part), refers);
    this.attached(related, filled);
  }

  /** Tables, pivot tables, notes and the like, which are attached to rows of the sheet. */
  private attached(related: readonly { kind: string; part: string }[], filled: FilledSheet): void {
    const mover = new Mover(filled, (path) => this.moveFrom(filled, path));
    for (const { kind, part } of related) {
      const tree = this.pack.trees.get(part);
      if (!tree) continue;
      const byRef = (names: readonly string[]) =>
        rewritten(tree, (one) => (names.includes(one.name.split(':').at(-1) ?? '') ? mover.whole(one, 'ref') : one));
      if (kind === 'table') this.put(part, byRef(['table', 'autoFilter', 'sortState', 'sortCondition']));
      if (kind === 'pivotTable') this.put(part, byRef(['location']));
      if (kind === 'comments' || kind === 'threadedComment') this.put(part, byRef(['comment', 'threadedComment']));
      if (kind === 'vmlDrawing') {
        this.put(
          part,
          rewritten(tree, (one) => (one.name === 'x:Row' ? textOf(one, (text) => this.anchorRow(text, filled)) : one)),
        );
      }
    }
  }

  private anchorRow(text: string, { map }: FilledSheet): string {
    return String((map.move(Number(text) + 1, Number(text) + 1)?.top ?? Number(text) + 1) - 1);
  }

  private newDrawing(sheet: string): string {
    const folder = posix.join(posix.dirname(posix.dirname(sheet)), 'drawings');
    for (let number = 1; ; number += 1) {
      const part = `${folder}/reportDrawing${number}.xml`;
      if (this.pack.files.has(part) || this.out.types.has(part)) continue;
      this.out.types.set(part, DRAWING_TYPE);
      return part;
    }
  }

  private drawing(part: string, tree: XmlElement | undefined, sheet: Sheet, filled: FilledSheet): void {
    const relations = new PartRelations(part, this.pack.trees.get(relationsName(part)));
    const refer = (path: string, type: string) => relations.add(path, type);
    const kept = tree && rewritten(tree, (one) => this.keptAnchor(one, filled, refer));
    const writer = new DrawingWriter(this.book, new Columns(sheet.tree), refer);
    this.out.filled.set(part, writer.write(kept ?? undefined, filled.pictures));
    const refers = relations.xml();
    if (refers !== undefined) this.out.filled.set(relationsName(part), refers);
  }

  /** A floating object of the template: moved with its row, and filled if its alternative text names an image. */
  private keptAnchor(
    element: WrittenElement,
    filled: FilledSheet,
    refer: (path: string, type: string) => string,
  ): WrittenElement | null {
    if (element.name === 'xdr:row') return textOf(element, (text) => this.anchorRow(text, filled));
    if (element.name !== 'xdr:oneCellAnchor' && element.name !== 'xdr:twoCellAnchor') return element;
    const described = find(element, 'xdr:cNvPr')?.attributes.get('descr') ?? '';
    const raw = described.match(TAGS)?.[0];
    const tag = raw === undefined ? undefined : readTag(raw);
    const content = raw !== undefined && tag ? this.filling.contentOf({ rawText: raw }) : undefined;
    if (content?._type !== PICTURE) return element;
    const { request, options } = content;
    if (!request) return null;
    const size = find(element, 'a:ext')?.attributes;
    const kept = { width: Number(size?.get('cx')) / EMU_PER_MM, height: Number(size?.get('cy')) / EMU_PER_MM };
    const box = usualBox(request, options, kept.width > 0 && kept.height > 0 ? kept : undefined);
    const { widthMark, heightMark } = this.book.place(request, box);
    const id = refer(this.book.pathOf(request), `${RELATIONS}/image`);
    const sized = (writtenElement: WrittenElement) => ({
      ...writtenElement,
      attributes: new Map([
        ['cx', widthMark],
        ['cy', heightMark],
      ]),
    });
    const changed = changeEach(element, (one) => {
      if (one.name === 'a:blip')
        return {
          ...one,
          attributes: new Map([
            ['r:embed', id],
            ['xmlns:r', RELATIONS],
          ]),
          children: [],
        };
      if (one.name === 'a:srcRect') return { ...one, attributes: new Map() };
      if (one.name === 'a:ext' && one.attributes.has('cx')) return sized(one);
      return one.name === 'xdr:cNvPr'
        ? { ...one, attributes: new Map(one.attributes).set('descr', 'alt' in request ? request.alt : '') }
        : one;
    });
    // From now on its extent determines where it ends.
    const to = {
      name: 'xdr:ext',
      attributes: new Map([
        ['cx', widthMark],
        ['cy', heightMark],
      ]),
      children: [],
    };
    const children = changed.children.map((child) =>
      typeof child !== 'string' && (child.name === 'xdr:to' || child.name === 'xdr:ext') ? to : child,
    );
    return { name: 'xdr:oneCellAnchor', attributes: new Map(), children };
  }

  private edge(text: string): string {
    return text.replace(TAGS, (raw) => {
      const tag = readTag(raw);
      const content = tag ? this.filling.contentOf({ rawText: raw }) : undefined;
      // In headers and footers an ampersand starts a code, and a digit after a font size would become part of it.
      return content?._type === TEXT ? legalText(content.value).replaceAll('&', '&&') : raw;
    });
  }

  private main(main: XmlElement): void {
    const root = rewritten(main, (one) => {
      if (one.name === 'definedName') return textOf(one, this.moved);
      return one.name === 'calcPr' ? null : one;
    });
    if (!root) return;
    // Results are calculated when the file is opened: those of the template would be outdated.
    const calc = {
      name: 'calcPr',
      attributes: new Map([
        ['calcId', '0'],
        ['fullCalcOnLoad', '1'],
      ]),
      children: [],
    };
    const behind = [
      'oleSize',
      'customWorkbookViews',
      'pivotCaches',
      'smartTagPr',
      'smartTagTypes',
      'webPublishing',
      'fileRecoveryPr',
      'webPublishObjects',
      'extLst',
    ];
    const at = root.children.findIndex((child) => typeof child !== 'string' && behind.includes(child.name));
    const children =
      at < 0 ? [...root.children, calc] : [...root.children.slice(0, at), calc, ...root.children.slice(at)];
    this.put(this.pack.main, { ...root, children });
    this.withoutCalcChain();
  }

  /** Removes the calculation chain, which no longer matches the cells; it is optional. */
  private withoutCalcChain(): void {
    const chain = relatedTo(this.pack.trees, this.pack.main).find((one) => one.kind === 'calcChain');
    const name = relationsName(this.pack.main);
    const relations = this.pack.trees.get(name);
    if (!chain || !relations) return;
    this.out.dropped.add(chain.part);
    this.put(name, {
      ...relations,
      children: childElements(relations).filter((element) => !element.attributes.get('Type')?.endsWith('/calcChain')),
    });
  }
}

function find(element: WrittenElement, name: string): WrittenElement | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const found = child.name === name ? child : find(child, name);
    if (found) return found;
  }
  return undefined;
}

function changeEach(element: WrittenElement, change: (element: WrittenElement) => WrittenElement): WrittenElement {
  const children = element.children.map((child) => (typeof child === 'string' ? child : changeEach(child, change)));
  return change({ ...element, children });
}
