// Imports pins from a list: columns are proposed and changed, rows are checked and imported, and the import is undone.
// A BCF file needs no columns, and leaves as a BCF file again.
import { readFile } from 'node:fs/promises';
import { zipBuffer } from '@plumbline/server/office/zip-write';
import { unzip } from '@plumbline/testkit/interface/files/unzip';
import type { FileChooser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialogIn, openBrowser, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';

/** Chooses a file to import from the list of pins. */
async function chooseFile(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  await page.getByRole('link', { name: 'Pins', exact: true }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import pins' }).click();
  await page.getByRole('button', { name: 'Import pins' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles(file);
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo import' }).click();
  await dialogIn(page).getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Import undone').waitFor();
}

it('imports pins from a list row by row, and undoes the import', async () => {
  const browser = await openBrowser();
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  const list =
    'Betreff;Fällig am;Wo\r\nImported crack;31.12.2026;Säule 4\r\nImported leak;31.02.2026;\r\n;;Achse B\r\n';
  await chooseFile(page, { name: 'defects.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') });

  await page.getByRole('button', { name: 'Column “Betreff”' }).filter({ hasText: 'Title' }).waitFor();
  await page.getByRole('button', { name: 'Column “Wo”' }).click();
  await page.getByRole('option', { name: 'New text field', exact: true }).click();
  await page.getByRole('button', { name: 'Check file' }).click();

  await page.getByText('Fällig am: “31.02.2026” is not a date').waitFor();
  // A skipped row is called as in the file, and one without a title by its number.
  await page.getByText('Imported leak').waitFor();
  await page.getByText('Row 4', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('Done: 1 imported, 2 skipped').waitFor();
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByText('Imported crack').first().waitFor();
  await page.goBack();
  await undo(page);
  expect(complaints).toEqual([]);
  await close();
});

it('imports a BCF file without columns to match, and exports its topic again', async () => {
  const browser = await openBrowser();
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  const guid = crypto.randomUUID();
  const markup = `<Markup><Topic Guid="${guid}"><Title>Imported clash</Title><Stage>Shell</Stage></Topic></Markup>`;
  const files = { 'bcf.version': '<Version VersionId="3.0"/>', [`${guid}/markup.bcf`]: markup };
  const buffer = await zipBuffer(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
  await chooseFile(page, { name: 'clashes.bcf', mimeType: 'application/octet-stream', buffer });
  await page.getByText('Every topic of the file becomes a pin').waitFor();
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('Done: 1 imported').waitFor();

  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByText('Imported clash').first().waitFor();
  // The menu is loaded with the first press on its button, and the focus returns there.
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.click();
  await page.getByRole('menuitem', { name: 'BCF 3.0' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((its) => its === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'BCF 3.0' }).click();
  const exported = unzip(await readFile(await (await download).path()));
  expect(exported.get(`${guid}/markup.bcf`)?.toString()).toContain('<Stage>Shell</Stage>');
  await page.goBack();
  await undo(page);
  expect(complaints).toEqual([]);
  await close();
});

it('ignores clicks on a screen that is being left', async () => {
  const browser = await openBrowser();
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.waitFor();
  const box = await button.boundingBox();
  if (!box) throw new Error('the list of plans has no export');
  const isHit = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.ariaLabel === 'Export', [
      box.x + box.width / 2,
      box.y + box.height / 2,
    ] as const);
  await expect.poll(isHit).toBe(true);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/pins-screen-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Pins', exact: true }).click();
  await expect.poll(isHit).toBe(false);
  // It is pressed in the list of pins once that is there, which stays open.
  const pressed = button.click();
  release();
  await pressed;
  await page.getByRole('menuitem', { name: 'Import pins' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
