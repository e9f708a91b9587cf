import { expect, test } from 'vitest';
import { LICENCES, overQuota, quotasOf } from './licence-limits.ts';

const NONE = { projects: null, plans: null };

test('each licence has its limits, and an organisation may have its own', () => {
  expect(LICENCES.map((licence) => quotasOf(licence, NONE))).toEqual([
    { projects: 2, plans: 100 },
    { projects: 2, plans: 100 },
    { projects: 10, plans: 800 },
    { projects: null, plans: null },
  ]);
  expect(quotasOf('pocket', { projects: 5, plans: null })).toEqual({ projects: 5, plans: 100 });
  expect(quotasOf('multi', { projects: 0, plans: 3 })).toEqual({ projects: 0, plans: 3 });
});

test.each([
  [{ projects: 2, plans: 100 }, { projects: 1, plans: 0 }, undefined],
  [{ projects: 3, plans: 0 }, { projects: 1, plans: 0 }, 'project_limit'],
  [{ projects: 2, plans: 101 }, { projects: 0, plans: 1 }, 'plan_limit'],
  [{ projects: 2, plans: 101 }, { projects: 1, plans: 50 }, 'plan_limit'],
  [{ projects: 9, plans: 999 }, { projects: 0, plans: 0 }, undefined],
  [{ projects: 9, plans: 100 }, { projects: 0, plans: 1 }, undefined],
] as const)('with %j active, of which %j are new, the refusal is %s', (use, added, refusal) => {
  expect(overQuota(quotasOf('pocket', NONE), use, added)).toBe(refusal);
  expect(overQuota(quotasOf('multi', NONE), use, added)).toBeUndefined();
});
