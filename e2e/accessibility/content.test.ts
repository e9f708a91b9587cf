import { expect, it } from 'vitest';
import { createGroup, switchLanguage } from './account.ts';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { contentPlaces } from './places.ts';

it('has accessible screens of groups, tasks, datasets, media and reports', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna();
  const group = await createGroup(page);
  await switchLanguage(page, 'bg');
  const problems = await walk(page, contentPlaces(group), signal);
  expect(problems).toEqual({});
});
