// Malicious and malformed PDF files: nothing in them is executed, nothing hangs, and what can be shown is shown.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectInProcess, renderInProcess } from '../in-process.ts';
import { LIMITS } from '../limits.ts';
import { inspectFile, renderPage } from '../render.ts';
import { colourOf, decodeImage } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { assemble, block, makePdf, stream, text } from '../testing/pdf-fixture.ts';
import { readTextLayer } from '../text/text-layer.ts';

const folder = testFolder();
const GREEN = { mediaBox: [0, 0, 300, 200] as const, content: block('0 1 0', 0, 0, 300, 200) };

/** The fixture with one of its objects or words replaced; offsets are not corrected. */
const altered = (pdf: Buffer, what: RegExp, by: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(what, by), 'latin1');

async function shown(pdf: Buffer) {
  const source = await folder.put('plan.pdf', pdf);
  const out = await folder.fresh();
  const created = await renderInProcess(source, 1, out, () => undefined);
  return { made: created, picture: await decodeImage(created.preview), out };
}

describe('active content', () => {
  const open = (action: string) =>
    altered(makePdf([GREEN]), /\/Type \/Catalog/u, `/Type /Catalog /OpenAction << ${action} >>`);

  test.each([
    ['script', '/S /JavaScript /JS (app.alert\\(1\\); while \\(true\\) {})'],
    ['program', '/S /Launch /F (/bin/sh) /Win << /F (calc.exe) >>'],
    ['address', '/S /URI /URI (http://127.0.0.1:1/told)'],
    ['form', '/S /SubmitForm /F (http://127.0.0.1:1/told)'],
    ['other file', '/S /GoToR /F (/etc/passwd) /D [0 /Fit]'],
  ])('a %s is not executed, and the page is shown', async (_name, action) => {
    const { picture, out } = await shown(open(action));
    expect(colourOf(picture.at(0.5, 0.5))).toBe('green');
    // Only the results were written.
    expect((await readdir(out)).length).toBeLessThanOrEqual(4);
  });

  test('a page with a script that runs on opening is shown', async () => {
    const pdf = altered(
      makePdf([GREEN]),
      /\/Type \/Page \//u,
      '/Type /Page /AA << /O << /S /JavaScript /JS (while\\(1\\);) >> >> /',
    );
    expect(colourOf((await shown(pdf)).picture.at(0.5, 0.5))).toBe('green');
  });
});

describe('dangling and circular structures', () => {
  test('a cross-reference table that names itself as the previous one is read', async () => {
    const pdf = makePdf([GREEN]).toString('latin1');
    const table = /startxref\n(?<at>\d+)/u.exec(pdf)?.groups?.at ?? '';
    const looping = pdf.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${table}`);
    const source = await folder.put('loop.pdf', Buffer.from(looping, 'latin1'));
    expect((await inspectFile(source, 'loop.pdf')).pages).toHaveLength(1);
  });

  test('reading a page tree that contains itself ends, with or without an error', async () => {
    const pdf = altered(makePdf([GREEN]), /\/Kids \[(\d+) 0 R\]/u, '/Kids [$1 0 R 5 0 R]');
    const source = await folder.put('tree.pdf', pdf);
    const { pages } = await inspectFile(source, 'tree.pdf').catch(() => ({ pages: [] }));
    expect(pages.length).toBeLessThan(100);
  });

  test('a form that draws itself is drawn once', async () => {
    const pdf = altered(makePdf([GREEN]), /\/Font << \/F1 2 0 R >>/u, '/Font << /F1 2 0 R >> /XObject << /Me 3 0 R >>');
    const { picture } = await shown(pdf);
    expect(colourOf(picture.at(0.5, 0.5))).toBe('green');
  });
});

describe('page boxes', () => {
  test.each([
    ['negative', [-300, -200, -10, -20]],
    ['given from the opposite corner', [300, 200, 0, 0]],
    ['of fractional numbers', [0.25, 0.5, 300.75, 200.25]],
  ] as const)('that are %s are applied', async (_name, [x1, y1, x2, y2]) => {
    const [left, bottom, right, top] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    const content = block('0 1 0', left, bottom, right - left, top - bottom);
    const { made: created, picture } = await shown(makePdf([{ mediaBox: [x1, y1, x2, y2], content }]));
    expect([created.widthPt, created.heightPt]).toEqual([right - left, top - bottom]);
    for (const [x, y] of [
      [0.02, 0.02],
      [0.98, 0.98],
      [0.5, 0.5],
    ] as const)
      expect(colourOf(picture.at(x, y))).toBe('green');
  });

  test.each([
    ['larger than the sheet shows the sheet', [-500, -500, 900, 900], [300, 200]],
    ['without area shows the sheet', [50, 50, 50, 50], [300, 200]],
    ['outside the sheet shows the sheet', [1_000, 1_000, 1_100, 1_100], [300, 200]],
  ] as const)('a crop box %s', async (_name, cropBox, size) => {
    const { made: created, picture } = await shown(makePdf([{ ...GREEN, cropBox }]));
    expect([created.widthPt, created.heightPt]).toEqual(size);
    expect(colourOf(picture.at(0.5, 0.5))).toBe('green');
  });
  test('boxes that the page inherits, with the crop box outside the sheet', async () => {
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 300 200] /CropBox [400 400 500 500] >>',
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
      stream('', block('0 1 0', 0, 0, 300, 200)),
    ];
    const { made: created, picture } = await shown(assemble(objects));
    expect([created.widthPt, created.heightPt]).toEqual([300, 200]);
    expect(colourOf(picture.at(0.5, 0.5))).toBe('green');
  });
});

test('text in an unknown font is drawn with another font, and found', async () => {
  const page = { ...GREEN, content: `${block('1 1 1', 0, 0, 300, 200)}${text('STAIRCASE', 40, 80, 40)}` };
  const { made: created, picture } = await shown(
    altered(makePdf([page]), /\/BaseFont \/Helvetica/u, '/BaseFont /NobodyHas-This'),
  );
  expect((await readTextLayer(created.text ?? '')).map((word) => word.text)).toEqual(['STAIRCASE']);
  let dark = 0;
  for (let x = 0.1; x < 0.9; x += 0.002) if (picture.at(x, 0.55)[0] < 128) dark++;
  expect(dark).toBeGreaterThan(20);
});

describe('many pages', () => {
  const pages = (count: number) => makePdf(Array.from({ length: count }, () => ({ ...GREEN, content: '' })));

  test('the maximum number of pages is listed', { timeout: 60_000 }, async () => {
    const source = await folder.put('many.pdf', pages(LIMITS.pages));
    expect((await inspectInProcess(source, 'many.pdf')).pages).toHaveLength(LIMITS.pages);
  });

  test('a file with more pages is rejected, and the next file is not affected', { timeout: 60_000 }, async () => {
    const source = await folder.put('more.pdf', pages(LIMITS.pages + 1));
    await expect(inspectFile(source, 'more.pdf')).rejects.toMatchObject({ problem: 'too_many_pages' });
    const next = await folder.put('next.pdf', makePdf([GREEN]));
    const created = await renderPage(next, 1, await folder.fresh());
    expect(existsSync(join(created.pack))).toBe(true);
  });
});
