import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { expect, it } from 'vitest';
import { openAsAnna, WALK_MS, walk } from './audit.ts';
import { MANAGEMENT_PLACES } from './places.ts';

it('has accessible screens for the team, the dashboard and the project settings', { timeout: WALK_MS }, async ({
  signal,
}) => {
  const page = await openAsAnna('bg', `/project/${DEMO_PROJECT}`);
  const problems = await walk(page, MANAGEMENT_PLACES, signal);
  expect(problems).toEqual({});
});
