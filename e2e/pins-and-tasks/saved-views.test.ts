// Saved views: a filter of the pin list and of the task board kept under a name, shared with the project, changed,
// opened by others from a link, and written while offline; and views of what is gone, or hidden from their reader.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openBrowser,
  pictureOnFailure,
  questionOn,
  signInAt,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let anna: Visit;
let elif: Visit;
beforeAll(async () => {
  const browser = await openBrowser();
  anna = await visit(browser);
  elif = await visit(browser);
});
afterAll(async () => {
  await anna?.close();
  await elif?.close();
});

const bar = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const tab = (page: Page, name: string | RegExp) => bar(page).getByRole('link', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More actions for this view' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** Data on the device loads in parts, so the count may be zero for a moment. */
const count = (page: Page) => page.getByText(/^[1-9]\d* pins?$/u);

it('keeps a filter of the pin list as a view, shares it, and opens it for others', async () => {
  pictureOnFailure(anna.page);
  const { page } = anna;
  await signInToDemo(page, 'anna', 'Pins');
  await count(page).waitFor();
  // Without a saved view there is only one list, and no tab for it.
  await bar(page).waitFor({ state: 'detached' });
  const all = await count(page).innerText();

  // The filter is saved with a hidden column.
  await page.getByRole('searchbox', { name: 'Search pins' }).fill('door');
  // The list has followed.
  await page.getByRole('button', { name: 'Save view' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Category' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByText('Enter a title for the view.').waitFor();
  await dialog(page).getByLabel('Title').fill('Doors');
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await tab(page, /Doors/u).and(page.locator('[aria-current]')).waitFor();
  await page.waitForURL(/view%3D[0-9a-f-]{36}$/u);
  const doors = await count(page).innerText();
  expect(doors).not.toBe(all);

  // It is left and opened again, with its filter and columns.
  await tab(page, 'All').click();
  await page.getByText(all, { exact: true }).waitFor();
  const category = page.getByRole('columnheader', { name: 'Category' });
  const width = () => category.evaluate((heading) => heading.clientWidth);
  const usual = await width();
  // A column keeps the width that its user gives it.
  const divider = page.getByRole('separator', { name: 'Width of the column “Category”' });
  await divider.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(usual + 80);
  // Wherever it is pressed, it follows the pointer from there.
  const { x = 0, y = 0 } = (await divider.boundingBox()) ?? {};
  await page.mouse.move(x + 2, y + 8);
  await page.mouse.down();
  await page.mouse.move(x - 28, y + 8, { steps: 3 });
  await page.mouse.up();
  await expect.poll(width).toBe(usual + 50);
  await page.reload();
  await category.waitFor();
  await expect.poll(width).toBe(usual + 50);
  await divider.dblclick();
  await expect.poll(width).toBe(usual);
  await tab(page, /Doors/u).click();
  await page.getByText(doors, { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Category' }).count()).toBe(0);

  // A change is shown as one, and saved to the view.
  await page.getByRole('searchbox', { name: 'Search pins' }).fill('fire door');
  await tab(page, /Doors.*Changed/u).waitFor();
  await menu(page, 'Save changes');
  await expect.poll(() => bar(page).getByText('Changed').count()).toBe(0);
  await menu(page, 'Rename view');
  await dialog(page).getByLabel('Title').fill('Fire doors');
  await dialog(page).getByRole('button', { name: 'Rename view' }).click();
  await tab(page, /Fire doors/u).waitFor();

  // Shared: a viewer opens the same address and cannot change the view.
  await menu(page, 'Share view');
  await questionOn(page).getByRole('button', { name: 'Share view' }).click();
  await expect.poll(() => bar(page).getByText('Private').count()).toBe(0);
  const address = page.url();
  pictureOnFailure(elif.page);
  await signInAt(elif.page, 'elif', new URL(address).pathname);
  await tab(elif.page, /Fire doors/u).waitFor();
  await expect.poll(() => elif.page.getByRole('searchbox', { name: 'Search pins' }).inputValue()).toBe('fire door');
  await elif.page.getByRole('button', { name: 'More actions for this view' }).click();
  await elif.page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  await expect.poll(() => elif.page.getByRole('menuitem', { name: 'Delete view' }).count()).toBe(0);
  await elif.page.keyboard.press('Escape');

  // Deleted: its address opens the whole list, with a notice.
  await menu(page, 'Delete view');
  await page.getByText('“Fire doors” deleted').waitFor();
  await switchTo(page, address);
  await page.getByText("This view was deleted or isn't shared with you.").waitFor();
  await page.getByText(all, { exact: true }).waitFor();
  expect([anna.complaints, elif.complaints]).toEqual([[], []]);
});

it('opens a view of the task board as a board, and keeps one that was saved offline', async () => {
  const { page, complaints } = anna;
  pictureOnFailure(page);
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Board' }).click();
  await page.getByRole('toolbar', { name: 'Status' }).getByRole('button', { name: 'Overdue' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog(page).getByLabel('Title').fill('Late work');
  await page.context().setOffline(true);
  await dialog(page).getByText('Share with the project').click();
  await dialog(page).getByRole('button', { name: 'Save view' }).click();
  await tab(page, /Late work/u)
    .and(page.locator('[aria-current]'))
    .waitFor();
  await page.context().setOffline(false);
  await tab(page, 'All').click();
  await page.goto(`${new URL(page.url()).origin}${await tab(page, /Late work/u).getAttribute('href')}`);
  await page.waitForURL(/\/tasks\/board\?view=/u);
  await page.getByRole('radio', { name: 'Board', checked: true }).waitFor();
  expect(complaints.splice(0).filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

it('shows only permitted pins in a shared view, and reports deleted parts of a view', async () => {
  pictureOnFailure(anna.page);
  const { page } = anna;
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await count(page).waitFor();
  const [list = ''] = /^.*\/pins\/list/u.exec(page.url()) ?? [];
  const save = async (title: string, shared: boolean) => {
    await page.getByRole('button', { name: 'Save view' }).click();
    await dialog(page).getByLabel('Title').fill(title);
    if (shared) await dialog(page).getByText('Share with the project').click();
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
    await tab(page, new RegExp(title, 'u')).and(page.locator('[aria-current]')).waitFor();
  };
  await page.getByRole('searchbox', { name: 'Search pins' }).fill('wall');
  await save('Walls', true);
  await page.waitForURL(/view%3D[0-9a-f-]{36}$/u);
  await page.getByText('Sockets 4 cm too high along shop wall').first().waitFor();
  const all = Number.parseInt(await count(page).innerText(), 10);

  // A subcontractor finds only pins with tasks of their own in it.
  pictureOnFailure(elif.page);
  await switchTo(elif.page, page.url());
  await tab(elif.page, /Walls/u).waitFor();
  await elif.page.getByText('Crack between wall and ceiling').first().waitFor();
  const own = Number.parseInt(await count(elif.page).innerText(), 10);
  expect(own).toBeLessThan(all);
  await expect.poll(() => elif.page.getByText('Sockets 4 cm too high along shop wall').count()).toBe(0);

  // A person and a field that no longer exist are left out: the list shows what the rest of the view selects.
  const gone = new URLSearchParams({ search: 'wall', assignee: randomUUID(), field: `${randomUUID()}:set` });
  await switchTo(page, `${list}/-/-/-/-/-/-/${encodeURIComponent(`${gone}`)}`);
  await page.getByText('No matching pins').waitFor();
  await save('Gone', false);
  await page.getByText(/This view uses something that no longer exists\. Ignored: .*person.*/u).waitFor();
  await page.getByText(`${all} pins`, { exact: true }).waitFor();
  expect([anna.complaints, elif.complaints]).toEqual([[], []]);
});
