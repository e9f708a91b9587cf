// Pages become what they were matched with, until the user decides otherwise; what is not clear stays undecided.
import type { ImportPage } from '@plumbline/core/features/imports/contract';
import type { PageMatch } from '@plumbline/core/features/imports/set-contract';
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { expect, test } from 'vitest';
import { choiceOf, proposed } from '../pages/page-selection.ts';
import {
  decide,
  decisionsOf,
  leftOut,
  type Matching,
  pageKey,
  plansByNumber,
  repeatedNumbers,
  uncompared,
  withoutUnchanged,
} from './page-decision.ts';

const page = (number: number, sheetNumber = `A-10${number}`): ImportPage => ({
  ...{ page: number, title: 'Floor', sheetNumber, widthPt: 100, heightPt: 70, turn: 0, chosen: false, percent: 0 },
  ...{
    state: 'waiting',
    stage: 'pdfConversion',
    problem: null,
    typefacesLeftOut: [],
    inSet: false,
    titleBlock: null,
    recognition: null,
    planId: null,
    revisionId: null,
  },
});
const match = (number: number, kind: PageMatch['kind'], planId: string | null): [string, PageMatch] => [
  pageKey('file', number),
  { importId: 'file', page: number, kind, planId, sameSize: true, pending: number === 4, importing: false },
];
const plan = (id: string, sheetNumber: string) => ({ id, sheetNumber, name: id }) as PlanRow;
const MATCHING: Matching = {
  byPage: new Map([
    match(1, 'revised', 'one'),
    match(2, 'uncertain', 'two'),
    match(3, 'unchanged', 'three'),
    match(4, 'new', null),
  ]),
  byNumber: plansByNumber([plan('one', 'A-101'), plan('five', 'A-105'), plan('six', 'A.106'), plan('again', 'A106')]),
};
const decided = (number: number, change: object = {}) =>
  decide(MATCHING, 'file', page(number), { ...proposed(page(number)), ...change });

test.each([
  ['a match is taken', decided(1), 'revised', 'one'],
  ['an uncertain page is not decided', decided(2), 'uncertain', undefined],
  ['a new page is a new plan', decided(4), 'new', null],
  ['a page without a match is a new plan', decided(9), 'new', null],
  ['the user decides', decided(2, { becomes: 'two' }), 'revised', 'two'],
  ['the user makes it a new plan', decided(1, { becomes: null }), 'new', null],
  ['a corrected number finds its plan', decided(4, { sheetNumber: 'a105' }), 'revised', 'five'],
  ['a corrected number of two plans is uncertain', decided(4, { sheetNumber: 'A-106' }), 'uncertain', undefined],
  ['a corrected number of no plan is new', decided(1, { sheetNumber: 'A-999' }), 'new', null],
])('%s', (_what, decision, kind, planId) => {
  expect(decision).toEqual({ kind, planId });
});

test('unchanged pages are left out unless the user chooses them', () => {
  const pages = [page(1), page(3)];
  const choices = withoutUnchanged(new Map(), 'file', pages, MATCHING);
  expect(pages.map((one) => choiceOf(choices, one).chosen)).toEqual([true, false]);
  expect(leftOut(MATCHING, 'file', pages, choices)).toEqual([page(3)]);
  const chosen = new Map([[3, { ...proposed(page(3)), chosen: true }]]);
  expect(leftOut(MATCHING, 'file', pages, chosen)).toEqual([]);
  expect(withoutUnchanged(chosen, 'file', pages, MATCHING)).toBe(chosen);
});

test('two sheets for one plan leave both undecided', () => {
  const choices = new Map([[4, { ...proposed(page(4)), becomes: 'one' }]]);
  const all = decisionsOf(MATCHING, [{ id: 'file', pages: [page(1), page(4)], choices }]);
  expect(all.map(({ planId }) => planId)).toEqual([undefined, undefined]);
});

test('chosen pages without a match or a compared drawing count as not compared, if there are plans', () => {
  const pages = [page(1), page(4), page(9)];
  const count = (hasPlans: boolean, choices: Parameters<typeof choiceOf>[0] = new Map()) =>
    uncompared(MATCHING, decisionsOf(MATCHING, [{ id: 'file', pages, choices }]), hasPlans);
  expect([count(true), count(false)]).toEqual([2, 1]);
  expect(count(true, new Map([[9, { chosen: false }]]))).toBe(1);
});

test('a number used by several chosen pages is a duplicate, however it is written', () => {
  const pages = [page(1), page(2, 'a.101'), page(3), page(4, ''), page(5, '')];
  const numbersOf = (choices: Parameters<typeof choiceOf>[0]) =>
    repeatedNumbers(decisionsOf(MATCHING, [{ id: 'file', pages, choices }]));
  expect(numbersOf(new Map())).toEqual(new Set([sheetNumberKey('A-101')]));
  expect(numbersOf(new Map([[2, { chosen: false }]])).size).toBe(0);
});
