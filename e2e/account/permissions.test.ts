// The same project as seen by people with fewer permissions.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  openBrowser,
  type PersonKey,
  pictureOnFailure,
  searchPins,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

/** The people who have signed in. */
const visitors = new Map<PersonKey, Visit>();

async function as<T>(person: PersonKey, look: (page: Page) => Promise<T>): Promise<T> {
  const visitor = visitors.get(person) ?? (await visit(browser));
  pictureOnFailure(visitor.page);
  if (!visitors.has(person)) await signInToDemo(visitor.page, person);
  visitors.set(person, visitor);
  const seen = await look(visitor.page);
  expect(visitor.complaints).toEqual([]);
  return seen;
}

const count = async (page: Page): Promise<number> => {
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  // Data on the device loads in parts, so the count may be zero for a moment.
  const words = page.getByText(/^[1-9]\d* pins?$/u).first();
  await words.waitFor();
  return Number.parseInt((await words.textContent()) ?? '', 10);
};

it('shows a subcontractor only the pins of their own tasks, and no way to add any', async () => {
  const [all, pin, task] = await as('anna', async (page) => {
    const number = await count(page);
    await page.getByText('Handrail missing on main stairs').first().click();
    await page.waitForURL(/\/pins\/list\/[^/]+\/[0-9a-f-]{36}/u);
    const address = page.url();
    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await page.getByText('Refit the temporary handrail today').first().click();
    await page.waitForURL(/\btask=[0-9a-f-]{36}/u);
    return [number, address, page.url()] as const;
  });
  await as('elif', async (page) => {
    await expect(page.getByRole('button', { name: 'Import plans' }).count()).resolves.toBe(0);
    // A dialog that the role does not permit explains why when opened by its address.
    const [project = ''] = /^.*\/project\/[^/?]+/u.exec(page.url()) ?? [];
    await switchTo(page, `${project}/import`);
    await page.getByRole('dialog', { name: 'Only for people who manage plans' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(project);
    const own = await count(page);
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThan(all);
    // A pin of someone else's task is not found by search.
    await page.getByRole('searchbox', { name: 'Search pins' }).fill('Handrail');
    await page
      .getByText('No matching pins')
      .or(page.getByText(/^0 pins|No pins?$/u))
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Plans', exact: true }).first().click();
    await page
      .getByRole('link', { name: /Ground floor/u })
      .first()
      .click();
    await page.getByRole('button', { name: 'Fit to window' }).waitFor();
    await expect(page.getByRole('button', { name: 'Add pin' }).count()).resolves.toBe(0);
    // Nor does a link to it, or to its task, reveal more than to a stranger.
    await switchTo(page, pin);
    await page.getByText("This pin doesn't exist, or you don't have access to it.").waitFor();
    await switchTo(page, task);
    await page.getByText("This task doesn't exist, or you don't have access to it.").waitFor();
    await expect(page.getByText(/handrail/iu).count()).resolves.toBe(0);
  });
});

it('lets a subcontractor mark their own task as done, but not close it', async () => {
  await as('elif', async (page) => {
    await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
    await page.getByText('Install 40 × 80 cm backing plate').first().click();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByText('Done', { exact: true }).first().waitFor();
    await expect(page.getByRole('button', { name: 'Verify' }).count()).resolves.toBe(0);
  });
});

it('lets a viewer see everything but change nothing except by commenting', async () => {
  const all = await as('anna', count);
  await as('mia', async (page) => {
    await expect.poll(() => count(page)).toBe(all);
    await searchPins(page, 'Distribution board');
    await page.getByText('Distribution board not labelled').first().click();
    await page.getByRole('tab', { name: /^Activity/u }).waitFor();
    await expect(page.getByRole('button', { name: 'Close pin' }).count()).resolves.toBe(0);
    await page.getByRole('tab', { name: /^Activity/u }).click();
    await page.getByRole('textbox', { name: /comment/iu }).fill('Seen with the client.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Seen with the client.').first().waitFor();
    // The fields of pins are defined by those who may edit the settings.
    await switchTo(page, `${/^.*\/project\/[^/?]+/u.exec(page.url())?.[0]}/settings/fields`);
    await page.getByRole('row', { name: /Cost estimate/u }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add field' }).count()).toBe(0);
  });
});
