// A table as an XLSX file: one sheet of texts and plain numbers, nothing that runs.
import { crc32, createDeflateRaw } from 'node:zlib';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const FIXED: readonly [string, string][] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

const workbook = (name: string): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Only what reads back as the very same text is written as a number: 007 stays a text. */
function cell(text: string): string {
  if (text === '') return '<c/>';
  if (/^-?\d{1,15}(?:\.\d{1,9})?$/u.test(text) && String(Number(text)) === text) return `<c><v>${text}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

async function* sheet(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const row of rows) yield `<row>${row.map(cell).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

type Packed = { name: string; bytes: Buffer; size: number; crc: number };

async function pack(name: string, text: AsyncIterable<string> | Iterable<string>): Promise<Packed> {
  const deflate = createDeflateRaw();
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    deflate
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  let size = 0;
  let crc = 0;
  for await (const one of text) {
    const bytes = Buffer.from(one, 'utf8');
    size += bytes.length;
    crc = crc32(bytes, crc);
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await done;
  return { name, bytes: Buffer.concat(chunks), size, crc };
}

/** The fields a file has in its own head and in the directory alike. */
function common({ name, bytes, size, crc }: Packed): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(0x0800, 2);
  head.writeUInt16LE(8, 4);
  // 1 January 1980: the file says nothing of when it was made.
  head.writeUInt16LE(0x0021, 8);
  head.writeUInt32LE(crc, 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(size, 18);
  head.writeUInt16LE(Buffer.byteLength(name), 22);
  return head;
}

function zipped(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common(file), name, file.bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common(file), tail, name]));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

/** The file with one sheet of this name. */
export async function writeXlsx(name: string, rows: AsyncIterable<readonly string[]>): Promise<Buffer> {
  // Names of sheets have 31 characters at most, and none of these.
  const safe =
    name
      .replaceAll(/[[\]:*?/\\]/gu, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1';
  const files = [];
  for (const [path, text] of [...FIXED, ['xl/workbook.xml', workbook(safe)] as const])
    files.push(await pack(path, [HEAD, text]));
  return zipped([...files, await pack('xl/worksheets/sheet1.xml', sheet(rows))]);
}
