// Files that cannot become plans are rejected with the problem that says what to do, at the stage where it was found.
import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { ImportProblem } from '@plumbline/core/features/imports/stages';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectInProcess, renderInProcess } from './in-process.ts';
import { RenderError } from './render-error.ts';
import { testFolder } from './testing/folder.ts';
import { HEIC } from './testing/heic-fixture.ts';
import { block, makePdf } from './testing/pdf-fixture.ts';

const folder = testFolder();
const silent = () => undefined;
const SIMPLE = makePdf([{ mediaBox: [0, 0, 300, 200], content: block('1 0 0', 0, 0, 100, 100) }]);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abcdef' } });

async function problemOf(work: Promise<unknown>): Promise<[ImportProblem, string]> {
  const error: unknown = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(RenderError);
  const { problem, stage } = error as RenderError;
  return [problem, stage];
}

async function refused(content: Uint8Array, problem: ImportProblem, name = 'plan.pdf'): Promise<void> {
  const path = await folder.put(name, content);
  expect(await problemOf(inspectInProcess(path, name))).toEqual([problem, 'inspecting']);
  expect(await problemOf(renderInProcess(path, 1, await folder.fresh(), silent))).toEqual([problem, 'pdfConversion']);
}

async function locked(options: PDFKit.PDFDocumentOptions): Promise<string> {
  const path = join(await folder.fresh(), 'locked.pdf');
  const pdf = new PDFDocument(options);
  const out = pdf.pipe(createWriteStream(path));
  pdf.text('secret');
  pdf.end();
  await finished(out);
  return path;
}

describe('content decides, not the name', () => {
  test('a PDF named .jpg and an image named .pdf are detected', async () => {
    const pdf = await folder.put('plan.jpg', SIMPLE);
    expect((await inspectInProcess(pdf, 'plan.jpg')).kind).toBe('pdf');
    const png = await folder.put('plan.pdf', await picture(40, 30).png().toBuffer());
    expect((await inspectInProcess(png, 'plan.pdf')).kind).toBe('image');
  });

  test('a PDF after some stray bytes is detected', async () => {
    const path = await folder.put('mail.pdf', Buffer.concat([Buffer.from('\r\n\r\n'), SIMPLE]));
    expect((await inspectInProcess(path, 'mail.pdf')).pages).toHaveLength(1);
  });

  test.each([
    ['a text file', Buffer.from('Ground floor, 1:50')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a program', Buffer.from('\u007fELF0000000000000000')],
  ])('%s is not a plan, whatever its name', (_what, content) => refused(content, 'unsupported_type'));

  test.each([
    ['DWG', Buffer.from('AC1032\0\0\0\0\0')],
    ['DXF as text', Buffer.from('  0\r\nSECTION\r\n  2\r\nHEADER\r\n')],
    ['DXF as text after a comment', Buffer.from('999\nwritten by a program\n  0\nSECTION\n  2\nHEADER\n')],
    ['binary DXF', Buffer.from('AutoCAD Binary DXF\r\n\u001a\0')],
  ])('a CAD drawing %s is reported as such', (_what, content) => refused(content, 'cad_drawing'));

  test('an archive is detected, also if it starts with a PDF', async () => {
    await refused(storedZip('plan.pdf', SIMPLE), 'archive', 'plans.pdf');
  });

  test('an empty file is rejected', () => refused(Buffer.alloc(0), 'file_empty'));
});

describe('PDF files', () => {
  test('with a password are rejected', async () => {
    const path = await locked({ userPassword: 'open', pdfVersion: '1.7' });
    expect(await problemOf(inspectInProcess(path, 'x.pdf'))).toEqual(['pdf_encrypted', 'inspecting']);
    expect(await problemOf(renderInProcess(path, 1, '/nowhere', silent))).toEqual(['pdf_encrypted', 'pdfConversion']);
  });

  test('protected only against changes are read', async () => {
    const path = await locked({ ownerPassword: 'mine', pdfVersion: '1.7' });
    expect((await inspectInProcess(path, 'x.pdf')).pages).toHaveLength(1);
  });

  test('that are truncated are rejected', () => refused(SIMPLE.subarray(0, SIMPLE.length * 0.6), 'pdf_damaged'));
  test('with only a header are rejected', () => refused(Buffer.from('%PDF-1.7\n'), 'pdf_damaged'));
  test.each([
    ['zeros', Buffer.alloc(100_000)],
    ["a web portal's page", Buffer.from(`<html><body>${'thank you '.repeat(2_000)}`)],
    ['more than one chunk', Buffer.alloc(3 << 20, 'x')],
  ])('with %s after their end are complete', async (_what, rest) => {
    const path = await folder.put('plan.pdf', Buffer.concat([SIMPLE, rest]));
    expect((await inspectInProcess(path, 'plan.pdf')).pages).toHaveLength(1);
  });
  test('with a truncated incremental update are rejected', () =>
    refused(Buffer.concat([SIMPLE, Buffer.from('\n9 0 obj\n<< /Length 9000 >>\nstream\nabc')]), 'pdf_damaged'));
  test('with garbage between header and end are rejected', () => {
    const garbage = Buffer.alloc(5000, 'x9 ');
    return refused(Buffer.concat([Buffer.from('%PDF-1.7\n'), garbage, Buffer.from('\n%%EOF')]), 'pdf_damaged');
  });
  test('without pages are rejected', () => refused(makePdf([]), 'no_pages'));

  test('with a page of absurd size are rejected', async () => {
    const path = await folder.put('huge.pdf', makePdf([{ mediaBox: [0, 0, 1e7, 1e7], content: '' }]));
    expect(await problemOf(renderInProcess(path, 1, await folder.fresh(), silent))).toEqual([
      'page_too_large',
      'pdfConversion',
    ]);
    expect((await inspectInProcess(path, 'huge.pdf')).pages).toHaveLength(1);
  });

  test('a page that does not exist is reported', async () => {
    const path = await folder.put('one.pdf', SIMPLE);
    expect(await problemOf(renderInProcess(path, 2, await folder.fresh(), silent))).toEqual([
      'no_pages',
      'pdfConversion',
    ]);
  });

  test('with nonsense content still produce an empty sheet', async () => {
    const path = await folder.put(
      'odd.pdf',
      makePdf([{ mediaBox: [0, 0, 300, 200], content: 'q q Q ) ] >> xyz 1 0 re (' }]),
    );
    expect(await renderInProcess(path, 1, await folder.fresh(), silent)).toMatchObject({ widthPt: 300, text: null });
  });
});

describe('pictures', () => {
  test('with truncated pixel data are rejected', async () => {
    const noise = sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#fff',
      },
    });
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'gif'] as const) {
      const whole = await noise.clone().toFormat(format).toBuffer();
      const path = await folder.put(`cut.${format}`, whole.subarray(0, whole.length * 0.6));
      expect(await problemOf(renderInProcess(path, 1, await folder.fresh(), silent))).toEqual([
        'image_damaged',
        'pdfConversion',
      ]);
    }
  });

  test('that end after their first bytes are rejected', async () => {
    const jpeg = await picture(40, 30).jpeg().toBuffer();
    await refused(jpeg.subarray(0, 30), 'image_damaged', 'x.jpg');
  });

  test('that decompress to too many pixels are rejected by their header alone', async () => {
    await refused(pngBomb(60_000, 60_000), 'image_too_large', 'bomb.png');
    await refused(pngBomb(200_000, 10), 'image_too_large', 'long.png');
    const avif = await picture(40, 30).avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(17_000, size);
    avif.writeUInt32BE(16_000, size + 4);
    await refused(avif, 'image_too_large', 'large.avif');
  });

  test('in HEIC format that are damaged are reported as such', async () => {
    await refused(HEIC.subarray(0, 660), 'heic_unsupported', 'IMG_0001.jpg');
    await refused(HEIC.subarray(0, 40), 'image_damaged', 'IMG_0001.jpg');
  });
});

/** An archive with one stored (uncompressed) file. */
function storedZip(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\u0003\u0004', 'latin1');
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(crc(content), 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), content]);
}

/** A few bytes that claim to be a huge image. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc(body), body.length + 4);
  return framed;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

const BAD = fileURLToPath(new URL('../../../../../shared/samples/bad-inputs/', import.meta.url));

describe.skipIf(!existsSync(BAD))('files from the field (skipped without the sample files)', () => {
  test('a photo with damaged data is rejected, one with a broken EXIF block is not', async () => {
    const damaged = `${BAD}corrupted.jpg`;
    expect(await problemOf(renderInProcess(damaged, 1, await folder.fresh(), silent))).toEqual([
      'image_damaged',
      'pdfConversion',
    ]);
    const odd = `${BAD}exif-invalid_image01551.jpg`;
    expect((await inspectInProcess(odd, 'odd.jpg')).kind).toBe('image');
    expect((await renderInProcess(odd, 1, await folder.fresh(), silent)).pyramid.levels).toBe(1);
  });
});
