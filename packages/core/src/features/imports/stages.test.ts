// Which import failures are worth a retry: those of the server, never those caused by the file.
import { expect, test } from 'vitest';
import { IMPORT_PROBLEMS, type ImportProblem, isWorthRetrying, type PageState } from './stages.ts';

const page = (state: PageState, problem: ImportProblem | null) => ({ state, problem });

test('only temporary problems are worth a retry', () => {
  const passing = IMPORT_PROBLEMS.filter((problem) => isWorthRetrying({ problem, pages: [] }));
  expect(passing).toEqual(['plan_limit', 'forbidden', 'timeout', 'memory_limit', 'internal']);
});

test('the failed pages decide whether a retry is worth it, not the successful ones', () => {
  const well = page('finished', null);
  expect(isWorthRetrying({ problem: null, pages: [well, page('failed', 'image_damaged')] })).toBe(false);
  expect(isWorthRetrying({ problem: null, pages: [page('failed', 'pdf_damaged'), page('failed', 'timeout')] })).toBe(
    true,
  );
  expect(isWorthRetrying({ problem: 'pdf_encrypted', pages: [well] })).toBe(false);
});
