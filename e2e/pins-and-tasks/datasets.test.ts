// A building's room schedule: found, searched, linked to the pins of a room, imported and set inactive; every address
// survives a reload.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, switchTo, type Visit, visit } from '../support/browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
});
afterAll(async () => {
  await visitor?.close();
});

it('links a room to its pins and back, and restores the view after a reload', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.getByRole('link', { name: 'Datasets', exact: true }).click();
  await page.getByRole('link', { name: /Room schedule/u }).click();
  await page.getByRole('searchbox', { name: 'Search records' }).fill('kitchen ground');
  await page.waitForURL(/datasets\/[0-9a-f-]{36}\?search=kitchen\+ground$/u);
  await page.reload();
  const room = page.getByRole('row').filter({ hasText: '0.41' });
  await room.waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('kitchen ground');
  await room
    .getByRole('link', { name: /^#\d+$/u })
    .first()
    .click();
  const record = page.getByRole('link', { name: /0\.41\s*Kitchen/u });
  await record.waitFor();
  await record.click();
  await page.waitForURL(/datasets\/[0-9a-f-]{36}\?search=0\.41$/u);
  await page.getByRole('row').filter({ hasText: 'Kitchen' }).waitFor();
  expect(complaints).toEqual([]);
});

it('imports a table with leading zeros and umlauts, lists its invalid rows, and sets it inactive', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await page.getByRole('link', { name: 'Datasets', exact: true }).last().click();
  const bring = async (name: string, rows: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import dataset' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows, 'latin1') });
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  };
  await bring('Keys.csv', 'Nr;Name\r\n007;Tür zur Küche\r\n008;\r\n');
  const imports = page.getByRole('dialog');
  await imports.getByText('Row 3').first().waitFor();
  await imports.getByRole('button', { name: 'Close', exact: true }).click();
  await bring('Keys.csv', 'Nr;Name\r\n007;Tür zur Küche\r\n008;Café\r\n');
  await imports.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('row').filter({ hasText: '007' }).filter({ hasText: 'Tür zur Küche' }).waitFor();
  await page.getByRole('link', { name: 'Datasets', exact: true }).last().click();
  await page.getByRole('button', { name: 'More actions for Keys', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set inactive' }).click();
  await page.getByRole('button', { name: 'More actions for Keys', exact: true }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await switchTo(page, `/project/${DEMO_PROJECT}/datasets/${crypto.randomUUID()}`);
  await page.getByText("This doesn't exist, or you don't have access to it.").waitFor();
});
