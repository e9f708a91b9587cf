// Imports people from a list with unknown column names: columns mapped, rows checked and imported, rejected rows
// downloaded.
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

/** Keeps names unique across runs against the same program. */
const mark = crypto.randomUUID().slice(0, 6);

it('imports a team from a list row by row, and returns the rows to be corrected', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('link', { name: 'Import people' }).click();
  await page.getByRole('button', { name: 'Import from list' }).click();
  const list = `Kontakt;Wer;Gewerk\r\nzoe.${mark}@example.org;Zoë Zäuner;Türen\r\nno address;Ben;Dach\r\nzoe.${mark}@example.org;Zoë again;\r\n`;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') });

  // Two column names are unknown. The list cannot be checked until the email column is chosen.
  await page.getByText('Choose the column with the email address.').waitFor();
  // A large dialog: 80 % of the window.
  await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(0.8 * 1440);
  await expect.poll(() => page.getByRole('button', { name: 'Check list' }).isDisabled()).toBe(true);
  for (const [column, holds] of [
    ['Kontakt', 'Email'],
    ['Wer', 'Full name'],
  ] as const) {
    await page.getByRole('button', { name: `Column “${column}”` }).click();
    await page.getByRole('option', { name: holds, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Check list' }).click();

  await page.getByText('“no address” is not an email address').waitFor();
  await page.getByText('Already in row 2').waitFor();
  await page.getByRole('button', { name: 'Import 1 person' }).click();
  await page.getByText('Done: 1 imported, 2 skipped').waitFor();
  await page.getByText('Invited', { exact: true }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download rows with problems' }).click(),
  ]);
  const file = await readFile(await saved.path(), 'utf8');
  expect(file).toContain('no address,Ben,Dach,3,“no address” is not an email address');

  await page.getByRole('link', { name: 'Team' }).first().click();
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('Zäuner');
  await page.getByText(`zoe.${mark}@example.org`).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
