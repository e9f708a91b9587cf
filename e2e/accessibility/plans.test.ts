import { expect, it } from 'vitest';
import { switchToGerman } from './account.ts';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { PLAN_PLACES } from './places.ts';

it('has accessible screens of plans and pins', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna();
  await switchToGerman(page);
  const problems = await walk(page, PLAN_PLACES, signal);
  expect(problems).toEqual({});
});
