import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from './action.ts';
import type { AppError } from './errors.ts';
import { line } from './text.ts';

const schema = z.strictObject({
  title: line(5, 4),
  role: z.enum(['a', 'b']),
  accepted: z.literal(true),
  phone: z.union([z.literal(''), line(9).regex(/^\+/u)]),
  count: z.int().min(1),
});
const good = { title: 'Hofe', role: 'a', accepted: true, phone: '', count: 1 };

const problemsOf = (input: unknown) => {
  try {
    parseInput(schema, input);
    return [];
  } catch (error) {
    return (error as AppError).details.fields?.map(({ path, outcome }) => `${path} ${outcome}`);
  }
};

test.each([
  [good, []],
  [{}, ['title REQUIRED', 'role REQUIRED', 'accepted REQUIRED', 'phone REQUIRED', 'count REQUIRED']],
  [{ ...good, title: 5 }, ['title NOT_VALID']],
  [{ ...good, title: null }, ['title NOT_VALID']],
  [{ ...good, title: 'abc' }, ['title TOO_SHORT']],
  // Violates both length rules and is reported once.
  [{ ...good, title: 'x'.repeat(900) }, ['title TOO_LONG']],
  [{ ...good, role: 'c' }, ['role NOT_VALID']],
  [{ ...good, accepted: false }, ['accepted NOT_VALID']],
  [{ ...good, phone: '030' }, ['phone NOT_VALID']],
  [{ ...good, count: 0, more: 1 }, ['count TOO_SMALL', 'more UNKNOWN']],
])('%j is reported as %j', (input, problems) => {
  expect(problemsOf(input)).toEqual(problems);
});
