// What the options of a report change in its PDF: cover, contents, plans, groups, paper and the way dates are written.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_REPORT_OPTIONS, type ReportOptions } from '@plumbline/core/features/reports/options';
import type { ReportData, ReportPin } from '@plumbline/core/features/reports/report-data';
import { afterAll, expect, test } from 'vitest';
import { openPage, openPdf } from '../../../rendering/engines/pdf/document.ts';
import { wordsOf } from '../../../rendering/engines/pdf/page-words.ts';
import { wordsIn } from '../content/report-texts.ts';
import type { PictureRequest } from '../filling/pictures/print-requested.ts';
import { reportFormats } from '../filling/tags/formats.ts';
import { fullReport, picture, pin, reportOf, task } from '../fixtures/report.ts';
import { type BuiltInTemplate, builtInLayout } from '../templates/ready-made.ts';
import { writePdf } from './write-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-report-options-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Written = {
  /** The words of each page, in the order in which they were written. */
  pages: string[];
  size: { width: number; height: number };
  requested: PictureRequest[];
  /** Where the first word of the title is on the first page, from 0 at the top to 1. */
  titleAt: number;
};

async function written(name: BuiltInTemplate, data: ReportData, over: Partial<ReportOptions>): Promise<Written> {
  const options = { ...DEFAULT_REPORT_OPTIONS, ...over };
  const t = wordsIn('en', options.region);
  const layout = builtInLayout(name, t, options);
  if (!layout) throw new Error(`${name} is a workbook`);
  const path = join(folder, `${crypto.randomUUID()}.pdf`);
  const requested: PictureRequest[] = [];
  await writePdf(layout, data, path, {
    formats: reportFormats(t, 'Europe/Vienna'),
    locale: t.locale,
    async pictureBytes(request) {
      requested.push(request);
      return undefined;
    },
  });
  const document = await openPdf(path, 'inspecting');
  const pages = Array.from({ length: document.pageCount }, (_, at) => {
    const page = openPage(document, at + 1, 'inspecting');
    const words = wordsOf(page);
    const titleAt = words.find(({ text }) => text === 'Walk,')?.y ?? 0;
    const size = { width: Math.round(page.widthPt), height: Math.round(page.heightPt) };
    page.close();
    return { text: words.map(({ text }) => text).join(' '), size, titleAt };
  });
  document.close();
  const { size, titleAt } = pages[0] ?? { size: { width: 0, height: 0 }, titleAt: 0 };
  return { pages: pages.map(({ text }) => text), size, titleAt, requested };
}

const overview = { ...picture('overview:1'), aspect: 1.5 };
const located = (number: number, over: Partial<ReportPin> = {}): ReportPin =>
  pin({
    number,
    title: `Crack ${number}x`,
    plan: { id: 'cellar', title: 'Cellar', revision: 'B', sheet: '', code: '', overview },
    ...over,
  });

test('a cover has the pictures of the project and neither header nor footer', async () => {
  const project = { ...fullReport().project, picture: picture('front') };
  const { pages, requested } = await written('siteReport', { ...fullReport(), project }, { extra: ['cover'] });
  expect(pages[0]).toContain('Walk, week 10');
  expect(pages[0]).not.toContain('Page 1');
  expect(pages[1]).toContain('Page 2');
  expect(pages.filter((text) => text.includes('Site report'))).toHaveLength(1);
  expect(requested.find(({ picture: { id } }) => id === 'front')?.kind).toBe('cover');
});

test.each(['siteReport', 'defectList', 'taskList', 'photoPages', 'statistics', 'siteDiary', 'pinSheets'] as const)(
  '%s ends with the signatures',
  async (name) => {
    const { pages } = await written(name, fullReport(), {});
    const last = pages.at(-1) ?? '';
    expect(last).toMatch(/Signatures.*Place, date.*Signature.*Site manager.*Anna Berg.*Contractor/su);
    // The lines that these templates have without chosen signers.
    expect(pages.join(' ')).not.toContain('signature of company');
    const unsigned = await written(name, { ...fullReport(), signatures: [] }, {});
    expect(unsigned.pages.join(' ')).not.toContain('Signatures');
    expect(unsigned.pages.join(' ').includes('signature of company')).toBe(
      name === 'siteDiary' || name === 'pinSheets',
    );
  },
);

test('the title of a cover is at the same height without a picture', async () => {
  const heightOf = async (data: ReportData) => (await written('siteReport', data, { extra: ['cover'] })).titleAt;
  const project = { ...fullReport().project, picture: picture('front') };
  const height = await heightOf({ ...fullReport(), project });
  expect(height).toBeGreaterThan(0.4);
  expect(await heightOf(fullReport())).toBeCloseTo(height, 1);
});

test.each(['siteReport', 'defectList'] as const)(
  'the cover of %s is one page, also with a long title',
  async (name) => {
    const data = fullReport();
    const report = { ...data.report, title: `Walk, ${'defects found during the acceptance '.repeat(3)}` };
    for (const front of [null, picture('front')]) {
      const project = { ...data.project, picture: front };
      const { pages } = await written(name, { ...data, report, project }, { extra: ['cover'] });
      expect(pages[1]).toContain('Overdue');
    }
  },
);

test.each([
  ['below the head of the report', ['contents']],
  ['after its cover', ['cover', 'contents']],
] as const)('the table of contents %s lists each pin with its page, even over several pages', async (_where, extra) => {
  const pins = Array.from({ length: 120 }, (_, at) => located(at + 1, { notes: 'A line.\n'.repeat(at % 9) }));
  const { pages } = await written('siteReport', reportOf(pins), { extra: [...extra] });
  const first = pages.findIndex((text) => text.includes('Category Defect'));
  const contents = pages.slice(0, first).join(' ');
  expect(first).toBeGreaterThan(2);
  for (const { number } of pins) {
    const page = Number(new RegExp(`Crack ${number}x (\\d+)`, 'u').exec(contents)?.[1]);
    expect(page, `pin ${number}`).toBeGreaterThan(first);
    expect(pages[page - 1], `pin ${number}`).toContain(`Crack ${number}x`);
  }
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

test('each plan is shown once, in its own shape, with the number of its pins', async () => {
  const { pages, requested } = await written('siteReport', reportOf([located(1), located(2)]), {
    extra: ['overviews'],
  });
  const plans = requested.filter(({ kind }) => kind === 'overview');
  expect(plans).toHaveLength(1);
  const { width = 0, height = 0 } = plans[0]?.box ?? {};
  expect(width / height).toBeCloseTo(1.5, 2);
  expect(pages.join(' ')).toContain('Pins: 2');
});

test('pins grouped by company show only its tasks, and pins without a company come last', async () => {
  const of = (company: string, number: number) => task({ number, title: `Job ${number}x`, company });
  const data = reportOf([
    located(1, { tasks: [of('Nord', 11), of('Abel', 12)] }),
    located(2),
    located(3, { tasks: [of('Nord', 31)] }),
  ]);
  const { pages } = await written('siteReport', data, { group: 'company', without: ['figures', 'planCrop'] });
  const shown = pages.join(' ').match(/Crack \dx|Job \d+x|Abel(?= #)|Nord(?= #)|No company/gu);
  expect(shown?.join(', ')).toBe(
    'Abel, Crack 1x, Job 12x, Nord, Crack 1x, Job 11x, Crack 3x, Job 31x, No company, Crack 2x',
  );
});

test('pins are grouped by status, open ones first', async () => {
  const data = reportOf([located(1, { status: 'closed' }), located(2), located(3, { status: 'closed' })]);
  const { pages } = await written('siteReport', data, { group: 'status' });
  expect(pages.join(' ').match(/Crack \dx/gu)).toEqual(['Crack 2x', 'Crack 1x', 'Crack 3x']);
});

test('a defect list is divided by plan, each part with the header of its columns', async () => {
  const plan = { id: 'attic', title: 'Attic', revision: '', sheet: '', code: '', overview: null };
  const { pages } = await written('defectList', reportOf([located(1), located(2, { plan })]), { group: 'plan' });
  expect(pages.join(' ')).toMatch(/Attic No\. .*Crack 2x.*Cellar No\. .*Crack 1x/su);
});

test.each([
  ['page1', 1],
  ['page2', 2],
  ['page4', 4],
  ['page6', 6],
  ['page9', 9],
] as const)('with the photo size %s, a page has %i photos', async (photos, count) => {
  const nine = (from: number) => Array.from({ length: 9 }, (_, at) => picture(`photo-${from + at}`));
  const pins = [located(1, { photos: nine(1), notes: 'A line.' }), located(2, { photos: nine(10) })];
  const { pages } = await written('photoPages', reportOf(pins), { photos });
  const days = pages.map((text) => text.match(/01\/03\/2026/gu)?.length ?? 0).filter((found) => found > 0);
  expect(Math.max(...days)).toBe(count);
  // Only the last photos of a pin leave room on their page.
  expect(days.length).toBeLessThanOrEqual(2 * Math.ceil(9 / count));
  expect(days.reduce((sum, found) => sum + found)).toBe(18);
});

test('tasks are counted by company and trade', async () => {
  const { pages } = await written('siteReport', fullReport(), { extra: ['companies'] });
  expect(pages.join(' ')).toMatch(/By company.*Maler Öz GmbH.*By trade.*Painter/u);
});

test.each([
  ['a4', 'siteReport', 595, 842],
  ['a3', 'siteReport', 842, 1191],
  ['letter', 'siteReport', 612, 792],
  ['letter', 'defectList', 792, 612],
] as const)('on %s paper, the %s has its size', async (paper, name, width, height) => {
  expect((await written(name, fullReport(), { paper })).size).toEqual({ width, height });
});

test.each([
  ['', '02/03/2026'],
  ['en-US', '03/02/2026'],
  ['de-AT', '02/03/2026'],
])('dates are written as in the region %s', async (region, day) => {
  expect((await written('siteReport', reportOf([pin()]), { region })).pages[0]).toContain(day);
});
