import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openAsAnna, switchTo, WALK_MS, walk } from './audit.ts';
import { PLAN_PLACES } from './places.ts';

/** The address of a pin on a plan, with the address of the plan. */
const PIN_ON_PLAN = /^(.*\/split)\/[0-9a-f-]{36}\//u;

/** Closes the panel of the pin before: it stays open from one screen to the next, with its scroll position. */
async function switchToPlace(page: Page, address: string): Promise<void> {
  const [, plan] = PIN_ON_PLAN.exec(address) ?? [];
  if (plan !== undefined) await switchTo(page, plan);
  await switchTo(page, address);
}

it('has accessible screens for plans and pins', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna('bg', `/project/${DEMO_PROJECT}`);
  const problems = await walk(page, PLAN_PLACES, signal, switchToPlace);
  expect(problems).toEqual({});
});
