import { expect, it } from 'vitest';
import { createGroup, switchToGerman } from './account.ts';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { projectPlaces } from './places.ts';

it('has accessible screens of everything else in a project', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna();
  const group = await createGroup(page);
  await switchToGerman(page);
  const problems = await walk(page, projectPlaces(group), signal);
  expect(problems).toEqual({});
});
