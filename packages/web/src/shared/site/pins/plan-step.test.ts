import { expect, test } from 'vitest';
import { planStep } from './plan-step.ts';

test.each([
  ['administrator', 0, 'import'],
  ['administrator', 2, 'open'],
  ['contributor', 0, 'wait'],
  ['contributor', undefined, 'open'],
  ['contributor', 2, 'open'],
  ['externalViewer', 0, 'wait'],
  ['internalViewer', 0, undefined],
  ['internalViewer', 2, undefined],
  ['subcontractor', 2, undefined],
] as const)('for a %s of a project with %s plans the next step is %s', (role, plans, step) => {
  expect(planStep(role, plans)).toBe(step);
});
