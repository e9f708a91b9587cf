// A custom workbook becomes a template once its error is corrected, creates a report of tasks, and its author is
// notified; a saved view becomes a scheduled report.
import { readFile } from 'node:fs/promises';
import { openWorkbook, workbookFile } from '@plumbline/server/features/reports/fixtures/workbook';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  openBrowser,
  pictureOnFailure,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TITLE = `Weekly ${crypto.randomUUID().slice(0, 6)}`;

let browser: Browser;
let manager: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  manager = await visit(browser);
});
afterAll(async () => {
  await manager?.close();
});

const sheet = async (...rows: string[][]) => ({
  name: `${TITLE}.xlsx`,
  mimeType: XLSX,
  buffer: await workbookFile({ Tasks: { rows } }),
});

async function choose(page: Page, button: string, file: Awaited<ReturnType<typeof sheet>>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

it('reports where a template is wrong, creates a workbook of tasks, and notifies when it is ready', async () => {
  const { page, complaints } = manager;
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Reports');
  await page.getByRole('tab', { name: 'Templates' }).click();

  // A list that does not start in the first cell, and a misspelt placeholder.
  await choose(page, 'Add template', await sheet(['No.', '{#tasks}{task.titel}', '{/tasks}']));
  const dialog = dialogIn(page);
  await dialog.getByText('{#tasks} must be in the first cell of its row').waitFor();
  await dialog.getByText('Did you mean {task.title}?').waitFor();
  await expect.poll(() => dialog.getByText('Cell Tasks!B1').count()).toBe(2);

  // The corrected file.
  const good = await sheet(
    ['{report.title}', '{count.tasks}'],
    ['{#tasks}{task.number}', '{task.title}{/tasks}'],
    ['=SUM(A2:A2)'],
  );
  await choose(page, 'Choose file again', good);
  await dialog.getByText('All placeholders are correct.').waitFor();
  await dialog.getByRole('button', { name: 'Add template' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`Excel · ${TITLE}.xlsx`).waitFor();

  // A report of all done tasks.
  await page.getByRole('button', { name: 'New report' }).click();
  await dialog.getByRole('radio', { name: 'Tasks' }).click({ force: true });
  await dialog.getByText('Done', { exact: true }).first().click();
  await dialog.getByText('Select all').click();
  await dialog.getByRole('button', { name: /^Continue with \d+ tasks/u }).click();
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByRole('button', { name: /Template/u }).click();
  await page.getByRole('option', { name: new RegExp(TITLE, 'u') }).click();
  await dialog.locator('label').getByText('Excel', { exact: true }).click();
  await dialog.getByRole('radio', { name: 'Excel', checked: true }).waitFor();
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await dialog.waitFor({ state: 'detached' });
  const line = page.getByRole('listitem').filter({ hasText: TITLE });
  const saved = page.waitForEvent('download');
  await line.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${TITLE}.xlsx`);
  const { cells } = await openWorkbook(await readFile(await file.path()));
  const said = cells();
  const count = Number(said.B1);
  expect(count).toBeGreaterThan(1);
  expect(said[`A${count + 2}`]).toBe(`=SUM(A2:A${count + 1})`);
  expect(Object.values(said)).toContain(TITLE);

  // The notifications say so too.
  await page.getByRole('link', { name: /^Notifications/u }).click();
  await page.getByRole('link', { name: new RegExp(`Your report ${TITLE} is ready`, 'u') }).click();
  await line.getByText('Done', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('creates a scheduled report of a saved view, until the view is deleted', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Tasks');
  const dialog = dialogIn(page);
  const view = `Late ${TITLE}`;
  await page.getByRole('toolbar', { name: 'Status' }).getByRole('button', { name: 'Overdue' }).click();
  await page.getByRole('button', { name: 'Save view' }).click();
  await dialog.getByLabel('Title').fill(view);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view });
  await tab.and(page.locator('[aria-current]')).waitFor();
  const address = page.url();

  // The view is chosen as the content of a report that is created every day.
  await openSavedReports(page);
  await page.getByRole('button', { name: 'New saved report' }).first().click();
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('button', { name: new RegExp(`${label}$`, 'u') }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await dialog.getByLabel('Title').fill(view);
  await choose('Content', 'A saved view');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Choose a view.').waitFor();
  await choose('View', view);
  await dialog.getByText(/^[1-9]\d* tasks?$/u).waitFor();
  await choose('Schedule', 'Daily');
  // Pins that are alike in the first order are in the next one.
  await dialog.getByRole('button', { name: 'Options' }).click();
  await choose('Order of pins', 'Plan');
  await choose('Then by', 'Number');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = page.getByRole('listitem').filter({ hasText: view });
  await saved.getByText('A saved view').waitFor();
  await saved.getByRole('button', { name: `More actions for ${view}` }).click();
  await page.getByRole('menuitem', { name: 'Edit saved report' }).click();
  await dialog.getByRole('button', { name: 'Options' }).click();
  await dialog.getByRole('button', { name: /Number Then by$/u }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await saved.getByText(/^Daily · /u).waitFor();
  await saved.getByRole('button', { name: 'Create now' }).click();
  await saved.getByRole('button', { name: 'Download' }).waitFor();

  // Without the view, no report is created, and the list says why.
  await switchTo(page, address);
  await page.getByRole('button', { name: 'More actions for this view' }).click();
  const deleted = page.waitForResponse((response) => response.url().endsWith('/sync/push'));
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  // The server refuses the report once it knows.
  await deleted;
  await openSavedReports(page);
  const refused = page.waitForResponse((response) => response.url().endsWith('/run'));
  await saved.getByRole('button', { name: 'Create now' }).click();
  const outcome: unknown = await (await refused).json();
  expect(outcome).toMatchObject({ report: null, definition: { problem: 'view_missing' } });
  await saved.getByText('The view was deleted or is no longer shared with the owner.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

async function openSavedReports(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
  await page.getByRole('tab', { name: 'Saved reports' }).click();
}
