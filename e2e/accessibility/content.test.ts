import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { expect, it } from 'vitest';
import { createGroup } from './account.ts';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { contentPlaces } from './places.ts';

it('has accessible screens of groups, tasks, datasets, media and reports', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna('bg', `/project/${DEMO_PROJECT}/pins`);
  // Named when it is rendered, and not again.
  const clear = page.locator('.ui-search button').first();
  await expect.poll(() => clear.getAttribute('aria-label')).toBe('Изчистване на търсене');
  const group = await createGroup(page, 'bg');
  const problems = await walk(page, contentPlaces(group), signal);
  expect(problems).toEqual({});
});
