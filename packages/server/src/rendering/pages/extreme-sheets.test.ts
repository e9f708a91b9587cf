// Extreme sheets: a single pixel, a hundred thousand pixels in a row, a page of one point, an embedded image larger
// than any screen, and polyglot files.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectInProcess, renderInProcess } from '../in-process.ts';
import { renderPage } from '../render.ts';
import { colourOf, openPack, sampleLevel } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/pdf-fixture.ts';

const folder = testFolder();
const silent = () => undefined;

describe('renders a picture', () => {
  test('of a single pixel', async () => {
    const path = await folder.put(
      'dot.png',
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    );
    expect((await inspectInProcess(path, 'dot.png')).pages).toMatchObject([{ widthPt: 1, heightPt: 1 }]);
    const created = await renderInProcess(path, 1, await folder.fresh(), silent);
    expect(created.pyramid).toMatchObject({ width: 1, height: 1, levels: 1 });
    expect(colourOf((await sampleLevel(await openPack(created.pack), 0)).at(0.5, 0.5))).toBe('red');
  });

  test('of a hundred thousand pixels in a row', { timeout: 120_000 }, async () => {
    const [width, height] = [100_000, 40];
    const end = await sharp({ create: { width: 600, height, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    const long = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
      { input: end, left: width - 600, top: 0 },
    ]);
    const path = await folder.put('long.png', await long.png().toBuffer());
    const created = await renderInProcess(path, 1, await folder.fresh(), silent);
    expect(created.pyramid).toMatchObject({ width, height });
    for (const z of [0, created.pyramid.levels - 1]) {
      const seen = await sampleLevel(await openPack(created.pack), z);
      expect([colourOf(seen.at(0.5, 0.5)), colourOf(seen.at(0.999, 0.5))]).toEqual(['white', 'blue']);
    }
  });
});

describe('renders a page', () => {
  test('of one point', async () => {
    const path = await folder.put('point.pdf', makePdf([{ mediaBox: [0, 0, 1, 1], content: '0 1 0 rg 0 0 1 1 re f' }]));
    const created = await renderInProcess(path, 1, await folder.fresh(), silent);
    expect(colourOf((await sampleLevel(await openPack(created.pack), 0)).at(0.5, 0.5))).toBe('green');
  });

  test('a hundred times as long as wide', { timeout: 120_000 }, async () => {
    const path = await folder.put(
      'strip.pdf',
      makePdf([{ mediaBox: [0, 0, 14_400, 144], content: '0 0 1 rg 14300 0 100 144 re f' }]),
    );
    const created = await renderInProcess(path, 1, await folder.fresh(), silent);
    const seen = await sampleLevel(await openPack(created.pack), created.pyramid.levels - 1);
    expect([colourOf(seen.at(0.5, 0.5)), colourOf(seen.at(0.999, 0.5))]).toEqual(['white', 'blue']);
  });

  test('with an embedded image of a hundred million pixels', { timeout: 300_000 }, async () => {
    const side = 10_000;
    // The left half is black, the right half white, at one bit per pixel.
    const row = Buffer.concat([Buffer.alloc(side / 16), Buffer.alloc(side / 16, 0xff)]);
    const packed = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
    const path = await folder.put('scan.pdf', withPicture(side, packed));
    const created = await renderPage(path, 1, await folder.fresh());
    const seen = await sampleLevel(await openPack(created.pack), created.pyramid.levels - 1);
    expect([colourOf(seen.at(0.25, 0.5)), colourOf(seen.at(0.75, 0.5))]).toEqual(['black', 'white']);
  });

  test('with an embedded image of 200 million pixels, mostly missing, within its memory limit', {
    timeout: 300_000,
  }, async () => {
    const path = await folder.put('huge.pdf', withPicture(14_000, deflateSync(Buffer.alloc(7_000_000)), 8));
    const created = await renderPage(path, 1, await folder.fresh());
    const seen = await sampleLevel(await openPack(created.pack), 0);
    expect(colourOf(seen.at(0.5, 0.01))).toBe('black');
  });
});

describe('polyglot files', () => {
  const html = (inside: string) => Buffer.from(`<!doctype html><script>alert(1)</script>${inside}`);

  test('an HTML page named like an image or a PDF is neither', async () => {
    for (const name of ['plan.jpg', 'plan.pdf'])
      await expect(inspectInProcess(await folder.put(name, html('')), name)).rejects.toMatchObject({
        problem: 'unsupported_type',
      });
  });

  test('one that claims to be a PDF without being one is damaged', async () => {
    const path = await folder.put('both.pdf', html('%PDF-1.7'));
    await expect(inspectInProcess(path, 'both.pdf')).rejects.toMatchObject({ problem: 'pdf_damaged' });
  });

  test('one that is also a valid PDF is only ever read as a PDF', async () => {
    const pdf = makePdf([{ mediaBox: [0, 0, 30, 20], content: '' }]);
    const path = await folder.put('both.html', Buffer.concat([html('<!--'), pdf]));
    expect((await inspectInProcess(path, 'both.html')).kind).toBe('pdf');
  });
});

test.each([
  ['../../etc/passwd.pdf'],
  ['CON.pdf'],
  [`${'x'.repeat(300)}.pdf`],
  ['a\nb"c\'d.pdf'],
  ['\u202Efdp.exe.pdf'],
  ['.pdf'],
])('a file named %j is read normally', async (name) => {
  const path = await folder.put('named.pdf', makePdf([{ mediaBox: [0, 0, 30, 20], content: '' }]));
  const [page] = (await inspectInProcess(path, name)).pages;
  expect(page?.title.length).toBeGreaterThan(0);
  expect(page?.title.length).toBeLessThanOrEqual(200);
  expect(page?.title).not.toMatch(/[\n\r]/u);
});

/** A page that consists of one image of `side` pixels, white where a bit is set. */
function withPicture(side: number, packed: Buffer, bits = 1): Buffer {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent ${bits} /ColorSpace /DeviceGray /Filter /FlateDecode`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    '<< /Length 25 >>\nstream\n200 0 0 200 0 0 cm /P Do \nendstream',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [i, body] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${i + 1} 0 obj\n${body}\nendobj\n`));
  }
  offsets.push(length);
  add(Buffer.from(`5 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\n`));
  add(packed);
  add(Buffer.from('\nendstream\nendobj\n'));
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  add(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
