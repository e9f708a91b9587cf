// My work: the tasks of all projects in one list, completed by their assignee and verified with one tap each, also
// readable while the server cannot be reached.
import { type Browser, devices } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

it('completes a task on the phone, verifies it on the desktop, and lists the rest offline', async () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
  const crew = await visit(browser, { userAgent, viewport, isMobile, hasTouch });
  const manager = await visit(browser);
  pictureOnFailure(crew.page);
  pictureOnFailure(manager.page);

  const { page } = crew;
  await signIn(page, 'elif');
  await page.getByRole('link', { name: 'My work', exact: true }).tap();
  await page.waitForURL('**/home');
  await page.getByRole('heading', { name: /Overdue/u }).waitFor();
  const cards = page.getByRole('article');
  const title = (await cards.first().getByRole('link').textContent()) ?? '';
  const before = await cards.count();
  await cards.first().getByRole('button', { name: 'Mark as done' }).tap();
  await page.getByText(`${title}: Done`).waitFor();
  // Gone once the server has received it.
  await expect.poll(() => cards.count()).toBe(before - 1);

  await signIn(manager.page, 'anna');
  await manager.page.goto('/home');
  const waiting = manager.page.locator('section', {
    has: manager.page.getByRole('heading', { name: /Awaiting verification/u }),
  });
  const done = waiting.getByRole('article').filter({ hasText: title });
  await done.getByRole('button', { name: 'Verify' }).click();
  await manager.page.getByText(`${title}: Closed`).waitFor();
  await expect.poll(() => done.count()).toBe(0);

  // The project was read to change the task, so its tasks are on the phone.
  await page.route('**/my-work?*', (route) => route.abort());
  await page.reload();
  await page.getByText("You're offline. Tasks of the projects on this device are shown.").waitFor();
  await expect.poll(() => cards.count()).toBe(before - 1);
  await cards.first().getByRole('link').tap();
  await page.waitForURL(/\/tasks\?task=/u);
  expect(manager.complaints).toEqual([]);
  await crew.close();
  await manager.close();
});
