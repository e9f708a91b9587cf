// Which failures of an import are final.
import { AppError } from '@plumbline/core/kernel/errors';
import { expect, test } from 'vitest';
import type { JobContext } from '../../../platform/queue/queue.ts';
import { asPermanent, RenderError } from '../../../rendering/render-error.ts';
import { isFinal } from './failures.ts';

const first: JobContext = { id: 'job', attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
const error = (problem: RenderError['problem']) => new RenderError(problem, 'inspecting');

test.each([
  ['a damaged file', error('pdf_damaged'), true],
  ['a time limit on a busy server', error('timeout'), false],
  ['no memory on the server', error('memory_limit'), false],
  ['a file that needs more time than any attempt has', asPermanent(error('timeout')), true],
  ['a file that needs more memory than any attempt has', asPermanent(error('memory_limit')), true],
  ['a lost connection', new Error('connection lost'), false],
  ['a refusal', new AppError('plan_limit'), true],
])('decides whether %s ends the import at the first attempt', (_what, failure, final) => {
  expect(isFinal(failure, first)).toBe(final);
  expect(isFinal(failure, { ...first, attempt: 3 })).toBe(true);
});
