import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { UnreadableReason } from '@plumbline/core/features/reports/template-problem';
import { describe, expect, test } from 'vitest';
import { zipBuffer } from '../../../../office/zip-write.ts';
import { formatsIn, fullReport } from '../../fixtures/report.ts';
import { documentXml, gathered, openWord, p, relation, relations, types, wordFile } from '../../fixtures/word.ts';
import { workbookFile } from '../../fixtures/workbook.ts';
import { fillTemplate } from '../fill-template.ts';
import { checkTemplate } from '../tags/check-template.ts';
import { TemplateRefused } from './refused.ts';

const OK = p('{report.title}');

/** Changes a field in every header of the entry with this name: the local one and the one in the directory. */
function altered(
  zip: Buffer,
  name: string,
  at: { local: number; central: number },
  change: (header: Buffer, offset: number) => void,
): Buffer {
  const copy = Buffer.from(zip);
  for (let from = copy.indexOf(name); from >= 0; from = copy.indexOf(name, from + 1)) {
    if (copy.readUInt32LE(Math.max(0, from - 30)) === 0x04034b50) change(copy, from - 30 + at.local);
    else if (copy.readUInt32LE(Math.max(0, from - 46)) === 0x02014b50) change(copy, from - 46 + at.central);
  }
  return copy;
}

/** Data that does not compress well. */
const hashOf = (number: number): string => createHash('sha1').update(String(number)).digest('hex');

/** An entry that inflates to `size` zeros, whatever size it declares. */
async function bomb(size: number, declared = size): Promise<Buffer> {
  const file = await wordFile(OK, { 'word/media/x.png': Buffer.alloc(size) });
  return altered(file, 'word/media/x.png', { local: 22, central: 24 }, (header, offset) =>
    header.writeUInt32LE(declared, offset),
  );
}

const document = (xml: string) => wordFile('', { 'word/document.xml': xml });
const rels = (...written: string[]) => wordFile(OK, { 'word/_rels/document.xml.rels': relations(...written) });
const field = (instruction: string) => wordFile(`${OK}<w:p><w:r><w:instrText>${instruction}</w:instrText></w:r></w:p>`);

const MACRO = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

const DATA = 'word/embeddings/data.xlsx';
/** A Word file with a chart that keeps its data in this file. */
const chartOf = (data: Buffer) =>
  wordFile(OK, {
    'word/charts/chart1.xml': '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>',
    'word/charts/_rels/chart1.xml.rels': relations(relation('rId1', 'package', '../embeddings/data.xlsx')),
    [DATA]: data,
  });
const SHEET = { Sheet1: { rows: [['{pins.count}']] } };

const CASES: [string, UnreadableReason, () => Promise<Buffer> | Buffer][] = [
  ['nothing', 'empty', () => Buffer.alloc(0)],
  ['text', 'not_word', () => Buffer.from('<html>{report.title}</html>')],
  ['a file from before 2007', 'not_word', () => OLE],
  ['a password-protected file', 'encrypted', () => Buffer.concat([OLE, Buffer.from('EncryptedPackage', 'utf16le')])],
  [
    'a file of the strict variant',
    'strict',
    () =>
      wordFile(OK, {
        '_rels/.rels': relations(
          '<Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="word/document.xml"/>',
        ),
      }),
  ],
  ['another kind of zip', 'not_word', () => zipBuffer([{ name: 'a.txt', bytes: Buffer.from('x') }])],
  [
    'more bytes than a template may have',
    'too_large',
    () => Buffer.concat([Buffer.from('PK'), Buffer.alloc(21 * 1_048_576)]),
  ],
  ['a workbook that belongs to no chart', 'nested', async () => wordFile(OK, { [DATA]: await workbookFile(SHEET) })],
  [
    'the data of a chart as an object of the text',
    'external_content',
    () => rels(relation('rId1', 'package', 'embeddings/data.xlsx')),
  ],
  ['a Word file as the data of a chart', 'nested', async () => chartOf(await wordFile(OK))],
  ['a file from before 2007 as the data of a chart', 'nested', () => chartOf(OLE)],
  ['damaged data of a chart', 'damaged', async () => chartOf((await workbookFile(SHEET)).subarray(0, 300))],
  [
    'a workbook within the data of a chart',
    'nested',
    async () => chartOf(await workbookFile(SHEET, { 'xl/embeddings/x.xlsx': 'PK' })),
  ],
  [
    'macros in the data of a chart',
    'macros',
    async () => chartOf(await workbookFile(SHEET, { 'xl/vbaProject.bin': 'x' })),
  ],
  [
    'data of a chart that unpacks to more than such data needs',
    'unpacks_too_large',
    async () => chartOf(await workbookFile(SHEET, { 'xl/a.txt': 'x'.repeat(9 * 2 ** 20) })),
  ],
  ['a truncated file', 'damaged', async () => (await wordFile(OK)).subarray(0, 300)],
  ['a zip that unpacks to gigabytes', 'unpacks_too_large', () => bomb(20 * 1_048_576)],
  ['a zip that declares a wrong unpacked size', 'damaged', () => bomb(4 * 1_048_576, 900)],
  [
    'many entries that are too large in total',
    'unpacks_too_large',
    () =>
      wordFile(
        OK,
        Object.fromEntries(
          Array.from({ length: 70 }, (_, at) => [`word/media/${at}.png`, Buffer.alloc(1_000_000, at)]),
        ),
      ),
  ],
  [
    'thousands of entries',
    'too_many_entries',
    () => wordFile(OK, Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`x/${at}.txt`, 'x']))),
  ],
  ['a path that leaves the archive', 'path', () => wordFile(OK, { '../../evil.xml': '<x/>' })],
  ['an absolute path', 'path', () => wordFile(OK, { '/etc/evil.xml': '<x/>' })],
  [
    'two entries with the same name',
    'duplicate_name',
    () => wordFile(OK, { 'word/x.xml': '<x/>', 'WORD/X.XML': '<x/>' }),
  ],
  [
    'a symbolic link',
    'symlink',
    async () =>
      altered(
        await wordFile(OK, { 'word/link': '/etc/passwd' }),
        'word/link',
        { local: 6, central: 38 },
        (header, offset) => {
          if (header.readUInt32LE(offset - 38) === 0x02014b50) header.writeUInt32LE(0xa1ff0000, offset);
        },
      ),
  ],
  ['a nested zip', 'nested', async () => wordFile(OK, { 'word/x.dat': await wordFile(OK) })],
  ['a nested archive by file name', 'nested', () => wordFile(OK, { 'word/x.jar': 'x' })],
  ['an embedded object', 'nested', () => wordFile(OK, { 'word/embeddings/o1.dat': OLE })],
  ['macros by content type', 'macros', () => wordFile(OK, { '[Content_Types].xml': types(MACRO) })],
  ['macros as Word stores them', 'macros', () => wordFile(OK, { 'word/vbaProject.bin': OLE })],
  ['macros by file name', 'macros', () => wordFile(OK, { 'word/vbaProject.bin': 'x' })],
  [
    'expanding entities',
    'entities',
    () =>
      document(
        `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${documentXml(p('&b;')).replace(/<\?xml[^>]*>/u, '')}`,
      ),
  ],
  [
    'an entity that reads a file',
    'entities',
    () => document(`<!DOCTYPE w SYSTEM "http://evil.example/x.dtd">${documentXml(OK).replace(/<\?xml[^>]*>/u, '')}`),
  ],
  ['an undeclared entity', 'entities', () => document(documentXml(p('&xxe;')))],
  ['a document type in an unused part', 'entities', () => wordFile(OK, { 'customXml/item1.xml': '<!DOCTYPE x><x/>' })],
  ['unclosed elements', 'too_deep', () => document(documentXml('<w:sdt>'.repeat(5_000)))],
  [
    'more elements, in all parts together, than fit into memory',
    'unpacks_too_large',
    () => {
      const part = `<x>${'<a/>'.repeat(160_000)}</x>`;
      return wordFile(OK, { 'customXml/item1.xml': part, 'customXml/item2.xml': part });
    },
  ],
  ['overlapping elements', 'damaged', () => document(documentXml('<w:p><w:r></w:p></w:r>'))],
  ['two attributes with the same name', 'damaged', () => document(documentXml('<w:p w:a="1" w:a="2"/>'))],
  ['another encoding', 'encoding', () => document(documentXml(OK).replace('UTF-8', 'UTF-16'))],
  [
    'bytes that are not text',
    'encoding',
    () => wordFile(OK, { 'word/document.xml': Buffer.from([0x3c, 0xff, 0xfe, 0x3e]) }),
  ],
  [
    'an image from the network',
    'external_content',
    () => rels(relation('rId1', 'image', 'http://evil.example/x.png', true)),
  ],
  [
    'an image from a network share',
    'external_content',
    () => rels(relation('rId1', 'image', 'file://evil/share/x.png', true)),
  ],
  [
    'a link that runs a program',
    'external_content',
    () => rels(relation('rId1', 'hyperlink', 'javascript:alert(1)', true)),
  ],
  [
    'a sound from an external file',
    'external_content',
    () => rels(relation('rId1', 'audio', 'http://evil.example/x.mp3', true)),
  ],
  ['an embedded web page', 'external_content', () => rels(relation('rId1', 'aFChunk', 'x.html'))],
  ['an embedded object element', 'external_content', () => rels(relation('rId1', 'oleObject', 'embeddings/o.dat'))],
  ['a field that fetches', 'external_content', () => field(' INCLUDEPICTURE "http://evil.example/x.png" ')],
  [
    'a field that starts a program',
    'external_content',
    () => field(' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc" '),
  ],
  [
    'a fetching field split into runs',
    'external_content',
    () =>
      wordFile(
        `${OK}<w:p><w:r><w:instrText> INCLUDE</w:instrText></w:r><w:r><w:instrText>TEXT "x"</w:instrText></w:r></w:p>`,
      ),
  ],
  ['too many placeholders', 'too_large', () => wordFile(p(...Array.from({ length: 6_000 }, () => '{report.title}')))],
  [
    'a paragraph of thousands of runs',
    'too_large',
    () =>
      document(documentXml(p(...Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? `{${hashOf(at)}` : '}'))))),
  ],
  [
    'a missing main part',
    'not_word',
    () => wordFile(OK, { '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/other.xml')) }),
  ],
];

describe('a template is refused if it is or contains', () => {
  test.each(CASES)('%s', async (_name, reason, make) => {
    const file = await make();
    const { ok, problems } = await checkTemplate(file);
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ code: 'unreadable', reason }]);
    const filling = fillTemplate(file, fullReport(), { formats: formatsIn('en'), pictureBytes: async () => undefined });
    await expect(filling.next()).rejects.toThrow(TemplateRefused);
  });
});

test('links to pages, addresses and files are kept', async () => {
  const links = [
    ...['https://example.org/', 'mailto:a@example.org', 'tel:+43123', '#chapter', ''],
    ...['file:///D:\\plans\\ground.pdf', '..\\plans\\ground.pdf', 'ground.pdf', 'D:\\plans'],
  ];
  const file = await rels(...links.map((link, at) => relation(`rId${at + 1}`, 'hyperlink', link, true)));
  expect(await checkTemplate(file)).toMatchObject({ ok: true, problems: [] });
});

const filledParts = async (file: Buffer) => {
  const options = { formats: formatsIn('en'), pictureBytes: async () => undefined };
  return (await openWord(await gathered(fillTemplate(file, fullReport(), options)))).files;
};

test('a template of Word or Excel becomes a document, which otherwise would not open', async () => {
  const written = async (file: Buffer) => (await filledParts(file)).get('[Content_Types].xml')?.toString();
  const word = types('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml');
  expect(await written(await wordFile(OK, { '[Content_Types].xml': word }))).toContain(
    'wordprocessingml.document.main',
  );
  const sheets = { Sheet1: { rows: [['{report.title}']] } };
  const plain = (await openWord(await workbookFile(sheets))).xml('[Content_Types].xml');
  const template = { '[Content_Types].xml': plain.replace('spreadsheetml.sheet.main', 'spreadsheetml.template.main') };
  expect(await written(await workbookFile(sheets, template))).toContain('spreadsheetml.sheet.main');
});

test('printer settings and the list of recipients of a letter are removed with what refers to them', async () => {
  const file = await wordFile('', {
    'word/document.xml': documentXml(OK).replace(
      '<w:sectPr/>',
      '<w:sectPr><w:printerSettings r:id="rId7"/></w:sectPr>',
    ),
    'word/_rels/document.xml.rels': relations(
      relation('rId7', 'printerSettings', 'printerSettings/printerSettings1.bin'),
    ),
    'word/printerSettings/printerSettings1.bin': 'x',
    'word/settings.xml':
      '<w:settings xmlns:w="x" xmlns:r="y"><w:mailMerge><w:dataSource r:id="rId1"/></w:mailMerge></w:settings>',
    'word/_rels/settings.xml.rels': relations(relation('rId1', 'mailMergeSource', 'file:///C:/list.docx', true)),
  });
  expect(await checkTemplate(file)).toMatchObject({ ok: true, problems: [] });
  const parts = await filledParts(file);
  expect([...parts.keys()].filter((name) => name.includes('printer'))).toEqual([]);
  for (const name of [
    'word/document.xml',
    'word/_rels/document.xml.rels',
    'word/settings.xml',
    'word/_rels/settings.xml.rels',
  ])
    expect(parts.get(name)?.toString()).not.toMatch(/rId\d|mailMerge|printer/u);
});

test('a line break after the end of the file, as downloads append it, is ignored', async () => {
  const file = Buffer.concat([await wordFile(OK), Buffer.from('\r\n')]);
  expect(await checkTemplate(file)).toMatchObject({ ok: true, problems: [] });
});

test('line breaks in notes of Excel are read as Excel writes them', async () => {
  const file = await workbookFile(
    { Sheet1: { rows: [['{report.title}']] } },
    { 'xl/drawings/vmlDrawing1.vml': '<xml><v:textbox xmlns:v="v"><div>A<br>B</div></v:textbox></xml>' },
  );
  expect(await checkTemplate(file)).toMatchObject({ ok: true, problems: [] });
});

test("the path to the author's own template is removed, the rest is kept", async () => {
  const file = await wordFile(OK, {
    'word/settings.xml': '<w:settings xmlns:w="x"><w:zoom/><w:attachedTemplate r:id="rId1"/></w:settings>',
    'word/_rels/settings.xml.rels': relations(
      relation('rId1', 'attachedTemplate', 'file:///C:/Users/anna/My.dotx', true),
    ),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of fillTemplate(file, fullReport(), {
    formats: formatsIn('en'),
    pictureBytes: async () => undefined,
  }))
    chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const packed = deflateRawSync(Buffer.from('<w:settings xmlns:w="x"><w:zoom/></w:settings>'));
  expect(all.includes(packed)).toBe(true);
});
