// The project overview: a number links to the list it counts, and recent changes are listed under Activity.
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

it('shows the figures of a project, links a bar to its list, and lists who did what', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'Open pins by category' }).waitFor();
  // The data of each chart is also available as a table.
  const weeks = page.getByRole('table', { name: 'Pins created and closed' }).getByRole('row');
  // It begins with the first content: a header and the weeks of the demo, however long the chosen time is.
  await weeks.nth(4).waitFor({ state: 'attached' });
  const since = await weeks.count();
  expect(since).toBeLessThan(14);
  const longer = page.waitForResponse(/figures\?weeks=52$/u);
  await page.getByText('52 weeks').click();
  await longer;
  await expect.poll(() => weeks.count()).toBe(since);

  // Those who are late are reminded once a day.
  const late = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remind' }) });
  const remind = late.first().getByRole('button', { name: 'Remind' });
  await remind.click();
  await page.getByText(/was reminded$/u).waitFor();
  await remind.click();
  await page.getByText(/was already reminded today$/u).waitFor();

  const bar = page.getByRole('list', { name: 'Open pins by category' }).getByRole('link').first();
  const category = (await bar.textContent()) ?? '';
  await bar.click();
  await page.waitForURL(/\/pins\/list\//u);
  await page.getByText(category).first().waitFor();
  await page.goBack();

  const untasked = page.getByRole('link', { name: /^\d+ open pins without a task$/u });
  const pins = Number.parseInt((await untasked.textContent()) ?? '', 10);
  await untasked.click();
  await page.getByText(`${pins} pins`, { exact: true }).waitFor();
  await page.getByText('Without unfinished tasks').waitFor();
  await page.goBack();

  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByText('assigned task').first().waitFor();
  // With a picture of the pin, which opens it, too.
  const assigned = page.getByRole('listitem').filter({ hasText: 'assigned task' });
  // The pictures come in any order: from here on it is the one that was there first.
  const address = await assigned.locator('a:has(img)').first().getAttribute('href');
  const pictured = assigned.locator(`a[href="${address}"]:has(img)`);
  await pictured.scrollIntoViewIfNeeded();
  const width = () =>
    pictured
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  // The task opens beside the activity, at its own address.
  await pictured.click();
  await page.locator('.task-panel-body').waitFor();
  await page.waitForURL(/\/tasks\?task=/u);
  await page.getByText('assigned task').first().waitFor();
  // Its entry is marked, by one link.
  const current = page.locator('.dashboard-entry [aria-current]');
  await expect.poll(() => current.count()).toBe(1);
  await expect.poll(() => pictured.evaluate((link) => link.closest('[data-open]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.task-panel').waitFor({ state: 'detached' });
  await expect.poll(() => current.count()).toBe(0);
  await page.waitForURL(/\/dashboard\/activity$/u);
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Comments' }).click();
  await page.getByText('commented on').first().waitFor();
  await page.getByText('assigned task').first().waitFor({ state: 'detached' });
  // The address contains the filter.
  await page.reload();
  await page.getByText('commented on').first().waitFor();
  await expect.poll(() => page.getByText('assigned task').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
