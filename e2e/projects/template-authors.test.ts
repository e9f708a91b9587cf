// An author of templates finds placeholders with values of the project, copies one, and tries a template with real pins.
import { readFile } from 'node:fs/promises';
import { openWord, p, wordFile } from '@plumbline/server/features/reports/fixtures/word';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialogIn, openBrowser, pictureOnFailure, signInToDemo, type Visit, visit } from '../support/browser.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let browser: Browser;
let author: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  author = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => author?.close());

it('copies a placeholder, downloads a sample, and fills an uploaded file before it becomes a template', async () => {
  const { page, complaints } = author;
  pictureOnFailure(page);
  const dialog = dialogIn(page);
  await signInToDemo(page, 'anna', 'Reports');
  await page.getByRole('tab', { name: 'Templates' }).click();

  await page.getByRole('button', { name: 'Placeholders' }).click();
  await dialog.getByRole('searchbox', { name: 'Search placeholders' }).fill('task due');
  const line = dialog.getByRole('listitem').filter({ hasText: '{task.dueDate}' });
  await line.getByText(/\d{4}/u).waitFor();
  await expect.poll(() => dialog.getByText('{pin.title}', { exact: true }).count()).toBe(0);
  await line.getByRole('button', { name: 'Copy {task.dueDate}' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('{task.dueDate}');
  const [sample] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Sample (Word)' }).click(),
  ]);
  expect(sample.suggestedFilename()).toBe('Sample template.docx');
  await dialog.getByRole('button', { name: 'Close' }).click();

  const first = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add template' }).click();
  await (await first).setFiles({ name: 'Nothing.docx', mimeType: DOCX, buffer: Buffer.alloc(0) });
  await dialog.getByText('Nothing.docx is empty.').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose file again' }).click();
  const body = p('{report.title}: {#pins}{pin.title}; {/pins}') + p('{#pins}{pin.field [title: "Nowhere"]}{/pins}');
  await (await chooser).setFiles({ name: 'Our list.docx', mimeType: DOCX, buffer: await wordFile(body) });
  await dialog.getByText('All placeholders are correct.').waitFor();
  await dialog.getByText('{pin.field [title: "Nowhere"]}: this project has no such field or rating').waitFor();
  const [filled] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download filled file' }).click(),
  ]);
  const { lines } = await openWord(await readFile(await filled.path()));
  expect(lines()[0]).toMatch(/^Our list: .+; .+; /u);
  await dialog.getByRole('button', { name: 'Add template' }).click();
  await dialog.waitFor({ state: 'detached' });

  const template = page.getByRole('listitem').filter({ hasText: 'Statistics' });
  await template.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('img', { name: 'Page 1' }).waitFor();
  expect(complaints).toEqual([]);
});
