// Which failures of an import are worth another try: those of the server, never those that lie in the file.
import { expect, test } from 'vitest';
import { IMPORT_PROBLEMS, type ImportProblem, mayGoWell, type PageState } from './stages.ts';

const page = (state: PageState, problem: ImportProblem | null) => ({ state, problem });

test('only what lies with the server may go well another time', () => {
  const passing = IMPORT_PROBLEMS.filter((problem) => mayGoWell({ problem, pages: [] }));
  expect(passing).toEqual(['plan_limit', 'timeout', 'memory_limit', 'internal']);
});

test('the pages that failed decide, not those that came well', () => {
  const well = page('finished', null);
  expect(mayGoWell({ problem: null, pages: [well, page('failed', 'image_damaged')] })).toBe(false);
  expect(mayGoWell({ problem: null, pages: [page('failed', 'pdf_damaged'), page('failed', 'timeout')] })).toBe(true);
  expect(mayGoWell({ problem: 'pdf_encrypted', pages: [well] })).toBe(false);
});
