// The PDF of a built-in template: where its pages break, what they repeat, and what is embedded.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@plumbline/core/features/reports/options';
import type { ReportData, ReportPin } from '@plumbline/core/features/reports/report-data';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openPage, openPdf } from '../../../rendering/engines/pdf/document.ts';
import { wordsOf } from '../../../rendering/engines/pdf/page-words.ts';
import { wordsIn } from '../content/report-texts.ts';
import { Filling } from '../filling/filling.ts';
import type { Printed } from '../filling/pictures/print-picture.ts';
import { formatsIn, fullReport, picture, pin, reportOf, task } from '../fixtures/report.ts';
import { keptPicture } from '../report-folder.ts';
import { MARGIN } from '../templates/layouts/document.ts';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate, builtInLayout } from '../templates/ready-made.ts';
import { filledBlocks } from './fill-layout.ts';
import { Fonts } from './fonts.ts';
import { points } from './lines.ts';
import { pagesOf } from './pages.ts';
import { writePdf } from './write-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-pdf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function layoutOf(name: BuiltInTemplate, language = 'en', options: Partial<ReportOptions> = {}) {
  const layout = builtInLayout(name, wordsIn(language), { ...DEFAULT_REPORT_OPTIONS, ...options });
  if (!layout) throw new Error(`${name} is a workbook`);
  return layout;
}

const fonts = new Fonts(new PDFDocument({ autoFirstPage: false }));

/** What the pages show: the texts from top to bottom, and `[photo]` and the like for pictures. */
function pagesShown(
  name: BuiltInTemplate,
  data: ReportData,
  language = 'en',
  options: Partial<ReportOptions> = {},
): string[][] {
  const filling = new Filling(data, formatsIn(language), async () => {});
  const layout = layoutOf(name, language, options);
  return [...pagesOf(filledBlocks(layout.body, filling), layout, { fonts })].map(({ drawings }) =>
    drawings.flatMap((drawing) => {
      if (drawing.kind !== 'line') return [];
      const shown = drawing.line.items.map((item) => (item.kind === 'text' ? item.text : `[${item.request.kind}]`));
      return [shown.join('')];
    }),
  );
}

const photographed = (number: number, count: number, over: Partial<ReportPin> = {}): ReportPin =>
  pin({
    number,
    title: `Pin ${number}`,
    planCrop: picture(`plan:${number}`),
    photos: Array.from({ length: count }, (_, at) => picture(`${number}-${at}`)),
    ...over,
  });

const heading = (number: number) => `[pin-mark]  #${number}  Pin ${number}`;

test('a pin that continues on the next page is named there again, above its photos', () => {
  const pages = pagesShown('siteReport', reportOf([photographed(1, 30), photographed(2, 1)]));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages.slice(1)) {
    const first = page.find((line) => line.includes('[photo]') || line.startsWith('[pin-mark]'));
    expect(first).toMatch(/^\[pin-mark\]/u);
  }
  const photos = pages.flat().filter((line) => line === '[photo]');
  expect(photos).toHaveLength(31);
});

test.each([
  ['a photo', ''],
  ['a text longer than a page', 'A line.\n'.repeat(120)],
])('a heading is never the last thing on a page, above %s', (_above, notes) => {
  // Texts of growing length move the following pins over the end of the page.
  for (let lines = 0; lines < 40; lines += 1) {
    const first = photographed(1, 1, { notes: 'A line.\n'.repeat(lines) });
    const data = reportOf([first, photographed(2, 1, { notes, room: 'Kitchen' }), photographed(3, 1)]);
    for (const name of ['siteReport', 'siteDiary', 'photoPages'] as const)
      for (const page of pagesShown(name, data, 'en', { group: 'room' }))
        expect(page.at(-1), `${name} ${lines}`).not.toMatch(/^(?:\[pin-mark\]|Open|Kitchen$|No room)/u);
  }
});

test('a list without tasks and a documentation without photos say so', () => {
  expect(pagesShown('taskList', reportOf([pin()])).flat()).toContain('No tasks');
  expect(pagesShown('taskList', reportOf([pin({ tasks: [task()] })])).flat()).not.toContain('No tasks');
  expect(pagesShown('photoPages', reportOf([pin()])).flat()).toContain('Photos: 0');
  expect(pagesShown('photoPages', reportOf([photographed(1, 3)])).flat()).toContain('Photos: 3');
});

test('the heading of a company counts the tasks below it, including closed ones', () => {
  const tasks = [task({ status: 'closed' }), task({ number: 8, status: 'overdue' })];
  expect(pagesShown('taskList', reportOf([pin({ tasks })])).flat()).toContain('Tasks: 2  ·  Overdue: 1');
});

test('a sheet per pin is one page, also with 12 photos and two tasks', () => {
  const tasks = [task(), task({ number: 8 })];
  const pages = pagesShown('pinSheets', reportOf([1, 2, 3].map((number) => photographed(number, 12, { tasks }))));
  expect(pages.map((page) => page.filter((line) => line.startsWith('[pin-mark]')))).toEqual([
    [heading(1)],
    [heading(2)],
    [heading(3)],
  ]);
});

test('a sheet per pin is one page with 12 photos, a task, a long title and two who sign it', () => {
  const title = 'Crack in the plaster above the door to the staircase, building B, axis 4/D';
  const one = photographed(1, 12, { title, tasks: [task()] });
  expect(pagesShown('pinSheets', reportOf([one], { signatures: fullReport().signatures }))).toHaveLength(1);
});

test('text longer than a page is split between lines, and none of it is lost', () => {
  const notes = Array.from({ length: 150 }, (_, at) => `Line ${at}`).join('\n');
  for (const name of ['siteReport', 'defectList', 'pinSheets'] as const) {
    const all = pagesShown(name, reportOf([photographed(1, 2, { notes })])).flat();
    for (let at = 0; at < 150; at += 1)
      expect(
        all.filter((line) => line === `Line ${at}`),
        `${name} ${at}`,
      ).toHaveLength(1);
  }
});

test('the header of a list is repeated on each of its pages', () => {
  const pages = pagesShown('defectList', reportOf(Array.from({ length: 12 }, (_, at) => photographed(at + 1, 1))));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toContain('Defect');
});

test('text is written in the language of the report', () => {
  expect(pagesShown('siteReport', fullReport(), 'ru').flat()).toContain('Отчёт о стройке');
  expect(pagesShown('siteReport', fullReport(), 'tr').flat()).toContain('#7  Close the joint');
});

test('sections that are left out do not appear', () => {
  const full = pagesShown('siteReport', fullReport()).flat();
  const without = ['figures', 'planCrop', 'tasks', 'comments'] as const;
  const bare = pagesShown('siteReport', fullReport(), 'en', { without: [...without], photos: 'none' }).flat();
  for (const word of ['[plan]', '[photo]', '#7  Close the joint', 'By Friday, please.', 'Rejected']) {
    expect(full, word).toContain(word);
    expect(bare, word).not.toContain(word);
  }
  expect(bare).toContain('[pin-mark]  #1  Crack in the plaster');
});

test('pins are grouped by plan or category, each group under its heading', () => {
  const data = reportOf([photographed(1, 0, { plan: null }), photographed(2, 0), photographed(3, 0)]);
  const shown = (group: ReportOptions['group']) =>
    pagesShown('siteReport', data, 'en', { group })
      .flat()
      .filter((line) => line.startsWith('[pin-mark]') || ['Ground floor', 'No plan', 'Defect'].includes(line));
  expect(shown('none')).toEqual([heading(1), heading(2), heading(3)]);
  expect(shown('plan')).toEqual(['Ground floor', heading(2), heading(3), 'No plan', heading(1)]);
  expect(shown('category')).toEqual(['Defect', heading(1), heading(2), heading(3)]);
});

test.each([
  ['large', 2],
  ['medium', 3],
  ['small', 4],
] as const)('%s photos are %i in a row', (photos, columns) => {
  const fonts = new Fonts(new PDFDocument({ autoFirstPage: false }));
  const filling = new Filling(reportOf([photographed(1, 4)]), formatsIn('en'), async () => {});
  const layout = layoutOf('siteReport', 'en', { photos });
  const [page] = pagesOf(filledBlocks(layout.body, filling), layout, { fonts });
  const tops = page?.drawings.flatMap((drawing) =>
    drawing.kind === 'line' &&
    drawing.line.items.some((item) => item.kind === 'picture' && item.request.kind === 'photo')
      ? [drawing.y]
      : [],
  );
  expect(tops?.filter((y) => y === tops[0])).toHaveLength(columns);
});

const photo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();

async function written(name: BuiltInTemplate, data: ReportData, over: Partial<Parameters<typeof writePdf>[3]> = {}) {
  const path = join(folder, `${name}.pdf`);
  const bytes = await photo();
  await writePdf(layoutOf(name), data, path, {
    formats: formatsIn('en'),
    locale: 'en-GB',
    pictureBytes: async () => bytes,
    ...over,
  });
  return readFileSync(path);
}

const countOf = (file: Buffer, what: RegExp) => file.toString('latin1').match(what)?.length ?? 0;

test.each(BUILT_IN_TEMPLATES.filter((name) => builtInLayout(name, wordsIn('en'))))('%s is written', async (name) => {
  const file = await written(name, fullReport());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(countOf(file, /\/Type \/Page\n/gu)).toBe(pagesShown(name, fullReport()).length);
});

test('each picture is embedded once, and photos with the bytes that were printed', async () => {
  const same = picture('same');
  const printed = await photo();
  const file = await written(
    'photoPages',
    reportOf([pin({ photos: [same, same] }), pin({ number: 2, photos: [same] })]),
    {
      kept: async () => ({ bytes: printed, width: 300, height: 200 }),
    },
  );
  expect(countOf(file, /\/Filter \/DCTDecode/gu)).toBe(2);
  expect(file.includes(printed)).toBe(true);
});

test('Arabic, Hebrew and characters missing from all fonts are written', async () => {
  const data = reportOf([pin({ title: 'شرخ في الجدار 12', notes: 'שבר בקיר 🏗 漢字' })]);
  const file = await written('siteReport', data);
  for (const font of [/NotoNaskhArabic/gu, /NotoSansHebrew/gu, /NotoEmoji/gu])
    expect(countOf(file, font)).toBeGreaterThan(0);
});

test.each([
  ['Hebrew', ['קיר', 'סדוק', 'במטבח', 'הגדול']],
  ['Arabic', ['جدار', 'المطبخ', 'رطب', 'جدا']],
])('%s words follow each other from right to left, with a space between them', async (_script, words) => {
  await written('siteReport', reportOf([pin({ notes: words.join(' ') })]));
  const document = await openPdf(join(folder, 'siteReport.pdf'), 'inspecting');
  const page = openPage(document, 1, 'inspecting');
  const seen = wordsOf(page);
  page.close();
  document.close();
  const fromLeft = seen.filter(({ text }) => words.includes(text)).toSorted((a, b) => a.x - b.x);
  expect(fromLeft.map(({ text }) => text)).toEqual(words.toReversed());
});

test('names in several scripts keep their order, and their separators contain no stray characters', async () => {
  const names = ['Alpha', 'קיר', 'תקרה', 'Omega'];
  await written('siteReport', reportOf([pin({ tags: names })]));
  const document = await openPdf(join(folder, 'siteReport.pdf'), 'inspecting');
  const page = openPage(document, 1, 'inspecting');
  const seen = wordsOf(page);
  page.close();
  document.close();
  const line = seen.find(({ text }) => text.includes('Alpha'))?.y ?? 0;
  const onLine = seen.filter(({ y }) => Math.abs(y - line) < 0.003).toSorted((a, b) => a.x - b.x);
  const texts = onLine.map(({ text }) => text.replace(/,$/u, ''));
  expect(texts.filter((text) => names.includes(text))).toEqual(names);
  expect(texts.join('')).not.toMatch(/[\u2068\u2069\ufffd]/u);
});

test.each(['شرخ في الجدار', 'שבר בקיר', 'Crack'])('a space separates the title %s from its mark', async (title) => {
  await written('siteReport', reportOf([pin({ number: null, title })]));
  const document = await openPdf(join(folder, 'siteReport.pdf'), 'inspecting');
  const page = openPage(document, 1, 'inspecting');
  const words = wordsOf(page);
  page.close();
  document.close();
  const left = Math.min(...words.filter(({ text }) => title.includes(text)).map(({ x }) => x));
  const mark = points(MARGIN.side + 1.5) + points(11 / 2) * (24 / 30);
  expect(left * page.widthPt - mark).toBeGreaterThan(4);
});

test('progress rises to 1', async () => {
  const reported: number[] = [];
  await written('siteReport', reportOf([1, 2, 3, 4].map((number) => photographed(number, 4))), {
    onProgress: (share) => void reported.push(share),
  });
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  expect(reported.at(-1)).toBe(1);
});

test('a cancelled report stops before its next page', async () => {
  const off = new AbortController();
  let requested = 0;
  const writing = written('siteReport', reportOf(Array.from({ length: 20 }, (_, at) => photographed(at + 1, 3))), {
    signal: off.signal,
    async pictureBytes() {
      requested += 1;
      off.abort(new Error('cancelled'));
      return undefined;
    },
  });
  await expect(writing).rejects.toThrow('cancelled');
  expect(requested).toBeLessThan(12);
});

test('a retry reuses the pictures of an interrupted attempt', async () => {
  const data = reportOf(Array.from({ length: 4 }, (_, at) => photographed(at + 1, 3)));
  const bytes = await photo();
  const kept = (name: string, print: () => Promise<Printed>) => keptPicture(folder, name, print);
  let requested: string[] = [];
  const attempt = (fails: boolean) =>
    written('pinSheets', data, {
      kept,
      async pictureBytes({ picture: { id } }) {
        if (fails && id.startsWith('3-')) throw new Error('the worker was killed');
        requested.push(id);
        return bytes;
      },
    });
  await expect(attempt(true)).rejects.toThrow('worker was killed');
  requested = [];
  await attempt(false);
  expect(requested.some((id) => id.startsWith('1-') || id.startsWith('2-'))).toBe(false);
  expect(requested).toEqual(expect.arrayContaining(['3-0', '4-2']));
});
