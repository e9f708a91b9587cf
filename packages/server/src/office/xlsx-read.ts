// Reads the rows of the first visible sheet with content of an XLSX file as text. The file is decompressed as a stream
// and within limits; formulas are not evaluated, only their cached values are read.
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { columnNumber, MAX_COLUMNS } from './cell-names.ts';
import { OfficeFileError } from './office-file-error.ts';
import { type OpenZip, openZip, type ZipLimits } from './office-zip.ts';

const MAX_TEXT_BYTES = 32 * 2 ** 20;
const MAX_STRINGS = 2_000_000;
const MAX_ROW_CHARACTERS = 4 * 2 ** 20;
/** Only one part is read, as a stream. Sheets that repeat one row come close to the ratio. */
const LIMITS: ZipLimits = {
  file: Infinity,
  entries: 2_000,
  entry: 400 * 2 ** 20,
  total: Infinity,
  ratio: 300,
  ratioFrom: 8 * 2 ** 20,
  nested: () => true,
};

/** Reads a small part completely. */
const wholeText = async (zip: OpenZip, name: string): Promise<string> =>
  checked((await zip.read(name, MAX_TEXT_BYTES)).toString('utf8'));

function checked(xml: string): string {
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY')) throw new OfficeFileError('entities');
  return xml;
}

/** The elements of an XML stream from `<tag` to `</tag>`, each complete and in order. */
async function* elements(source: Readable, tag: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  const element = new RegExp(`<(?:\\w+:)?${tag}(?:\\s[^>]*?)?(?:/>|>[\\s\\S]*?</(?:\\w+:)?${tag}>)`, 'gu');
  let rest = '';
  for await (const chunk of source) {
    rest = checked(rest + decoder.decode(chunk as Buffer, { stream: true }));
    let end = 0;
    for (const found of rest.matchAll(element)) {
      yield found[0];
      end = found.index + found[0].length;
    }
    rest = rest.slice(end);
    if (rest.length > MAX_ROW_CHARACTERS) throw new OfficeFileError('damaged');
  }
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu, (whole, name, decimal, hex) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });
}

/** Of the element that the text begins with, not of those in it: cells and their formulas have attributes of one name. */
const attribute = (xml: string, name: string): string | undefined =>
  new RegExp(`^<[^>]*?\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u')
    .exec(xml)
    ?.slice(1)
    .find((one) => one !== undefined);

/** Characters that XML cannot hold, and carriage returns, are written as `_x000D_`, and `_x` itself as `_x005F_x`. */
const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The text runs of a string, without phonetic hints. */
function runs(xml: string): string {
  const spoken = xml.replaceAll(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/gu, '');
  const texts = [...spoken.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/gu)];
  return texts.map((found) => decoded(unescaped(found[1] ?? '').replaceAll('\r\n', '\n'))).join('');
}

type Styles = {
  dates: ReadonlySet<number>;
  durations: ReadonlySet<number>;
  percentages: ReadonlySet<number>;
  zeros: ReadonlyMap<number, number>;
};

/**
 * What the cell styles say about numbers: which are dates (built-in formats, and custom ones with letters for day,
 * month or year), which are durations (hours that go on after 24), which are percentages, and which are zero-padded to a
 * number of digits, such as post codes.
 */
function stylesOf(xml: string): Styles {
  const own = new Set<number>();
  const elapsed = new Set([46]);
  const shares = new Set([9, 10]);
  const filled = new Map<number, number>();
  for (const [format] of xml.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/gu)) {
    const written = attribute(format, 'formatCode') ?? '';
    const code = written.replaceAll(/\[[^\]]*\]|"[^"]*"|&quot;.*?&quot;|\\./gu, '');
    const number = Number(attribute(format, 'numFmtId'));
    if (/\[h+\]/iu.test(written)) elapsed.add(number);
    else if (/[dmyhs]/iu.test(code)) own.add(number);
    else if (code.includes('%')) shares.add(number);
    else if (/^0{2,20}$/u.test(code)) filled.set(number, code.length);
  }
  const cells = /<(?:\w+:)?cellXfs[\s\S]*?<\/(?:\w+:)?cellXfs>/u.exec(xml)?.[0] ?? '';
  const dates = new Set<number>();
  const durations = new Set<number>();
  const percentages = new Set<number>();
  const zeros = new Map<number, number>();
  let at = 0;
  for (const [xf] of cells.matchAll(/<(?:\w+:)?xf(?=[\s/>])[^>]*>/gu)) {
    const id = Number(attribute(xf, 'numFmtId') ?? 0);
    if (elapsed.has(id)) durations.add(at);
    else if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58) || own.has(id)) dates.add(at);
    else if (shares.has(id)) percentages.add(at);
    const digits = filled.get(id);
    if (digits !== undefined) zeros.set(at, digits);
    at += 1;
  }
  return { dates, durations, percentages, zeros };
}

/** A spreadsheet's serial date as YYYY-MM-DD, with the time if it has one; only the time if it has no day. */
function dayText(serial: number): string {
  // Spreadsheets count a 29 February 1900, which never was.
  const days = serial < 60 ? serial + 1 : serial;
  const at = new Date(Math.round((days - 25_569) * 86_400_000));
  if (Number.isNaN(at.getTime())) return String(serial);
  const text = at.toISOString();
  if (serial >= 0 && serial < 1) return text.slice(11, 16);
  return Number.isInteger(serial) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** A day or an instant, which some programs write instead of its number, as `dayText` writes it. */
function isoText(written: string): string {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2})?/u.exec(written) ?? [];
  return day === '' && time === ''
    ? written
    : [day, time === '00:00' && day !== '' ? '' : time].filter(Boolean).join(' ');
}

/** Days as hours and minutes, `25:05`. */
function durationText(days: number): string {
  const minutes = Math.round(days * 1_440);
  return `${Math.trunc(minutes / 60)}:${String(Math.abs(minutes % 60)).padStart(2, '0')}`;
}

/** `AB12` → 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/u.exec(reference ?? '')?.[1];
  return letters === undefined ? undefined : columnNumber(letters) - 1;
}

/** `shift`: days to add to serial dates; workbooks from old Macs count from 1904. */
type Book = Styles & { strings: readonly string[]; shift: number };

/** The file stores 0.1 + 0.2 with all its digits; spreadsheets display fifteen. */
const shownNumber = (number: number): string => String(Number(number.toPrecision(15)));

type CellText = { text: string; isNumber?: true };

function cellText(cell: string, { strings, dates, durations, percentages, zeros, shift }: Book): CellText {
  const type = attribute(cell, 't') ?? 'n';
  if (type === 'inlineStr') return { text: runs(cell) };
  const raw = unescaped(/<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/u.exec(cell)?.[1] ?? '');
  if (type === 's') return { text: strings[Number(raw)] ?? '' };
  if (type === 'b') return { text: raw === '1' ? 'TRUE' : 'FALSE' };
  if (type === 'd') return { text: isoText(raw) };
  if (type === 'str') return { text: decoded(raw) };
  if (type !== 'n' || raw === '') return { text: type === 'e' ? '' : raw };
  const number = Number(raw);
  if (!Number.isFinite(number)) return { text: raw };
  const look = Number(attribute(cell, 's') ?? -1);
  if (durations.has(look)) return { text: durationText(number) };
  if (dates.has(look)) return { text: dayText(number < 1 ? number : number + shift) };
  const digits = zeros.get(look);
  if (digits !== undefined && Number.isSafeInteger(number) && number >= 0) return { text: raw.padStart(digits, '0') };
  return { text: percentages.has(look) ? `${shownNumber(number * 100)}%` : shownNumber(number), isNumber: true };
}

/** `numbers`: the indexes of cells that are numbers, written with a decimal point whatever the language. */
export type XlsxRow = { line: number; cells: string[]; numbers: ReadonlySet<number> };

const CELL = /<(?:\w+:)?c(?:\s[^>]*?)?(?:\/>|>[\s\S]*?<\/(?:\w+:)?c>)/gu;

function cellsOf(row: string, book: Book): Omit<XlsxRow, 'line'> {
  const cells: string[] = [];
  const numbers = new Set<number>();
  let next = 0;
  for (const [cell] of row.matchAll(CELL)) {
    const at = columnOf(attribute(cell, 'r')) ?? next;
    next = at + 1;
    const { text, isNumber } = cellText(cell, book);
    // Cells that have only a format may reach to the end of the sheet.
    if (text === '') continue;
    if (at >= MAX_COLUMNS) throw new OfficeFileError('too_many_columns');
    while (cells.length < at) cells.push('');
    cells[at] = text;
    if (isNumber) numbers.add(at);
  }
  return { cells, numbers };
}

const MAC_DAYS = 1_462;

type Related = { id: string; kind: string; part: string };

/** The parts that a part refers to; their kind is the last word of their type. */
async function relatedTo(zip: OpenZip, part: string): Promise<Related[]> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  const relations = zip.has(name) ? await wholeText(zip, name) : '';
  return [...relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/gu)].map(([one]) => {
    const target = unescaped(attribute(one, 'Target') ?? '');
    return {
      id: attribute(one, 'Id') ?? '',
      kind: posix.basename(attribute(one, 'Type') ?? ''),
      part: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
    };
  });
}

/** The visible sheets, as lists of choices and settings are often kept on hidden ones; all sheets if none is visible. */
function sheetsToRead(book: string, related: readonly Related[]): string[] {
  const sheets = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/gu)].flatMap(([sheet]) => {
    const id = attribute(sheet, 'r:id') ?? attribute(sheet, '\\w+:id');
    const found = related.find((one) => one.id === id && one.kind !== 'chartsheet');
    return found ? [{ part: found.part, hidden: /hidden/iu.test(attribute(sheet, 'state') ?? '') }] : [];
  });
  if (sheets.length === 0) throw new OfficeFileError('damaged');
  const visible = sheets.filter(({ hidden }) => !hidden);
  return (visible.length > 0 ? visible : sheets).map(({ part }) => part);
}

async function readStrings(zip: OpenZip, part: string): Promise<string[]> {
  if (!zip.has(part)) return [];
  const strings: string[] = [];
  for await (const one of elements(await zip.stream(part), 'si')) {
    strings.push(runs(one));
    if (strings.length > MAX_STRINGS) throw new OfficeFileError('unpacks_too_large');
  }
  return strings;
}

/** Each row with its row number in the sheet; rows without cells are skipped. Throws `OfficeFileError`. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<XlsxRow> {
  const zip = await openZip(bytes, LIMITS);
  try {
    const main = (await relatedTo(zip, '')).find(({ kind }) => kind === 'officeDocument')?.part ?? 'xl/workbook.xml';
    const workbook = await wholeText(zip, main);
    const related = await relatedTo(zip, main);
    const partOf = (kind: string): string => related.find((one) => one.kind === kind)?.part ?? `xl/${kind}.xml`;
    const shift = /<(?:\w+:)?workbookPr\s[^>]*date1904\s*=\s*["'](?:1|true)["']/u.test(workbook) ? MAC_DAYS : 0;
    const styles = stylesOf(zip.has(partOf('styles')) ? await wholeText(zip, partOf('styles')) : '');
    const book = { ...styles, strings: await readStrings(zip, partOf('sharedStrings')), shift };
    for (const part of sheetsToRead(workbook, related)) {
      let line = 0;
      let isEmpty = true;
      for await (const row of elements(await zip.stream(part), 'row')) {
        line = Number(attribute(row.slice(0, row.indexOf('>') + 1), 'r') ?? line + 1);
        const { cells, numbers } = cellsOf(row, book);
        isEmpty &&= cells.every((cell) => cell.trim() === '');
        yield { line, cells, numbers };
      }
      // New workbooks have further sheets, and some people leave the first one empty.
      if (!isEmpty) break;
    }
  } catch (error) {
    throw error instanceof OfficeFileError ? error : new OfficeFileError('damaged');
  } finally {
    zip.close();
  }
}
