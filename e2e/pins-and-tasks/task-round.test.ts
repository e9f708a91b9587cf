// The life of a task between people on their own devices: assigned, done with a photo, rejected with a reason, done
// again, verified; then the pin is closed, and its history shows all of it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  openBrowser,
  pictureOnFailure,
  searchPins,
  signInToDemo,
  type Visit,
  visit,
} from '../support/browser.ts';
import { makePhoto } from '../support/drawings.ts';

const PIN = 'Protective film left on window, glass scratched';
const TASK = `Change the pane ${crypto.randomUUID().slice(0, 6)}`;

let browser: Browser;
let manager: Visit;
let crew: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  manager = await visit(browser);
  crew = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});
afterAll(async () => {
  await manager?.close();
  await crew?.close();
});

const openPin = async (page: Page, title: string) => {
  await searchPins(page, title);
  await page.getByText(title).first().click();
  await page.getByRole('tab', { name: /Tasks/u }).click();
};
const openTask = (page: Page) => page.getByRole('button', { name: new RegExp(TASK, 'u') }).click();
/** Waits for the status at the top of the open task. */
const status = (page: Page, word: string) =>
  page.locator('.task-panel').getByText(word, { exact: true }).first().waitFor();

it('a task is assigned, done, rejected, done again and verified, and its pin is closed', async () => {
  const { page } = manager;
  pictureOnFailure(page);
  pictureOnFailure(crew.page);

  // Assigned with a due date.
  await signInToDemo(page, 'anna', 'Pins');
  await openPin(page, PIN);
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const dialog = dialogIn(page);
  await dialog.getByRole('textbox', { name: 'Title' }).fill(TASK);
  await dialog.getByRole('button', { name: 'Assign task' }).click();
  await dialog.getByText('Choose an assignee').waitFor();
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('Elif');
  await page.getByRole('option', { name: /Elif/u }).click();
  await dialog.getByRole('button', { name: 'In a week' }).click();
  await dialog.getByRole('button', { name: 'Assign task' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(TASK).first().waitFor();

  // The assignee finds it on a phone, cannot change the pin, and reports the task done with a photo.
  await signInToDemo(crew.page, 'elif', 'Tasks');
  await crew.page.getByText('Mine', { exact: true }).click();
  await crew.page.getByText(TASK).click();
  const photo = crew.page.waitForEvent('filechooser');
  await crew.page.getByRole('button', { name: 'Take photo' }).click();
  await (await photo).setFiles({ name: 'pane.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#7090a0') });
  await crew.page.getByRole('textbox', { name: 'Caption' }).fill('New pane');
  await crew.page.getByRole('button', { name: 'Add 1 photo' }).click();
  await crew.page.getByText('New pane').waitFor();
  await crew.page.getByRole('button', { name: 'Mark as done' }).click();
  await status(crew.page, 'Done');

  // The desktop shows the change without a reload, with the photo; it is rejected with a reason.
  await openTask(page);
  await status(page, 'Done');
  await page.getByText('New pane').waitFor();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('textbox', { name: /What is missing/u }).fill('Wrong colour of the seal');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await status(page, 'Rejected');

  // The phone shows the reason, and the task is reported done again.
  await crew.page.getByText('Wrong colour of the seal').waitFor();
  await crew.page.getByRole('button', { name: 'Mark as done' }).click();
  await status(crew.page, 'Done');
  await expect.poll(() => crew.page.getByRole('button', { name: 'Verify' }).count()).toBe(0);

  // Verified; then the pin, which has no other open task, is closed.
  await page.getByRole('button', { name: 'Verify' }).click();
  await status(page, 'Closed');
  // A closed task can be reopened, but not changed.
  await page.getByText('This task is closed. Reopen it to change it.').waitFor();
  await page.locator('.task-moves').getByRole('button', { name: 'Reopen', exact: true }).waitFor();
  await page.getByRole('button', { name: 'More actions for this task' }).click();
  await page.getByRole('menuitem', { name: 'Set inactive' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: /^(?:Edit|Delegate|Extend)/u }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to tasks' }).click();
  await page.getByRole('button', { name: 'Close pin' }).click();
  await page.getByText('This pin is closed').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add task' }).count()).toBe(0);

  // The history shows it with names and values, once the server has received it.
  await page.getByText('All changes saved').last().waitFor();
  await page.getByRole('tab', { name: /History/u }).click();
  await page.getByText('Wrong colour of the seal').first().waitFor();
  await page
    .getByText(/Elif .* changed task #/u)
    .first()
    .waitFor();
  await page.getByText('Rejected', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Reopen pin' }).click();
  await page.getByRole('button', { name: 'Close pin' }).waitFor();
  expect([...manager.complaints, ...crew.complaints]).toEqual([]);
}, 240_000);
