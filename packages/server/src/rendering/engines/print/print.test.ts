import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { combineRotations, type Rotation } from '@plumbline/core/site/geometry/rotation';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { colourOf, type DecodedImage, decodeImage } from '../../testing/decode-image.ts';
import { testFolder } from '../../testing/folder.ts';
import { block, type FixturePage, makePdf, text } from '../../testing/pdf-fixture.ts';
import { drawBands } from '../pdf/bands.ts';
import { openPage, openPdf, pageSize } from '../pdf/document.ts';
import { wordsOf } from '../pdf/page-words.ts';
import { printInProcess } from './print-in-process.ts';
import type { PrintedPin, PrintedSheet } from './sheet.ts';
import { linesOf } from './text/line-breaks.ts';

const folder = testFolder();
const EMPTY: PrintedSheet = { title: 'Ground floor', pins: [], markups: [], credit: '', code: null, list: null };
const RED = '#ff0000';
const pin = (x: number, y: number, more: Partial<PrintedPin> = {}): PrintedPin => ({
  x,
  y,
  colour: RED,
  status: 'open',
  label: '',
  ...more,
});

async function printed(
  source: string,
  sheet: Partial<PrintedSheet>,
  page = 1,
  rotation: Rotation = 0,
): Promise<string> {
  const out = join(await folder.fresh(), 'print.pdf');
  await printInProcess({ path: source, page, turn: rotation, out, sheet: { ...EMPTY, ...sheet } }, () => undefined);
  return out;
}

/** Renders a page at one pixel per point. */
async function look(path: string, page = 1): Promise<DecodedImage> {
  const document = await openPdf(path, 'pdfConversion');
  const openedPage = openPage(document, page, 'pdfConversion');
  const [width, height] = [Math.round(openedPage.widthPt), Math.round(openedPage.heightPt)];
  for (const { pixels } of drawBands(openedPage, width, height, height)) {
    const png = await sharp(Buffer.from(pixels), { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png()
      .toBuffer();
    openedPage.close();
    document.close();
    return decodeImage(png);
  }
  throw new Error('nothing was drawn');
}

const CODE = { text: 'https://plans.example.org/print/APj61b2ctGn6FlcIZ3KJUO', caption: ['Revision A', 'Scan'] };

/** Number of dark pixels on a page. */
async function inkOn(path: string, page: number): Promise<number> {
  const picture = await look(path, page);
  let dark = 0;
  for (let y = 0; y < 842; y++) for (let x = 0; x < 595; x++) if (picture.at(x / 595, y / 842)[1] < 190) dark++;
  return dark;
}

async function wordsOn(path: string, page: number): Promise<string> {
  const document = await openPdf(path, 'pdfConversion');
  const openedPage = openPage(document, page, 'pdfConversion');
  const text = wordsOf(openedPage)
    .map((word) => word.text)
    .join(' ');
  openedPage.close();
  document.close();
  return text;
}

const PLAIN: FixturePage = { mediaBox: [0, 0, 600, 400], content: block('0 0 1', 0, 0, 60, 60) };
/** Distance above the tip in points: inside the body of the pin, below its symbol. */
const ABOVE = 4;

const marked = (picture: DecodedImage, x: number, y: number): string =>
  colourOf(picture.at(x, y - ABOVE / picture.height));

describe('the code on a printed plan', () => {
  const lowerLeft = block('0 0 1', 0, 0, 300, 200);
  const upperLeft = block('1 0 0', 0, 200, 300, 200);
  it.each([
    ['an empty page', '', 'lower left'],
    ['a page with a drawing in the lower left', lowerLeft, 'upper left'],
    ['a page with drawings on the left', lowerLeft + upperLeft, 'upper right'],
  ])('is in the emptiest corner of %s', async (_name, content, corner) => {
    const source = await folder.put('plan.pdf', makePdf([{ ...PLAIN, content }]));
    const document = await openPdf(await printed(source, { code: CODE }), 'pdfConversion');
    const page = openPage(document, 1, 'pdfConversion');
    const word = wordsOf(page).find(({ text: words }) => words === 'Scan');
    page.close();
    document.close();
    const { x = 0.5, y = 0.5 } = word ?? {};
    expect(`${y > 0.5 ? 'lower' : 'upper'} ${x > 0.5 ? 'right' : 'left'}`).toBe(corner);
  });
});

describe('pins on a printed plan', () => {
  const boxes: [string, Partial<FixturePage>][] = [
    ['unchanged', {}],
    ['rotated by 90', { rotate: 90 }],
    ['rotated by 180', { rotate: 180 }],
    ['rotated by 270', { rotate: 270 }],
    ['with a crop box', { cropBox: [100, 50, 500, 350] }],
    ['with a crop box, rotated', { cropBox: [100, 50, 500, 350], rotate: 90 }],
    ['with negative boxes', { mediaBox: [-300, -200, 300, 200] }],
    ['with negative boxes, rotated', { mediaBox: [-300, -200, 300, 200], rotate: 270 }],
    ['with an unrestored graphics state', { content: `${PLAIN.content}0.5 0 0 -0.25 33 44 cm\n` }],
  ];
  it.each(boxes)('are in their positions on a page %s', async (_name, openedPage) => {
    const source = await folder.put('plan.pdf', makePdf([{ ...PLAIN, ...openedPage }]));
    const before = await look(source);
    const after = await look(await printed(source, { pins: [pin(0.3, 0.4), pin(0.75, 0.8)] }));
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect(marked(before, 0.3, 0.4)).toBe('white');
    expect(marked(after, 0.3, 0.4)).toBe('red');
    expect(marked(after, 0.75, 0.8)).toBe('red');
    expect(marked(after, 0.9, 0.3)).toBe('white');
    for (let x = 0.05; x < 1; x += 0.1)
      for (let y = 0.55; y < 0.68; y += 0.05) expect(after.at(x, y)).toEqual(before.at(x, y));
  });

  it.each([
    [0, 90],
    [90, 90],
    [270, 180],
  ] as const)('are in their positions on a sheet rotated by %i itself and by %i on import', async (rotate, turn) => {
    const content = `${PLAIN.content}${text('Upright', 300, 200, 20)}`;
    const source = await folder.put('plan.pdf', makePdf([{ ...PLAIN, content, rotate }]));
    const shown = await folder.put(
      'turned.pdf',
      makePdf([{ ...PLAIN, content, rotate: combineRotations(rotate, turn) }]),
    );
    const before = await look(shown);
    const out = await printed(source, { pins: [pin(0.3, 0.4), pin(0.75, 0.8)] }, 1, turn);
    const after = await look(out);
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    expect([marked(after, 0.3, 0.4), marked(after, 0.75, 0.8)]).toEqual(['red', 'red']);
    for (let x = 0.05; x < 1; x += 0.1)
      for (let y = 0.5; y < 0.68; y += 0.02) expect(after.at(x, y)).toEqual(before.at(x, y));
    expect(await wordsOn(out, 1)).toContain('Upright');
  });

  it('are in their positions on an image that was rotated on import', async () => {
    const across = { create: { width: 600, height: 400, channels: 3 as const, background: '#ffffff' } };
    const corner = { create: { width: 120, height: 80, channels: 3 as const, background: '#0000ff' } };
    const png = await sharp(across)
      .composite([{ input: corner, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const source = await folder.put('scan.png', png);
    const picture = await look(await printed(source, { pins: [pin(0.5, 0.5)] }, 1, 90));
    expect(picture.height / picture.width).toBeCloseTo(1.5, 1);
    expect([picture.at(0.95, 0.05), picture.at(0.05, 0.05)].map(colourOf)).toEqual(['blue', 'white']);
    expect(marked(picture, 0.5, 0.5)).toBe('red');
  });

  it('show their status by their symbol', async () => {
    const source = await folder.put('plan.pdf', makePdf([PLAIN]));
    const pins = [pin(0.2, 0.5), pin(0.5, 0.5, { status: 'closed' }), pin(0.8, 0.5, { status: 'inactive' })];
    const picture = await look(await printed(source, { pins }));
    // On a small page, pins are 6.5 mm high.
    const head = (17.2 / 30) * 18.42;
    const at = (x: number, right = 0) => colourOf(picture.at(x + right / picture.width, 0.5 - head / picture.height));
    expect(at(0.2)).toBe('white');
    expect(at(0.2, 3.5)).toBe('red');
    expect(at(0.5, -4.2)).toBe('red');
    expect(marked(picture, 0.5, 0.5)).toBe('red');
    expect(at(0.8, 4)).toBe('white');
  });

  it('have their numbers, which stay inside the sheet at its edges', async () => {
    const source = await folder.put('plan.pdf', makePdf([PLAIN]));
    const out = await printed(source, { pins: [pin(0.4, 0.5, { label: '#12' }), pin(0.99, 0.9, { label: '#1345' })] });
    const text = await wordsOn(out, 1);
    expect(text).toContain('#12');
    expect(text).toContain('#1345');
  });

  it('are drawn above annotations in the file', async () => {
    const source = await folder.put('plan.pdf', makePdf([{ ...PLAIN, annotation: [250, 150, 350, 250] }]));
    const out = await printed(source, { pins: [pin(0.5, 0.5, { colour: '#0000ff' })] });
    const picture = await look(out);
    expect(marked(picture, 0.5, 0.5)).toBe('blue');
    expect(colourOf(picture.at(0.45, 0.45))).toBe('red');
  });
});

describe('the page below', () => {
  it('is the requested one and the only one', async () => {
    const pages = ['1 0 0', '0 1 0', '0 0 1'].map((colour, i) => ({
      mediaBox: [0, 0, 300 + i, 200] as const,
      content: block(colour, 0, 0, 400, 400),
    }));
    const out = await printed(await folder.put('set.pdf', makePdf(pages)), {}, 2);
    const document = await openPdf(out, 'pdfConversion');
    expect(document.pageCount).toBe(1);
    expect(pageSize(document, 1)).toEqual({ widthPt: 301, heightPt: 200 });
    document.close();
    expect(colourOf((await look(out)).at(0.5, 0.5))).toBe('green');
  });

  it('keeps hidden layers hidden', async () => {
    const page = { ...PLAIN, hidden: block('1 0 0', 200, 100, 200, 200) };
    const source = await folder.put('layers.pdf', makePdf([page, PLAIN]));
    expect(colourOf((await look(source)).at(0.5, 0.5))).toBe('white');
    const out = await printed(source, { pins: [pin(0.9, 0.9)] });
    expect(colourOf((await look(out)).at(0.5, 0.5))).toBe('white');
    expect((await readFile(out)).includes('/OCProperties')).toBe(true);
  });

  it('keeps its vector content', async () => {
    const source = await folder.put(
      'plan.pdf',
      makePdf([{ ...PLAIN, content: '/F1 0 Tf BT /F1 20 Tf 80 80 Td (Stair) Tj ET\n' }]),
    );
    expect(await wordsOn(await printed(source, { pins: [pin(0.9, 0.9)] }), 1)).toContain('Stair');
  });

  it('of an image is the image in its display orientation', async () => {
    const raw = sharp({ create: { width: 300, height: 150, channels: 3, background: '#00ff00' } });
    const source = await folder.put(
      'photo.jpg',
      await raw.withMetadata({ orientation: 6, density: 150 }).jpeg().toBuffer(),
    );
    const picture = await look(await printed(source, { pins: [pin(0.5, 0.5)] }));
    expect([picture.width, picture.height]).toEqual([72, 144]);
    expect(colourOf(picture.at(0.1, 0.9))).toBe('green');
    expect(marked(picture, 0.5, 0.5)).toBe('red');
  });

  it('of an image stays within the size that readers open', async () => {
    const raw = sharp({ create: { width: 40_000, height: 20, channels: 3, background: '#00ff00' } });
    const source = await folder.put('long.png', await raw.png().toBuffer());
    const document = await openPdf(await printed(source, {}), 'pdfConversion');
    expect(pageSize(document, 1).widthPt).toBeCloseTo(14_400, 0);
    document.close();
  });
});

describe('other content of the print', () => {
  it('draws areas, text and the map attribution', async () => {
    const source = await folder.put('plan.pdf', makePdf([PLAIN]));
    const square = [
      { x: 0.4, y: 0.3 },
      { x: 0.6, y: 0.3 },
      { x: 0.6, y: 0.7 },
      { x: 0.4, y: 0.7 },
    ];
    const hole = [
      { x: 0.53, y: 0.5 },
      { x: 0.58, y: 0.5 },
      { x: 0.58, y: 0.6 },
      { x: 0.53, y: 0.6 },
    ];
    const dot = { x: 0.2, y: 0.5 };
    const labelAt = { x: 0.8, y: 0.2 };
    const text = 'Проверить\nŽluťoučký';
    const out = await printed(source, {
      credit: '© Map People',
      markups: [
        { kind: 'polygon', points: square, holes: [hole], colour: '#ff0000', filled: true, labelAt, text: '' },
        { kind: 'dots', points: [dot], holes: [], colour: '#00c000', filled: false, labelAt: dot, text: '' },
        { kind: 'text', points: [labelAt], holes: [], colour: '#0000ff', filled: false, labelAt, text },
      ],
    });
    const words = await wordsOn(out, 1);
    for (const word of ['Проверить', 'Žluťoučký', '©']) expect(words).toContain(word);
    const [r, g] = (await look(out)).at(0.5, 0.5);
    expect(r).toBeGreaterThan(240);
    expect(g).toBeLessThan(230);
    expect(colourOf((await look(out)).at(0.4, 0.5))).toBe('red');
    expect(colourOf((await look(out)).at(0.555, 0.55))).toBe('white');
    expect(colourOf((await look(out)).at(0.2, 0.5))).toBe('green');
  });

  it('lists the pins on separate pages', async () => {
    const source = await folder.put('plan.pdf', makePdf([PLAIN]));
    const rows = Array.from({ length: 60 }, (_, i) => ({
      colour: RED,
      status: 'open' as const,
      cells: [`#${i + 1}`, i === 59 ? 'Последняя трещина' : 'Crack'],
    }));
    const columns = [
      { heading: 'Number', share: 0.2 },
      { heading: 'Title', share: 0.8 },
    ];
    const list = {
      title: 'Pins of A-101',
      facts: ['Tower'],
      columns,
      rows,
      footer: '{page} / {pages}',
      lacking: 'Letters are missing',
    };
    const out = await printed(source, { list });
    const document = await openPdf(out, 'pdfConversion');
    expect(document.pageCount).toBe(4);
    document.close();
    expect(await wordsOn(out, 2)).toMatch(/Pins of A-101.*Tower.*Number Title.*#1 Crack.*1 \/ 3/su);
    expect(await wordsOn(out, 4)).toMatch(/Number Title.*#60 Последняя трещина.*3 \/ 3/su);
  });

  it.each([
    ['漢字 Riss', '\uFFFD\uFFFD Riss', true],
    ['🏗 crane', '\uFFFD crane', true],
    ['Żółw — „ő“ № ệ Ω Ж', 'Żółw — „ő“ № ệ Ω Ж', false],
  ])('"%s" is written as %s, and missing letters are reported', async (title, written, reported) => {
    const source = await folder.put('plan.pdf', makePdf([PLAIN]));
    const rows = [{ colour: RED, status: 'open' as const, cells: ['#1', title] }];
    const columns = [
      { heading: 'Number', share: 0.2 },
      { heading: 'Title', share: 0.8 },
    ];
    const list = { title: 'Pins', facts: ['Tower'], columns, rows, footer: '{page}', lacking: 'Letters are missing' };
    const text = await wordsOn(await printed(source, { list }), 2);
    expect(text).toContain(written);
    expect(text.includes('Letters are missing')).toBe(reported);
  });

  it.each(['صدع في الجدار 12 (א)', 'שבר בקיר 12 —', 'Wall الجدار (2) Süd'])(
    '"%s" is drawn, and no letters are reported missing',
    async (title) => {
      const source = await folder.put('plan.pdf', makePdf([PLAIN]));
      const columns = [{ heading: 'Title', share: 1 }];
      const printedList = async (cell: string) => {
        const rows = [{ colour: RED, status: 'open' as const, cells: [cell] }];
        const list = { title: 'Pins', facts: [], columns, rows, footer: '{page}', lacking: 'Letters are missing' };
        return printed(source, { list });
      };
      const out = await printedList(title);
      const text = await wordsOn(out, 2);
      expect(text).not.toContain('Letters are missing');
      expect(text).not.toContain('\uFFFD');
      // Characters missing from those fonts are taken from the other one, not drawn as a box.
      for (const sign of ['(', '—']) expect(text.includes(sign)).toBe(title.includes(sign));
      // Digits and Latin words stay text; the others are outlines on the page.
      for (const word of title.match(/[\dA-Za-zü]+/gu) ?? []) expect(text).toContain(word);
      const latin = (title.match(/[\dA-Za-zü]+/gu) ?? []).join(' ');
      expect(await inkOn(out, 2)).toBeGreaterThan((await inkOn(await printedList(latin), 2)) + 40);
    },
  );

  it.each([
    ['', 5],
    ['one', 2],
    ['one two three four five', 8],
    ['  spaces   between  and around ', 6],
    ['averyveryverylongwordthatfitsnowhere and more', 7],
    ['🏗🏗🏗🏗🏗🏗 crane', 3],
    ['Donaudampfschifffahrt', 30],
  ])('breaks "%s" into lines of width %i without losing text', (words, width) => {
    const widthOf = (text: string) => [...text].length;
    const lines = linesOf(words, width, 1_000, widthOf);
    expect(lines.join('').replaceAll(/\s/gu, '')).toBe(words.replaceAll(/\s/gu, ''));
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    const few = linesOf(words, width, 2, widthOf);
    expect(few.length).toBeLessThanOrEqual(2);
    expect(few.at(-1)?.endsWith('…') ?? false).toBe(lines.length > 2);
    for (const line of few) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});

const POPPLER = '/usr/bin/pdftoppm';
const SAMPLES = join(import.meta.dirname, '../../../../../../../shared/samples');
const REAL = ['plans-sheetset-pdf/A-101_First-Floor.pdf', 'plans-pdf/1810spark-siteplan_rot90_with-annotations.pdf'];

describe('in another reader', () => {
  it.skipIf(!existsSync(POPPLER) || !existsSync(SAMPLES)).each(REAL)(
    'real sheets look unchanged except for the pins: %s (needs poppler and the sample sheets)',
    async (name) => {
      const source = join(SAMPLES, name);
      const out = await printed(source, { pins: [pin(0.31, 0.42)] });
      const shown = async (path: string) => {
        const png = join(await folder.fresh(), 'page');
        await promisify(execFile)(POPPLER, ['-r', '24', '-f', '1', '-l', '1', '-png', '-singlefile', path, png]);
        return decodeImage(`${png}.png`);
      };
      const [before, after] = [await shown(source), await shown(out)];
      expect([after.width, after.height]).toEqual([before.width, before.height]);
      expect(after.at(0.31, 0.42 - 0.003)).not.toEqual(before.at(0.31, 0.42 - 0.003));
      let other = 0;
      for (let x = 0; x < after.width; x++)
        for (let y = 0; y < after.height; y++) {
          const [px, py] = [(x + 0.5) / after.width, (y + 0.5) / after.height];
          if (Math.abs(px - 0.31) < 0.03 && Math.abs(py - 0.42) < 0.05) continue;
          if (after.at(px, py).some((part, i) => Math.abs(part - (before.at(px, py)[i] ?? 0)) > 64)) other++;
        }
      expect(other / (after.width * after.height)).toBeLessThan(0.001);
    },
    60_000,
  );
});
