// An empty project on a phone: each empty state says what the place is for and links to the next step. While a project
// loads for the first time, nothing is called empty and no count is presented as final.
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInAt, signInToDemo, switchTo, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

it('links each empty state to the next step', async () => {
  const { page, complaints, close } = await visit(browser, { viewport: { width: 390, height: 844 } });
  pictureOnFailure(page);
  await signInAt(page, 'anna', '/project/new');
  await page.getByLabel('Title').fill('Nothing yet');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('No plans yet').waitFor();
  const project = page.url().replace(/\?.*$/u, '');

  // Nothing is offered that needs content.
  const search = page.getByRole('searchbox');
  await switchTo(page, `${project}/groups`);
  await page.getByText('No groups yet').waitFor();
  await expect.poll(() => search.count()).toBe(0);
  await switchTo(page, `${project}/pins`);
  await page.getByText('No pins yet').waitFor();
  await expect.poll(() => search.count()).toBe(0);
  await page.getByRole('link', { name: 'Import plans' }).click();
  await page.getByRole('dialog', { name: 'Import plans' }).waitFor();

  await switchTo(page, `${project}/tasks/calendar`);
  await page.getByText('No tasks yet').waitFor();
  await expect.poll(() => search.count()).toBe(0);
  await page.getByRole('link', { name: 'Import plans' }).waitFor();

  // The selected tab is scrolled into view, and the title of the screen is not pushed out.
  await switchTo(page, `${project}/settings/templates`);
  const chosen = page.getByRole('tab', { selected: true });
  await expect
    .poll(async () => ((await chosen.boundingBox())?.x ?? 999) + ((await chosen.boundingBox())?.width ?? 0))
    .toBeLessThan(391);
  await switchTo(page, `${project}/datasets`);
  await page.getByText('No datasets yet').waitFor();
  const title = page.locator('.top-title > span').first();
  await expect
    .poll(() => title.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
  await close();
});

it('shows that a project is still loading instead of calling it empty', async () => {
  const { page, close } = await visit(browser);
  pictureOnFailure(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The first response brings the members, but none of the content.
  await page.context().route(/\/sync\/pull\?/u, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '20');
    if (url.searchParams.get('from') !== '0') await held;
    await route.continue({ url: url.href });
  });
  await signInToDemo(page, 'lena', 'Tasks');
  for (const [section, empty] of [
    ['Tasks', 'No tasks yet'],
    ['Pins', 'No pins yet'],
  ] as const) {
    await page.getByRole('link', { name: section, exact: true }).first().click();
    await page.getByRole('searchbox', { name: `Search ${section.toLowerCase()}` }).waitFor();
    await page.getByText('Loading project').first().waitFor();
    await expect.poll(() => page.getByText(empty).count()).toBe(0);
  }
  letGo();
  await page.getByText(/^\d+ pins$/u).waitFor();
  await close();
});
