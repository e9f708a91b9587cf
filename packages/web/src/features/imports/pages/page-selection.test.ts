import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { expect, test } from 'vitest';
import {
  chooseBetween,
  choosePages,
  chosenPages,
  dateOf,
  dateOrderIn,
  isPicture,
  parseRange,
  withChoice,
  writeRange,
} from './page-selection.ts';

const page = (number: number): ImportPage => ({
  page: number,
  title: `Sheet ${number}`,
  sheetNumber: `A-${number}`,
  titleBlock: null,
  recognition: null,
  widthPt: 842,
  heightPt: 595,
  turn: 0,
  chosen: false,
  state: 'waiting',
  stage: 'pdfConversion',
  percent: 0,
  problem: null,
  typefacesLeftOut: [],
  inSet: false,
  planId: null,
  revisionId: null,
});
const PAGES = Array.from({ length: 10 }, (_, i) => page(i + 1));
const NONE = new Map();

test.each([
  ['3', [3]],
  ['1–3', [1, 2, 3]],
  ['1-2, 8', [1, 2, 8]],
  [' 2 - 4 ; 9 ', [2, 3, 4, 9]],
  ['8-', [8, 9, 10]],
  ['9-99', [9, 10]],
])('the text %s selects the pages %s', (text, pages) => {
  expect([...(parseRange(text, 10) ?? [])]).toEqual(pages);
});

test.each(['', 'a', '5-2', '0', '1,,x', '-3', '40'])('the text "%s" names no pages', (text) => {
  expect(parseRange(text, 10)).toBeUndefined();
});

test('every page is selected with its proposed title unless the user changes it', () => {
  expect(chosenPages(NONE, PAGES)).toHaveLength(10);
  expect(chosenPages(NONE, PAGES)[0]).toEqual({ page: 1, title: 'Sheet 1', sheetNumber: 'A-1', turn: 0, date: null });
});

test('a changed title survives deselecting and reselecting the page', () => {
  const [first] = PAGES;
  if (!first) throw new Error('no pages');
  let choices = withChoice(NONE, first, { title: ' Cellar ' });
  choices = choosePages(choices, PAGES, () => false);
  expect(chosenPages(choices, PAGES)).toEqual([]);
  choices = choosePages(choices, PAGES, (number) => number === 1);
  expect(chosenPages(choices, PAGES)).toEqual([{ page: 1, title: 'Cellar', sheetNumber: 'A-1', turn: 0, date: null }]);
});

test('a page keeps its proposed rotation until the user rotates it', () => {
  const lying = { ...page(1), turn: 90 } as const;
  expect(chosenPages(NONE, [lying])).toMatchObject([{ turn: 90 }]);
  expect(chosenPages(withChoice(NONE, lying, { turn: 180 }), [lying])).toMatchObject([{ turn: 180 }]);
});

test('a page has the date that its title block states, until the user changes or removes it', () => {
  const dated = (number: number, date: string): ImportPage => ({
    ...page(number),
    titleBlock: { titleBlockId: 'block', sheetNumber: '', title: '', version: '', date },
  });
  const first = dated(1, '03/04/2026');
  const importOf = (...pages: ImportPage[]) => ({ pages }) as PlanImport;
  expect(dateOf(first, {}, dateOrderIn([importOf(first)], 'en-US'))).toBe('2026-03-04');
  expect(dateOf(first, {}, dateOrderIn([importOf(first)], 'en-GB'))).toBe('2026-04-03');
  expect(dateOf(first, {}, dateOrderIn([importOf(first), importOf(dated(1, '12/31/2026'))], 'en-GB'))).toBe(
    '2026-03-04',
  );
  expect(dateOf(page(1), {}, 'dmy')).toBeNull();
  expect(dateOf(first, { date: null }, 'dmy')).toBeNull();
  expect(chosenPages(withChoice(NONE, first, { date: '2026-05-01' }), [first])).toMatchObject([{ date: '2026-05-01' }]);
});

test('a range of pages is selected or deselected in both directions', () => {
  const none = choosePages(NONE, PAGES, () => false);
  const run = chooseBetween(none, PAGES, 7, 4, true);
  expect(writeRange(run, PAGES)).toBe('4–7');
  expect(writeRange(chooseBetween(run, PAGES, 5, 6, false), PAGES)).toBe('4, 7');
});

test('a written range parses back to the same pages', () => {
  const choices = choosePages(NONE, PAGES, (number) => [1, 2, 3, 6, 9, 10].includes(number));
  const text = writeRange(choices, PAGES);
  expect(text).toBe('1–3, 6, 9–10');
  expect([...(parseRange(text, 10) ?? [])]).toEqual([1, 2, 3, 6, 9, 10]);
});

test('images are recognised by file name', () => {
  expect(['a.JPG', 'b.jpeg', 'c.png', 'd.webp', 'e.pdf', 'jpg'].map((name) => isPicture({ name }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
