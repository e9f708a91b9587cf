// Metadata that PDFium does not expose: pages whose unit is larger than a point, portfolios, and forms without pages.
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inspectInProcess, renderInProcess } from '../../in-process.ts';
import { RenderError } from '../../render-error.ts';
import { colourOf, decodeImage } from '../../testing/decode-image.ts';
import { testFolder } from '../../testing/folder.ts';
import { assemble, block, makePdf, stream } from '../../testing/pdf-fixture.ts';

const folder = testFolder();
const GREEN = block('0 1 0', 0, 0, 300, 200);
const page = (more = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ${more} >>`;
const document = (pageMore = '', catalogMore = '', others: readonly string[] = []) =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalogMore} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    page(pageMore),
    stream('', GREEN),
    ...others,
  ]);

async function sizesOf(pdf: Buffer) {
  const path = await folder.put('sheet.pdf', pdf);
  const { pages } = await inspectInProcess(path, 'sheet.pdf');
  const { widthPt, heightPt, pyramid, preview } = await renderInProcess(path, 1, await folder.fresh(), () => undefined);
  const [listed] = pages;
  expect([listed?.widthPt, listed?.heightPt]).toEqual([widthPt, heightPt]);
  return { size: [widthPt, heightPt], ratio: pyramid.width / pyramid.height, picture: await decodeImage(preview) };
}

async function problemOf(pdf: Buffer): Promise<string> {
  const path = await folder.put('odd.pdf', pdf);
  const error: unknown = await inspectInProcess(path, 'odd.pdf').catch((one: unknown) => one);
  expect(error).toBeInstanceOf(RenderError);
  return (error as RenderError).problem;
}

test('a sheet with a unit of ten points is ten times as long on paper', async () => {
  const { size, ratio, picture } = await sizesOf(document('/UserUnit 10.0'));
  expect(size).toEqual([3000, 2000]);
  expect(ratio).toBeCloseTo(1.5, 2);
  expect(colourOf(picture.at(0.9, 0.9))).toBe('green');
});

test.each([
  ['none', ''],
  ['of one point', '/UserUnit 1'],
  ['that exceeds the maximum sheet size', '/UserUnit 100000'],
])('a unit %s is ignored', async (_name, more) => {
  expect((await sizesOf(document(more))).size).toEqual([300, 200]);
});

test('the last of several objects with the same number is used', async () => {
  const first = document('/UserUnit 10').toString('latin1');
  const table = /startxref\n(?<at>\d+)/u.exec(first)?.groups?.at ?? '';
  const again = `3 0 obj\n${page('/UserUnit 2')}\nendobj\n`;
  const row = String(first.length).padStart(10, '0');
  const xref = `xref\n3 1\n${row} 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${table} >>\n`;
  const update = `${again}${xref}startxref\n${first.length + again.length}\n%%EOF\n`;
  expect((await sizesOf(Buffer.from(first + update, 'latin1'))).size).toEqual([600, 400]);
});

test('a unit is found in an object stream', async () => {
  const packed = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>'],
    [3, page('/UserUnit 4')],
  ] as const;
  let at = 0;
  const numbers = packed.map(([number, body]) => {
    const reported = `${number} ${at}`;
    at += body.length + 1;
    return reported;
  });
  const head = `${numbers.join(' ')}\n`;
  const group = deflateSync(Buffer.from(head + packed.map(([, body]) => `${body}\n`).join(''), 'latin1'));
  const dictionary = `/Type /ObjStm /N 3 /First ${head.length} /Filter /FlateDecode`;
  const head1 = '%PDF-1.7\n';
  const content = `4 0 obj\n${stream('', GREEN)}\nendobj\n`;
  const objects = `5 0 obj\n${stream(dictionary, group.toString('latin1'))}\nendobj\n`;
  const places = [head1.length, head1.length + content.length, head1.length + content.length + objects.length];
  const rows = [
    [0, 0, 0],
    [2, 5, 0],
    [2, 5, 1],
    [2, 5, 2],
    [1, places[0] ?? 0, 0],
    [1, places[1] ?? 0, 0],
    [1, places[2] ?? 0, 0],
  ].flatMap(([kind = 0, where = 0, index = 0]) => [kind, where >> 8, where & 255, index]);
  const table = stream('/Type /XRef /Size 7 /Root 1 0 R /W [1 2 1]', Buffer.from(rows).toString('latin1'));
  const end = `6 0 obj\n${table}\nendobj\nstartxref\n${places[2]}\n%%EOF\n`;
  expect((await sizesOf(Buffer.from(head1 + content + objects + end, 'latin1'))).size).toEqual([1200, 800]);
});

const ATTACHED = [
  '<< /Names [(a.pdf) 6 0 R] >>',
  '<< /Type /Filespec /F (a.pdf) /UF (a.pdf) /EF << /F 7 0 R >> >>',
  stream('/Type /EmbeddedFile', makePdf([{ mediaBox: [0, 0, 300, 200], content: GREEN }]).toString('latin1')),
];

test('a portfolio of files is reported as such: its cover is not a plan', async () => {
  const names = '/Names << /EmbeddedFiles 5 0 R >>';
  const collection = document('', `/Collection << /Type /Collection /View /D >> ${names}`, ATTACHED);
  expect(await problemOf(collection)).toBe('pdf_portfolio');
  // A drawing with attached files is still a drawing.
  expect((await sizesOf(document('', names, ATTACHED))).size).toEqual([300, 200]);
});

test('a form without pages is reported as such; one that contains its pages is shown', async () => {
  const form = stream('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>');
  const fields = '/AcroForm << /Fields [] /XFA 5 0 R >>';
  expect(await problemOf(document('', `${fields} /NeedsRendering true`, [form]))).toBe('pdf_form');
  expect((await sizesOf(document('', fields, [form]))).size).toEqual([300, 200]);
});
