// A table as an XLSX file, sent while it is written: one sheet of texts, numbers and dates, nothing that runs.
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type Cell, clockTime } from './cells.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Looks of cells: the place in `cellXfs` below. `text` keeps what begins like a formula a text when somebody edits it. */
const LOOKS = { head: 1, day: 2, moment: 3, text: 4 } as const;

const FIXED: readonly [string, string][] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    // 14 and 22 are the day and the day with its time as the reader's own country writes them.
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
  ],
];

const workbook = (name: string): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** A cell holds no more. */
const MOST_TEXT = 32_767;
/** What no XML can carry. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/** Days since the end of 1899, as spreadsheets count; `local` is a day or a time of the clock without a zone. */
const serial = (local: string): number =>
  Number(((Date.parse(local.length === 10 ? local : `${local}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000).toFixed(8));

const numbered = (value: number, look?: number): string =>
  `<c${look === undefined ? '' : ` s="${look}"`}><v>${value}</v></c>`;

function textCell(text: string, look: number | undefined): string {
  const whole = text.toWellFormed().replaceAll(UNWRITABLE, '');
  const written =
    whole.length > MOST_TEXT
      ? `${whole
          .slice(0, MOST_TEXT - 1)
          .toWellFormed()
          .replace(/\ufffd$/u, '')}…`
      : whole;
  const style = look ?? (/^[=+\-@\t\r]/u.test(written) ? LOOKS.text : undefined);
  const styled = style === undefined ? '' : ` s="${style}"`;
  return `<c${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(written)}</t></is></c>`;
}

function cellOf(cell: Cell, look?: number): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'string') return textCell(cell, look);
  if (typeof cell === 'number') return Number.isFinite(cell) ? numbered(cell, look) : '<c/>';
  if ('moment' in cell) return numbered(serial(clockTime(cell.moment, cell.zone)), LOOKS.moment);
  const day = serial(cell.day);
  // Spreadsheets know no day before 1900.
  return day >= 1 ? numbered(day, LOOKS.day) : textCell(cell.day, look);
}

type Sheet = {
  rows: AsyncIterable<readonly Cell[]>;
  /** Widths of the columns in characters. */
  widths?: readonly number[] | undefined;
};

async function* sheetText({ rows, widths = [] }: Sheet): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`;
  let look: number | undefined = LOOKS.head;
  for await (const row of rows) {
    yield `<row>${row.map((cell) => cellOf(cell, look)).join('')}</row>`;
    look = undefined;
  }
  yield '</sheetData></worksheet>';
}

type Packed = { name: Buffer; at: number; length: number; size: number; crc: number };

/** The fields a file has in its own head and in the directory alike. */
function common({ name, length, size, crc }: Packed): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  // Names are UTF-8, and how long a file is stands behind it.
  head.writeUInt16LE(0x0808, 2);
  head.writeUInt16LE(8, 4);
  // 1 January 1980: the file says nothing of when it was made.
  head.writeUInt16LE(0x0021, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(length, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

const sign = (kind: string): Buffer => Buffer.from(`PK${kind}`, 'latin1');

/** Pieces of text as the reader of a stream wants them: not too small. */
async function* pieces(text: AsyncIterable<string> | Iterable<string>, file: Packed): AsyncGenerator<Buffer> {
  let held = '';
  const cut = (): Buffer => {
    const bytes = Buffer.from(held, 'utf8');
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    held = '';
    return bytes;
  };
  for await (const one of text) {
    held += one;
    if (held.length >= 65_536) yield cut();
  }
  yield cut();
}

async function* packed(file: Packed, text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.concat([sign('\u0003\u0004'), common(file), file.name]);
  const deflate = createDeflateRaw();
  // A failure is told by the loop below: the pipeline destroys what it reads.
  pipeline(Readable.from(pieces(text, file)), deflate, () => {});
  for await (const chunk of deflate) {
    file.length += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  const tail = Buffer.alloc(12);
  tail.writeUInt32LE(file.crc, 0);
  tail.writeUInt32LE(file.length, 4);
  tail.writeUInt32LE(file.size, 8);
  yield Buffer.concat([sign('\u0007\u0008'), tail]);
}

async function* zipped(parts: readonly [string, AsyncIterable<string> | Iterable<string>][]): AsyncGenerator<Buffer> {
  const files: Packed[] = [];
  let at = 0;
  for (const [name, text] of parts) {
    const file = { name: Buffer.from(name), at, length: 0, size: 0, crc: 0 };
    files.push(file);
    for await (const bytes of packed(file, text)) {
      at += bytes.length;
      yield bytes;
    }
  }
  const directory = files.map((file) => {
    const place = Buffer.alloc(14);
    place.writeUInt32LE(file.at, 10);
    return Buffer.concat([sign('\u0001\u0002\u0014\u0000'), common(file), place, file.name]);
  });
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([central, end]);
}

/** The file with one sheet of this name; its first row is the head and stays in sight. */
export function writeXlsx(name: string, sheet: Sheet): AsyncGenerator<Buffer> {
  // Names of sheets have 31 characters at most, and none of these.
  const safe =
    name
      .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .slice(0, 31)
      .toWellFormed()
      .replaceAll('\ufffd', '')
      .replaceAll(/^[' ]+|[' ]+$/gu, '') || 'Sheet1';
  const fixed = [...FIXED, ['xl/workbook.xml', workbook(safe)] as const].map(([path, text]): [string, string[]] => [
    path,
    [HEAD, text],
  ]);
  return zipped([...fixed, ['xl/worksheets/sheet1.xml', sheetText(sheet)]]);
}
