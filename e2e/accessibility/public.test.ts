import { expect, it } from 'vitest';
import { openAsVisitor, WALK_MS, walk } from './audit.ts';
import { listedRoutes, PUBLIC_PLACES, routesOfProgram } from './places.ts';

it('visits every route of the program', () => {
  expect(listedRoutes()).toEqual(routesOfProgram());
});

it('has accessible screens before sign-in', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsVisitor();
  const problems = await walk(page, ['/', ...PUBLIC_PLACES], signal);
  expect(problems).toEqual({});
});
