import { expect, test } from 'vitest';
import { draftProblems, emptyDraft, titleProblem } from './project-draft.ts';

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
] as const)('%j yields the problems %j', (change, problems) => {
  expect(draftProblems({ ...draft, ...change })).toEqual(problems);
});

test.each([
  ['', 'REQUIRED'],
  ['Hof', 'TOO_SHORT'],
  ['Haus', undefined],
])('the title %j: %s', (title, problem) => {
  expect(titleProblem(title)).toBe(problem);
});
