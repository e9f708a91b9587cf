// Groups of pins: a filter saved as a group, and selected pins added to one, shown on their plan and still there after
// a reload; a group exported as a workbook and shown for printing.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, switchTo, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

const section = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');

it('saves a filter and selected pins as groups, shows them on a plan, and exports and prints them', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');

  // A filter becomes a group with an address, which survives a reload.
  await section(page, 'Pins');
  await page.getByRole('searchbox', { name: 'Search pins' }).fill('door');
  await page.getByRole('button', { name: 'Save filter as group' }).click();
  await dialog(page).getByRole('button', { name: 'Save group' }).click();
  await dialog(page).getByText('Enter a title for the group.').waitFor();
  await dialog(page).getByLabel('Title').fill('Every door');
  await dialog(page).getByRole('button', { name: 'Save group' }).click();
  await page.getByRole('heading', { name: 'Every door', level: 1, includeHidden: true }).waitFor({ state: 'attached' });
  const found = await page.getByText(/^[1-9]\d* pins?$/u).innerText();
  await page.reload();
  await page.getByText(found, { exact: true }).waitFor();

  // Two of its pins are selected and added to a new group.
  await page.getByRole('checkbox').nth(1).click({ force: true });
  await page.getByRole('checkbox').nth(2).click({ force: true });
  await page.getByRole('button', { name: 'Add to group' }).click();
  await dialog(page).getByRole('button', { name: 'New group' }).click();
  await dialog(page).getByLabel('Title').fill('Acceptance');
  await dialog(page).getByRole('button', { name: 'Create group' }).click();
  await page.getByText('2 pins added to “Acceptance”').waitFor();
  await section(page, 'Groups');
  await page.getByRole('row', { name: /Acceptance/u }).click();
  // The list of groups shows the same count.
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}/u);
  await page.getByRole('searchbox', { name: 'Search pins' }).waitFor();
  await page.getByText('2 pins', { exact: true }).waitFor();

  // A pin is opened by keyboard next to the list and shown on its plan; going back leads to the list.
  await page.getByRole('row').nth(2).waitFor();
  for (const key of ['j', 'j', 'x', 'k', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('row', { selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Basics' }).waitFor();
  const opened = page.url();
  expect(opened).toMatch(/\/groups\/[0-9a-f-]{36}\/list\/-\/[0-9a-f-]{36}$/u);
  await page.reload();
  await page.getByRole('tab', { name: 'Basics' }).waitFor();
  await page.getByRole('button', { name: 'Plans' }).click();
  await page.getByRole('menu').getByText('floor').first().click();
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}\/split\/[0-9a-f-]{36}/u);
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Basics' }).waitFor();
  await page.getByRole('button', { name: 'Close panel' }).click();

  // The same two pins as a workbook and as a print view.
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ – Acceptance\.xlsx$/u);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print view' }).click();
  const paper = page.getByRole('dialog', { name: / – Acceptance$/u });
  await paper.getByText(/2 rows/u).waitFor();
  await expect.poll(() => paper.getByRole('row').count()).toBe(3);
  await page.keyboard.press('Escape');
  await paper.waitFor({ state: 'detached' });

  // One pin is removed from the group and comes back by undoing.
  await page.getByRole('checkbox').nth(1).click({ force: true });
  await page.getByRole('button', { name: 'Remove from group' }).click();
  await page.getByText('1 pin removed from “Acceptance”').waitFor();
  await page.getByText('1 pin', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 pins', { exact: true }).waitFor();

  // The group is a filter of the list of all pins, in words and in the address.
  const group = page.url();
  await section(page, 'Pins');
  await page.getByRole('button', { name: 'Filter' }).click();
  await dialog(page).getByRole('button', { name: 'Acceptance', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Show 2 pins' }).click();
  await page.getByText('2 pins', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('2 pins', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Remove filter Groups: Acceptance/u }).click();
  await page.getByText('2 pins', { exact: true }).waitFor({ state: 'detached' });
  await switchTo(page, group);

  // Set inactive, and reactivated.
  await page.getByRole('button', { name: 'More actions for the group' }).click();
  await page.getByRole('menuitem', { name: 'Set inactive' }).click();
  await page.getByText('“Acceptance” set inactive').waitFor();
  await section(page, 'Groups');
  await page.getByRole('row', { name: /Every door/u }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Acceptance/u }).count()).toBe(0);
  await page.getByRole('radio', { name: 'Inactive' }).click();
  await page.getByRole('row', { name: /Acceptance/u }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
