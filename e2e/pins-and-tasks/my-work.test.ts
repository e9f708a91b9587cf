// My work: the tasks of all projects in one list, completed by their assignee with a swipe and verified with one tap,
// also readable while the server cannot be reached, and without those of projects that the reader has lost.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import { type Browser, devices, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  DEMO_TITLE,
  dialogIn,
  openBrowser,
  pictureOnFailure,
  signIn,
  signInAt,
  switchTo,
  type Visit,
  visit,
  withoutWorker,
} from '../support/browser.ts';

let browser: Browser;
/** Anna at a desk. */
let manager: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  manager = await visit(browser);
});
afterAll(async () => {
  await manager?.close();
});

/** Swipes an element with a finger, far enough to act. */
async function swipe(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to swipe');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x: box.x + x, y: box.y + 30 }],
    });
  await touch('touchStart', 100);
  for (const x of [110, 130, 160, 190, 220]) await touch('touchMove', x);
  await touch('touchEnd');
  await client.detach();
}

it('completes a task on the phone, verifies it on the desktop, and lists the rest offline', async () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
  const crew = await visit(browser, { userAgent, viewport, isMobile, hasTouch });
  pictureOnFailure(crew.page);
  pictureOnFailure(manager.page);

  const { page } = crew;
  await withoutWorker(page);
  await signIn(page, 'elif');
  await page.getByRole('link', { name: 'My work', exact: true }).tap();
  await page.waitForURL('**/home');
  await page.getByRole('heading', { name: /Overdue/u }).waitFor();
  const cards = page.getByRole('article');
  const title = (await cards.first().getByRole('link').textContent()) ?? '';
  const before = await cards.count();
  await cards.first().getByRole('button', { name: 'Mark as done' }).waitFor();
  await swipe(page, cards.first());
  await page.getByText(`${title}: Done`).waitFor();
  // Gone once the server has received it.
  await expect.poll(() => cards.count()).toBe(before - 1);

  await signInAt(manager.page, 'anna', '/home');
  const waiting = manager.page.locator('section', {
    has: manager.page.getByRole('heading', { name: /Awaiting verification/u }),
  });
  const done = waiting.getByRole('article').filter({ hasText: title });
  await done.getByRole('link').click();
  const panel = manager.page.locator('.task-panel');
  await panel.getByRole('heading').first().click();
  await manager.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  // The same from the button that closes it, whose tooltip is open: one key closes both, and the card has the focus again.
  await done.getByRole('link').press('Enter');
  await panel.getByRole('button', { name: 'Verify' }).waitFor();
  await panel.getByRole('button', { name: 'Close panel' }).focus();
  await manager.page.getByRole('tooltip', { name: 'Close panel' }).waitFor();
  await manager.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await manager.page.getByRole('tooltip').waitFor({ state: 'detached' });
  await expect.poll(() => done.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true);
  await done.getByRole('button', { name: 'Verify' }).click();
  await manager.page.getByText(`${title}: Closed`).waitFor();
  await expect.poll(() => done.count()).toBe(0);

  // The project was read to change the task, so its tasks are on the phone.
  await page.route('**/my-work?*', (route) => route.abort());
  await page.reload();
  await page.getByText("You're offline. Tasks of the projects on this device are shown.").waitFor();
  await expect.poll(() => cards.count()).toBe(before - 1);
  // A task covers the list, at an address of its own, and one step back leads to the list as it was left.
  await cards.last().scrollIntoViewIfNeeded();
  const seen = (await cards.last().boundingBox())?.y;
  await cards.last().getByRole('link').tap();
  await page.waitForURL(/\/tasks\?task=/u);
  await page.locator('.task-panel-body').waitFor();
  await expect.poll(() => cards.count()).toBe(0);
  await page.goBack();
  await expect.poll(() => cards.count()).toBe(before - 1);
  await expect.poll(async () => (await cards.last().boundingBox())?.y).toBe(seen);
  expect(manager.complaints).toEqual([]);
  await crew.close();
});

async function removeSofia(page: Page, project: string): Promise<void> {
  await switchTo(page, `${project}/team`);
  await page.getByRole('button', { name: 'More actions for Sofia Rossi' }).click();
  await page.getByRole('menuitem', { name: 'Remove from project' }).click();
  await dialogIn(page).getByRole('button', { name: 'Remove from project' }).click();
  await dialogIn(page).waitFor({ state: 'detached' });
}

/** Changed permissions end the sessions of their user. */
async function signInAgain(page: Page): Promise<void> {
  const expired = page.getByRole('dialog', { name: 'Session expired' });
  await expired.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await expired.getByRole('button', { name: 'Sign in' }).click();
  await expired.waitFor({ state: 'detached' });
}

it('drops the tasks of a project that the user is removed from, with the screen open and offline', async () => {
  const crew = await visit(browser);
  pictureOnFailure(crew.page);
  pictureOnFailure(manager.page);
  const { page } = crew;
  await signInAt(page, 'sofia', '/home');
  const cards = page.getByRole('article');
  const ofProject = cards.filter({ hasText: DEMO_TITLE });
  const others = cards.filter({ hasText: 'Kastanienallee' });
  await ofProject.first().waitFor();
  await others.first().waitFor();
  const remaining = await others.count();

  await removeSofia(manager.page, `/project/${DEMO_PROJECT}`);
  // Pressed by script: the stream may already have told that the session has ended, which opens the dialog over the button.
  await ofProject
    .first()
    .getByRole('button', { name: 'Mark as done' })
    .evaluate((done: HTMLElement) => done.click());
  await signInAgain(page);
  await expect.poll(() => cards.count()).toBe(remaining);

  // The other project is read to open a task, so its tasks are on the device.
  const opened = (await cards.first().getByRole('link').textContent()) ?? '';
  await cards.first().getByRole('link').click();
  await page.waitForURL(/\/tasks\?task=/u);
  await page.getByRole('heading', { name: opened }).waitFor();
  // It is beside the list, also after a reload; its address alone shows it in its project.
  await expect.poll(() => cards.count()).toBe(remaining);
  await page.reload();
  await page.getByRole('heading', { name: opened }).waitFor();
  await expect.poll(() => cards.count()).toBe(remaining);
  const address = page.url();
  await switchTo(page, '/home');
  await page.goto(address);
  await page.getByRole('heading', { name: opened }).waitFor();
  await page.locator('.tasks-screen').waitFor();
  const other = new URL(address).pathname.replace('/tasks', '');
  await switchTo(page, '/home');
  await cards.first().waitFor();
  await page.context().setOffline(true);
  await removeSofia(manager.page, other);
  await cards.first().getByRole('button', { name: 'Mark as done' }).click();
  await page.getByText('1 change waiting').first().waitFor({ state: 'attached' });
  await page.context().setOffline(false);
  await signInAgain(page);
  await expect.poll(() => cards.count()).toBe(0);
  await switchTo(page, '/syncStatus');
  await page.getByText(/These changes couldn't be saved/u).waitFor();
  await crew.close();
});
