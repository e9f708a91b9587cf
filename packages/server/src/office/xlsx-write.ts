// Writes workbooks with one sheet: any sheet with its styles, or a plain table that is sent while it is written.
// The workbooks contain nothing executable.
import { listed } from '@plumbline/locales/one-line';
import { type Cell, clockTime } from './table-cells.ts';
import { escapeXml, XML_DECLARATION } from './xml.ts';
import { inPieces, writeZip } from './zip-write.ts';

export const SHEET_XML = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAX_NAME = 31;
/** Maximum number of characters in a cell. */
const MAX_TEXT = 32_767;

export type WorkbookParts = {
  /** The name of the sheet; shortened, and without the characters that are not allowed in it. */
  name: string;
  /** The `worksheet` element. */
  sheet: AsyncIterable<string>;
  /** The `styleSheet` element. */
  styles: string;
  /** `definedName` elements. */
  names?: string;
};

export function writeWorkbook({ name, sheet, styles, names = '' }: WorkbookParts): AsyncGenerator<Buffer> {
  const part = (path: string, text: string) => ({ name: path, bytes: Buffer.from(XML_DECLARATION + text) });
  const definedNames = names === '' ? '' : `<definedNames>${names}</definedNames>`;
  const sheets = `<sheets><sheet name="${escapeXml(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets>`;
  return writeZip([
    part('[Content_Types].xml', contentTypes()),
    part('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/_rels/workbook.xml.rels',
      relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ),
    part('xl/styles.xml', styles),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${SHEET_XML}" xmlns:r="${RELATIONS}">${sheets}${definedNames}</workbook>`,
    ),
    { name: 'xl/worksheets/sheet1.xml', open: async () => inPieces(declared(sheet)) },
  ]);
}

async function* declared(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield XML_DECLARATION;
  yield* text;
}

export const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .slice(0, MAX_NAME)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replaceAll(/^[' ]+|[' ]+$/gu, '') || 'Sheet1';

function contentTypes(): string {
  const kinds = { 'workbook.xml': 'sheet.main', 'styles.xml': 'styles', 'worksheets/sheet1.xml': 'worksheet' };
  const overrides = Object.entries(kinds).map(
    ([part, kind]) => `<Override PartName="/xl/${part}" ContentType="${TYPES}.${kind}+xml"/>`,
  );
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...overrides,
    '</Types>',
  ].join('');
}

const relations = (targets: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Column widths in characters, from the first column. */
export const columnWidths = (widths: readonly number[]): string =>
  widths.length === 0
    ? ''
    : `<cols>${widths
        .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
        .join('')}</cols>`;

/** Rows up to this one stay visible when scrolling. */
export const frozenRows = (row: number): string =>
  `<pane ySplit="${row}" topLeftCell="A${row + 1}" activePane="bottomLeft" state="frozen"/>`;

/** The text of a cell inside its `c` element, which must have the type `inlineStr`. */
export const inlineText = (text: string): string => `<is><t xml:space="preserve">${escapeXml(text)}</t></is>`;

/**
 * Cell formats of a table: their index in `cellXfs` below. `text` keeps text that begins like a formula as text when it
 * is edited.
 */
const FORMATS = { head: 1, day: 2, moment: 3, text: 4, percent: 5, duration: 6 } as const;
// Formats 14 and 22 are a date and a date with time in the reader's locale, 10 is a percentage with two decimals, and
// 164 a duration that may exceed 24 hours.
const TABLE_STYLES = `<styleSheet xmlns="${SHEET_XML}"><numFmts count="1"><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf quotePrefix="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Characters that XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

export type Table = {
  /** The header row comes first. */
  rows: AsyncIterable<readonly Cell[]>;
  /** In characters. */
  widths?: readonly number[] | undefined;
};

/** A workbook with one table; its header row stays visible. */
export const writeTable = (name: string, table: Table): AsyncGenerator<Buffer> =>
  writeWorkbook({ name, styles: TABLE_STYLES, sheet: tableSheet(table) });

async function* tableSheet({ rows, widths = [] }: Table): AsyncGenerator<string> {
  yield `<worksheet xmlns="${SHEET_XML}"><sheetViews><sheetView workbookViewId="0">${frozenRows(1)}</sheetView></sheetViews>`;
  yield `${columnWidths(widths)}<sheetData>`;
  let format: number | undefined = FORMATS.head;
  for await (const row of rows) {
    yield `<row>${row.map((cell) => tableCell(cell, format)).join('')}</row>`;
    format = undefined;
  }
  yield '</sheetData></worksheet>';
}

function tableCell(cell: Cell, format?: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'string') return textCell(cell, format);
  if (typeof cell === 'object' && 'list' in cell) return tableCell(listed(cell.list, cell.separator), format);
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberCell(cell, format) : '<c/>';
  if ('percent' in cell) return numberCell(cell.percent / 100, FORMATS.percent);
  if ('minutes' in cell) return numberCell(cell.minutes / 1_440, FORMATS.duration);
  if ('moment' in cell) return numberCell(serialDay(clockTime(cell.moment, cell.zone)), FORMATS.moment);
  const day = serialDay(cell.day);
  // Spreadsheets cannot represent days before 1900.
  return day >= 1 ? numberCell(day, FORMATS.day) : textCell(cell.day, format);
}

const numberCell = (value: number, format?: number): string => `<c${styled(format)}><v>${value}</v></c>`;
const styled = (format: number | undefined): string => (format === undefined ? '' : ` s="${format}"`);

function textCell(text: string, format: number | undefined): string {
  const whole = text.toWellFormed().replaceAll(UNWRITABLE, '');
  const fitting = whole.length > MAX_TEXT ? `${shortened(whole)}…` : whole;
  const isLikeFormula = /^[=+\-@\t\r]/u.test(fitting);
  return `<c${styled(format ?? (isLikeFormula ? FORMATS.text : undefined))} t="inlineStr">${inlineText(fitting)}</c>`;
}

/** Does not split a surrogate pair at the end. */
const shortened = (text: string): string =>
  text
    .slice(0, MAX_TEXT - 1)
    .toWellFormed()
    .replace(/\ufffd$/u, '');

/**
 * Days since the end of 1899, as spreadsheets count them; `local` is a date, or a date and time without a zone. Not
 * rounded: a time that is slightly too early would be displayed one second early.
 */
const serialDay = (local: string): number =>
  (Date.parse(local.length === 10 ? local : `${local}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
