import { expect, it } from 'vitest';
import { switchLanguage } from './account.ts';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { MANAGEMENT_PLACES } from './places.ts';

it('has accessible screens of the team, the dashboard and the project settings', { timeout: WALK_MS }, async ({
  signal,
}) => {
  const page = await openAsAnna();
  await switchLanguage(page, 'bg');
  const problems = await walk(page, MANAGEMENT_PLACES, signal);
  expect(problems).toEqual({});
});
