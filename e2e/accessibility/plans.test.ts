import { expect, it } from 'vitest';
import { switchLanguage } from './account.ts';
import { open, openAsAnna, WALK_MS, walk } from './audit.ts';
import { PLAN_PLACES } from './places.ts';

it('has accessible screens of plans and pins', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna();
  await switchLanguage(page, 'bg');
  // Loaded again, because the panel of a pin stays open from one screen to the next, with its scroll position.
  const problems = await walk(page, PLAN_PLACES, signal, open);
  expect(problems).toEqual({});
});
