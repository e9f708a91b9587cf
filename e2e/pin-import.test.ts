// Imports pins from a list: columns are proposed and changed, rows are checked and imported, and the import is undone.
import { expect, it } from 'vitest';
import { dialogIn, openBrowser, pictureOnFailure, signInToDemo, visit } from './browser.ts';

it('imports pins from a list row by row, and undoes the import', async () => {
  const browser = await openBrowser();
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.getByRole('link', { name: 'Pins', exact: true }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import pins' }).click();
  await page.getByRole('button', { name: 'Import pins' }).click();
  const list = 'Betreff;Fällig am;Wo\r\nImported crack;31.12.2026;Säule 4\r\nImported leak;31.02.2026;\r\n';
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({ name: 'defects.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') });

  await page.getByRole('button', { name: 'Column “Betreff”' }).filter({ hasText: 'Title' }).waitFor();
  await page.getByRole('button', { name: 'Column “Wo”' }).click();
  await page.getByRole('option', { name: 'New text field', exact: true }).click();
  await page.getByRole('button', { name: 'Check file' }).click();

  await page.getByText('Fällig am: “31.02.2026” is not a date').waitFor();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('Done: 1 imported, 1 skipped').waitFor();
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByText('Imported crack').first().waitFor();
  await page.goBack();

  await page.getByRole('button', { name: 'Undo import' }).click();
  await dialogIn(page).getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('Import undone').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
