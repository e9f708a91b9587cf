// The lines of a page are where they are seen, and only those that are seen.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LINE_UNITS, unpackLines } from '@plumbline/core/features/plans/lines/sheet-lines';
import { ROTATIONS } from '@plumbline/core/site/geometry/rotation';
import { expect, test } from 'vitest';
import { renderInProcess } from '../in-process.ts';
import { readLines } from '../render.ts';
import type { RenderOptions } from '../results.ts';
import { testFolder } from '../testing/folder.ts';
import { assemble, block, type FixturePage, makePdf, stream } from '../testing/pdf-fixture.ts';

const folder = testFolder();

async function unpacked(path: string): Promise<string[]> {
  const lines = unpackLines(gunzipSync(await readFile(path)));
  const found: string[] = [];
  for (let i = 0; i < lines.length; i += 4) {
    const points = [lines.slice(i, i + 2), lines.slice(i + 2, i + 4)];
    found.push(
      points
        .map((point) => [...point].map((at) => (at / LINE_UNITS).toFixed(2)).join(','))
        .sort()
        .join(' '),
    );
  }
  return found.sort();
}

/** The lines as "x,y x,y" in hundredths of the sheet. */
async function linesOf(pdf: Buffer, options: RenderOptions = {}): Promise<string[]> {
  const path = await folder.put('sheet.pdf', pdf);
  const created = await renderInProcess(path, 1, await folder.fresh(), () => undefined, options);
  return unpacked(created.lines ?? '');
}

const page = (content: string, more: Partial<FixturePage> = {}) =>
  makePdf([{ mediaBox: [0, 0, 200, 100], content: `2 w ${content}`, ...more }]);
const LINE = '20 90 m 120 80 l S ';

test.each(ROTATIONS)('a line is where it is seen on a page rotated by %i degrees', async (rotate) => {
  const expected = {
    0: ['0.10,0.10 0.60,0.20'],
    90: ['0.80,0.60 0.90,0.10'],
    180: ['0.40,0.80 0.90,0.90'],
    270: ['0.10,0.90 0.20,0.40'],
  }[rotate];
  expect(await linesOf(page(LINE, { rotate }))).toEqual(expected);
  expect(await linesOf(page(LINE), { turn: rotate })).toEqual(expected);
});

test('closed paths, transformed ones and rectangles have all of their sides', async () => {
  expect(await linesOf(page('20 20 m 120 20 l 120 80 l h S'))).toHaveLength(3);
  expect(await linesOf(page('q 2 0 0 1 20 0 cm 10 20 m 60 20 l S Q'))).toEqual(['0.20,0.80 0.70,0.80']);
  expect(await linesOf(page(block('0 0 1', 20, 20, 100, 50)))).toHaveLength(4);
});

test('white areas, invisible paths, and paths outside the frame of a view have no lines', async () => {
  expect(await linesOf(page(`${LINE}${block('1 1 1', 20, 20, 100, 50)}`))).toEqual(['0.10,0.10 0.60,0.20']);
  expect(await linesOf(page(`${LINE} 20 20 m 120 20 l n`))).toEqual(['0.10,0.10 0.60,0.20']);
  expect(await linesOf(page(`${LINE} q 0 60 200 40 re W n 20 20 m 120 20 l S Q`))).toEqual(['0.10,0.10 0.60,0.20']);
});

test('lines in forms are read, those of hidden layers are not', async () => {
  const pdf = (catalogue: string) =>
    assemble([
      `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> >> >>',
      stream('', `2 w ${LINE} q 1 0 0 1 20 10 cm /X Do Q`),
      '<< /Type /OCG /Name (Furniture) >>',
      stream('/Type /XObject /Subtype /Form /BBox [0 0 200 100] /OC 5 0 R', '2 w 0 10 m 100 10 l S'),
    ]);
  expect(await linesOf(pdf(''))).toEqual(['0.10,0.10 0.60,0.20', '0.10,0.80 0.60,0.80']);
  expect(await linesOf(pdf('/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>'))).toEqual([
    '0.10,0.10 0.60,0.20',
  ]);
});

test('the lines of a sheet imported earlier are the same, and an image has no lines', async () => {
  const into = await folder.fresh();
  const path = await folder.put('sheet.pdf', page(LINE));
  const { preview, lines } = await renderInProcess(path, 1, into, () => undefined, { turn: 90 });
  const out = join(into, 'again.bin.gz');
  expect(await readLines(path, 1, { turn: 90, preview, out })).toBe(true);
  expect(await readFile(out)).toEqual(await readFile(lines ?? ''));
  expect(await readLines(preview, 1, { preview, out })).toBe(false);
});
