// A little language for the ready-made workbooks: one sheet with styled cells, printed on A4 across, with page numbers below.
import type { Translator } from '@plumbline/locales/translate';
import { zipBuffer } from '../filling/package/write-zip.ts';
import { escapeXml } from '../filling/package/xml-tree.ts';
import { type Area, areaName, cellName } from '../filling/sheets/cell-names.ts';
import { INK } from './markup.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The looks a cell can have, in the order in which the file lists them. */
export const LOOKS = [
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
export type Look = (typeof LOOKS)[number];

export type SheetCell = { text?: string; formula?: string; look?: Look };

export type SheetPlan = {
  name: string;
  /** Widths in letters. */
  columns: readonly number[];
  /** By row; null for a row with nothing in it. */
  rows: readonly (readonly (SheetCell | null)[] | null)[];
  /** Points, by the number of the row. */
  heights?: Readonly<Record<number, number>>;
  merged?: readonly Area[];
  /** The row with the heads of columns: stays in sight and is printed on each page, with what is above it when scrolling. */
  headRow: number;
  /** The last row of the list that can be filtered. */
  listTo: number;
};

export function sheetFile(plan: SheetPlan, t: Translator): Promise<Buffer> {
  const last = areaName({ left: 1, top: plan.headRow, right: plan.columns.length, bottom: plan.listTo });
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(plan),
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles(dayPattern(t)),
    'xl/worksheets/sheet1.xml': worksheet(plan, last, t),
  };
  return zipBuffer(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(DECLARATION + text) })));
}

function worksheet(plan: SheetPlan, list: string, t: Translator): string {
  const columns = plan.columns.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
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
    `<worksheet xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView showGridLines="0" workbookViewId="0"><pane ySplit="${plan.headRow}" topLeftCell="A${plan.headRow + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    `<cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData>`,
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
  const head = `<c r="${cellName(at)}" s="${LOOKS.indexOf(look)}"`;
  if (formula !== undefined) return `${head}><f>${escapeXml(formula)}</f></c>`;
  return text === undefined
    ? `${head}/>`
    : `${head} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

function workbook({ name, headRow, columns, listTo }: SheetPlan): string {
  const sheet = `'${name.replaceAll("'", "''")}'`;
  const list = areaName({ left: 1, top: headRow, right: columns.length, bottom: listTo }).replaceAll(
    /([A-Z]+)(\d+)/gu,
    '$$$1$$$2',
  );
  return [
    `<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets>`,
    `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${escapeXml(`${sheet}!${list}`)}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">${escapeXml(`${sheet}!$${headRow}:$${headRow}`)}</definedName></definedNames></workbook>`,
  ].join('');
}

function contentTypes(): string {
  const kinds = { 'workbook.xml': 'sheet.main', 'styles.xml': 'styles', 'worksheets/sheet1.xml': 'worksheet' };
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...Object.entries(kinds).map(
      ([part, kind]) => `<Override PartName="/xl/${part}" ContentType="${OFFICE}.${kind}+xml"/>`,
    ),
    '</Types>',
  ].join('');
}

const relations = (targets: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Days as the language writes them, on every computer alike: `dd.mm.yyyy`. */
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
  const forms: Record<Look, Form> = {
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
  const looks = LOOKS.map((look) => {
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
    `<styleSheet xmlns="${SHEETS}">`,
    listed('numFmts', [`<numFmt numFmtId="${DAY_FORMAT}" formatCode="${escapeXml(days)}"/>`]),
    listed('fonts', fonts),
    listed('fills', fills),
    listed('borders', borders),
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    listed('cellXfs', looks),
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}
