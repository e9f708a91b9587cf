// An archive is requested in the browser, and its page opens from the disk without a server: plans, pins, tasks, history.
import { readFile, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { unpack, unzip } from '@plumbline/testkit/interface/files/unzip';
import { expect, it } from 'vitest';
import { DEMO_TITLE, dialogIn, openBrowser, pictureOnFailure, signIn, visit } from './browser.ts';

it('exports a project whose archive opens from the disk', async () => {
  const browser = await openBrowser();
  const manager = await visit(browser);
  pictureOnFailure(manager.page);
  await signIn(manager.page, 'anna');
  await manager.page.goto('/');
  await manager.page.getByRole('button', { name: `Actions for ${DEMO_TITLE}` }).click();
  await manager.page.getByRole('menuitem', { name: 'Export archive' }).click();
  const dialog = dialogIn(manager.page);
  await dialog.getByRole('button', { name: 'Create archive' }).click();
  const download = manager.page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click({ timeout: 60_000 });
  const files = unzip(await readFile(await (await download).path()));
  expect(manager.complaints).toEqual([]);
  await manager.close();

  const folder = await unpack(files);
  const context = await browser.newContext({ offline: true, locale: 'en' });
  const page = await context.newPage();
  const errors: string[] = [];
  const requested = new Set<string>();
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => requested.add(new URL(request.url()).protocol));
  await page.goto(pathToFileURL(`${folder}/index.html`).href);
  await page.getByRole('heading', { name: DEMO_TITLE }).waitFor();

  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  const tile = page.locator('.sheet img').first();
  await expect.poll(() => tile.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('.sheet .pin').first().waitFor();

  await page.getByRole('link', { name: 'Pins', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('#1 ');
  await page.getByRole('link', { name: /#1 / }).first().click();
  await page.getByText('Created by').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  for (const tab of ['Tasks', 'Photos', 'Members', 'History']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.locator('main .card').first().waitFor();
  }
  await page.getByRole('combobox').last().selectOption('de');
  await page.getByRole('link', { name: 'Aufgaben', exact: true }).waitFor();
  expect(errors).toEqual([]);
  expect([...requested].filter((protocol) => protocol !== 'file:')).toEqual([]);
  await context.close();
  await rm(folder, { recursive: true });
});
