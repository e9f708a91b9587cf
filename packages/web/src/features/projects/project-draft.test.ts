import { expect, test } from 'vitest';
import { draftChange, draftProblems, emptyDraft, titleProblem } from './project-draft.ts';

const draft = { ...emptyDraft('Europe/Vienna', 'de'), title: 'Harbour house' };

test.each([
  [{}, {}],
  [{ title: '  ' }, { title: 'REQUIRED' }],
  [{ title: 'Hof' }, { title: 'TOO_SHORT' }],
  [{ title: 'x'.repeat(201) }, { title: 'TOO_LONG' }],
  [{ start: '2026-05-01', end: '2026-05-02' }, {}],
  [{ start: '2026-05-01', end: '2026-05-01' }, { end: 'BEFORE_START' }],
  [{ end: '2026-05-01' }, {}],
  [{ managerPhone: '030 12' }, { managerPhone: 'NOT_VALID' }],
  [{ managerPhone: '+49 30 12' }, {}],
  [{ postCode: 'x'.repeat(21) }, { postCode: 'TOO_LONG' }],
] as const)('%j has the problems %j', (change, problems) => {
  expect(draftProblems({ ...draft, ...change })).toEqual(problems);
});

test.each([
  ['', 'REQUIRED'],
  ['Hof', 'TOO_SHORT'],
  ['Haus', undefined],
])('the title %j: %s', (title, problem) => {
  expect(titleProblem(title)).toBe(problem);
});

test('only what differs is sent, and days together', () => {
  expect(draftChange(draft, draft)).toEqual({});
  expect(draftChange(draft, { ...draft, notes: 'x' })).toEqual({ notes: 'x' });
  expect(draftChange(draft, { ...draft, end: '2026-05-01' })).toEqual({ start: null, end: '2026-05-01' });
});
