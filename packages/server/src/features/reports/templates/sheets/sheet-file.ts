// A small language for the built-in workbooks: one sheet with styled cells, printed on A4 landscape, with page numbers
// in the footer.
import type { Translator } from '@plumbline/locales/translate';
import { type Area, areaName, cellName } from '../../../../office/cell-names.ts';
import {
  columnWidths,
  frozenRows,
  inlineText,
  SHEET_XML,
  sheetName,
  writeWorkbook,
} from '../../../../office/xlsx-write.ts';
import { escapeXml } from '../../../../office/xml.ts';
import { INK } from '../layouts/document.ts';

/** The styles a cell can have, in the order in which the file lists them. */
const CELL_STYLES = [
  'plain',
  'title',
  'quiet',
  'head',
  'text',
  'strong',
  'number',
  'day',
  'figure',
  'label',
  'centred',
] as const;
export type CellStyle = (typeof CELL_STYLES)[number];

export type SheetCell = { text?: string; formula?: string; look?: CellStyle };

export type SheetPlan = {
  name: string;
  /** Column widths in characters. */
  columns: readonly number[];
  /** By row; null for a row with nothing in it. */
  rows: readonly (readonly (SheetCell | null)[] | null)[];
  /** In points, by row number. */
  heights?: Readonly<Record<number, number>>;
  merged?: readonly Area[];
  /** The header row: frozen together with what is above it, and printed on each page. */
  headRow: number;
  /** The last row of the filterable list. */
  listTo: number;
};

export async function sheetFile(plan: SheetPlan, t: Translator): Promise<Buffer> {
  const list = areaName({ left: 1, top: plan.headRow, right: plan.columns.length, bottom: plan.listTo });
  async function* sheet() {
    yield worksheet(plan, list, t);
  }
  const parts = { name: plan.name, styles: styles(dayPattern(t)), names: definedNames(plan, list), sheet: sheet() };
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function worksheet(plan: SheetPlan, list: string, t: Translator): string {
  const rows = plan.rows.map((cells, at) => {
    const number = at + 1;
    if (!cells) return `<row r="${number}"/>`;
    const height = plan.heights?.[number];
    const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
    return `<row r="${number}"${tall}>${cells.map((cell, column) => (cell ? written(cell, { row: number, column: column + 1 }) : '')).join('')}</row>`;
  });
  const merged = plan.merged ?? [];
  const pages = t('report.doc.page', { page: '&P', pages: '&N' });
  return [
    `<worksheet xmlns="${SHEET_XML}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView showGridLines="0" workbookViewId="0">${frozenRows(plan.headRow)}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `${columnWidths(plan.columns)}<sheetData>${rows.join('')}</sheetData>`,
    `<autoFilter ref="${list}"/>`,
    merged.length === 0
      ? ''
      : `<mergeCells count="${merged.length}">${merged.map((area) => `<mergeCell ref="${areaName(area)}"/>`).join('')}</mergeCells>`,
    '<pageMargins left="0.5" right="0.5" top="0.55" bottom="0.65" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    `<headerFooter><oddFooter>&amp;L&amp;8{report.title}  ·  {report.date}&amp;R&amp;8${escapeXml(pages)}</oddFooter></headerFooter>`,
    '</worksheet>',
  ].join('');
}

function written({ text, formula, look = 'plain' }: SheetCell, at: { row: number; column: number }): string {
  const head = `<c r="${cellName(at)}" s="${CELL_STYLES.indexOf(look)}"`;
  if (formula !== undefined) return `${head}><f>${escapeXml(formula)}</f></c>`;
  return text === undefined ? `${head}/>` : `${head} t="inlineStr">${inlineText(text)}</c>`;
}

/** The filterable range, and the row that is printed on each page. */
function definedNames({ name, headRow }: SheetPlan, list: string): string {
  const sheet = `'${sheetName(name).replaceAll("'", "''")}'`;
  const filtered = list.replaceAll(/([A-Z]+)(\d+)/gu, '$$$1$$$2');
  return [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${escapeXml(`${sheet}!${filtered}`)}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">${escapeXml(`${sheet}!$${headRow}:$${headRow}`)}</definedName>`,
  ].join('');
}

/** Dates in the format of the language, the same on every computer: `dd.mm.yyyy`. */
function dayPattern(t: Translator): string {
  const parts = new Intl.DateTimeFormat(t.locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(
    0,
  );
  const letters: Record<string, string> = { day: 'dd', month: 'mm', year: 'yyyy' };
  return parts.map(({ type, value }) => letters[type] ?? `"${value.replaceAll('"', '')}"`).join('');
}

const DAY_FORMAT = 164;

function styles(days: string): string {
  const font = (size: number, colour: string, bold = false) =>
    `<font>${bold ? '<b/>' : ''}<sz val="${size}"/><color rgb="FF${colour}"/><name val="Arial"/><family val="2"/></font>`;
  const fonts = [
    font(10, INK.text),
    font(18, INK.brand, true),
    font(9, INK.quiet),
    font(9, INK.brand, true),
    font(10, INK.text, true),
    font(16, INK.brand, true),
  ];
  const line = `<bottom style="thin"><color rgb="FF${INK.line}"/></bottom>`;
  const borders = [
    '<border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border><left/><right/><top/>${line}<diagonal/></border>`,
  ];
  const fills = ['none', 'gray125'].map((kind) => `<fill><patternFill patternType="${kind}"/></fill>`);
  fills.push(
    `<fill><patternFill patternType="solid"><fgColor rgb="FF${INK.ground}"/><bgColor indexed="64"/></patternFill></fill>`,
  );
  type Form = {
    font: number;
    format?: number;
    fill?: number;
    border?: number;
    across?: string;
    down?: string;
    wrap?: boolean;
  };
  const forms: Record<CellStyle, Form> = {
    plain: { font: 0, down: 'top' },
    title: { font: 1, down: 'center' },
    quiet: { font: 2, down: 'center' },
    head: { font: 3, fill: 2, border: 1, down: 'center', wrap: true },
    text: { font: 0, border: 1, down: 'top', wrap: true },
    strong: { font: 4, border: 1, down: 'top', wrap: true },
    number: { font: 4, border: 1, down: 'top', across: 'left', format: 1 },
    day: { font: 0, border: 1, down: 'top', across: 'left', format: DAY_FORMAT },
    figure: { font: 5, fill: 2, down: 'center', across: 'left', format: 1 },
    label: { font: 2, fill: 2, down: 'center', across: 'left' },
    centred: { font: 0, border: 1, down: 'top', across: 'center' },
  };
  const looks = CELL_STYLES.map((look) => {
    const { font: number, format = 0, fill = 0, border = 0, across, down, wrap } = forms[look];
    const alignment = [
      across ? ` horizontal="${across}"` : '',
      down ? ` vertical="${down}"` : '',
      wrap ? ' wrapText="1"' : '',
    ].join('');
    return `<xf numFmtId="${format}" fontId="${number}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment${alignment}/></xf>`;
  });
  const listed = (name: string, all: readonly string[]) => `<${name} count="${all.length}">${all.join('')}</${name}>`;
  return [
    `<styleSheet xmlns="${SHEET_XML}">`,
    listed('numFmts', [`<numFmt numFmtId="${DAY_FORMAT}" formatCode="${escapeXml(days)}"/>`]),
    listed('fonts', fonts),
    listed('fills', fills),
    listed('borders', borders),
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    listed('cellXfs', looks),
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}
