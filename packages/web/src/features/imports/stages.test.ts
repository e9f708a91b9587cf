// Import texts name the content by kind: pages of a PDF, storeys of a model, an image; missing fonts are reported.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { choiceWords, importProblems, importWarnings, importWords, pageName } from './stages.ts';

const t = createTranslator('en', english);
const page = (number: number, more: Partial<ImportPage> = {}): ImportPage => ({
  page: number,
  title: `Storey ${number}`,
  sheetNumber: '',
  widthPt: 842,
  heightPt: 595,
  turn: 0,
  chosen: true,
  state: 'running',
  stage: 'pdfConversion',
  percent: 20,
  problem: null,
  titleBlock: null,
  recognition: null,
  typefacesLeftOut: [],
  inSet: false,
  planId: null,
  revisionId: null,
  ...more,
});
const of = (name: string, more: Partial<PlanImport> = {}): PlanImport => ({
  id: 'one',
  name,
  fileSize: 1,
  state: 'running',
  stage: 'pdfConversion',
  percent: 20,
  problem: null,
  problemLine: null,
  pages: [page(1), page(2)],
  parentId: null,
  planId: null,
  version: '',
  createdBy: 'somebody',
  createdAt: '2026-01-01T08:00:00.000Z',
  updatedAt: '2026-01-01T08:00:00.000Z',
  ...more,
});

test('the conversion is named after the kind of file', () => {
  expect(importWords(t, of('set.pdf'))).toBe('PDF conversion, 20% · 0 of 2 pages ready');
  expect(importWords(t, of('house.ifc'))).toBe('Conversion, 20% · 0 of 2 storeys ready');
  expect(importWords(t, of('scan.jpg', { pages: [page(1)] }))).toBe('Conversion, 20%');
});

test('the items to choose from are counted with the word for their kind', () => {
  expect(choiceWords(t, [of('set.pdf'), of('other.pdf')])).toBe('4 pages to choose from');
  expect(choiceWords(t, [of('house.ifc')])).toBe('2 storeys to choose from');
  expect(choiceWords(t, [of('set.pdf'), of('house.ifc')])).toBe('2 pages to choose from · 2 storeys to choose from');
  expect([pageName(t, of('set.pdf'), page(2)), pageName(t, of('house.ifc'), page(2))]).toEqual(['Page 2', 'Storey 2']);
});

test('missing fonts are reported with their page number, or without one for a single page', () => {
  const missing = page(2, { typefacesLeftOut: ['HeiseiMin-W3', 'STSong-Light'] });
  const several = importWarnings(t, of('set.pdf', { pages: [page(1), missing] }));
  expect(several).toHaveLength(1);
  expect(several[0]).toMatch(/^Page 2: .*\(HeiseiMin-W3, STSong-Light\).*embedded fonts/u);
  expect(importWarnings(t, of('set.pdf', { pages: [missing] }))[0]).not.toMatch(/^Page/u);
  expect(importWarnings(t, of('set.pdf'))).toEqual([]);
});

test('a file with one failed page shows how many plans are ready, and which page failed', () => {
  const pages = [page(1, { state: 'finished' }), page(2, { state: 'failed', problem: 'page_too_large' })];
  const one = of('set.pdf', { state: 'failed', pages });
  expect(importWords(t, one)).toBe('1 of 2 pages ready');
  expect(importProblems(t, one)).toEqual(['Page 2: The page is too large. Check its page size.']);
  expect(importWords(t, of('house.ifc', { state: 'failed', pages }))).toBe('1 of 2 storeys ready');
});

test('a file that could not be read is shown as failed at reading, not at uploading', () => {
  const unread: Partial<PlanImport> = { state: 'failed', stage: 'uploadingOriginal', pages: [] };
  const words = (name: string, more: Partial<PlanImport>) => importWords(t, of(name, { ...unread, ...more }));
  expect(words('set.pdf', { problem: 'pdf_damaged' })).toMatch(/at the stage Reading the file\. This file can't/u);
  expect(words('house.ifc', { problem: 'internal' })).toMatch(/at the stage Reading the file\. Please try again/u);
  const tiled = page(1, { state: 'failed', stage: 'tiling', problem: 'timeout' });
  expect(words('set.pdf', { stage: 'tiling', pages: [tiled] })).toContain('at the stage Tiling');
});

test('a model that takes too much time or memory gets its own message, not that for a page', () => {
  const reason = (name: string, problem: PlanImport['problem']) =>
    importProblems(t, of(name, { state: 'failed', pages: [], problem }))[0];
  for (const problem of ['timeout', 'memory_limit'] as const) {
    expect(reason('house.ifc', problem)).toBe(
      'The model is too large or too complex. Split it by storey or discipline and import the parts.',
    );
    expect(reason('set.pdf', problem)).toContain('page');
  }
});

test('each reason says once what to do, and lists the accepted types', () => {
  const reason = (problem: PlanImport['problem']) =>
    importProblems(t, of('set.pdf', { state: 'failed', pages: [], problem }));
  expect(reason('no_pages')).toEqual(['The PDF has no pages. Export it again and retry.']);
  expect(reason('unsupported_type')[0]).toMatch(/\(PDF, JPG, .*TIFF.*IFC\)/u);
});
