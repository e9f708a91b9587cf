import { expect, it } from 'vitest';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { ORGANISATION_PLACES } from './places.ts';

it('has accessible screens outside of projects', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna('bg', '/');
  const problems = await walk(page, ORGANISATION_PLACES, signal);
  expect(problems).toEqual({});
});
