// An archive is requested in the browser, its page opens from the disk without a server, and it becomes a project again.
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unpack, unzip } from '@plumbline/testkit/interface/files/unzip';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  DEMO_TITLE,
  dialogIn,
  openBrowser,
  pictureOnFailure,
  questionOn,
  signIn,
  switchTo,
  visit,
} from '../support/browser.ts';

it('exports a project whose archive opens from the disk, and imports it as another project', async () => {
  const browser = await openBrowser();
  const manager = await visit(browser);
  pictureOnFailure(manager.page);
  await signIn(manager.page, 'anna');
  await manager.page.getByRole('button', { name: `Actions for ${DEMO_TITLE}` }).click();
  await manager.page.getByRole('menuitem', { name: 'Export archive' }).click();
  const dialog = dialogIn(manager.page);
  await dialog.getByRole('button', { name: 'Create archive' }).click();
  const link = dialog.getByRole('link', { name: 'Download' });
  await link.waitFor({ timeout: 60_000 });
  const download = manager.page.waitForEvent('download');
  await link.click();
  const downloads = await mkdtemp(path.join(tmpdir(), 'plumbline-archive-'));
  const archive = path.join(downloads, 'Lindenhof.zip');
  await (await download).saveAs(archive);
  const files = unzip(await readFile(archive));
  expect(manager.complaints).toEqual([]);
  await importAgain(manager.page, archive);
  // The refused title.
  expect(manager.complaints).toEqual([expect.stringMatching(/409 .*\/mapping$/u)]);
  await undoImport(manager.page);
  // The device may ask for the project once more before it learns that it is gone.
  expect(manager.complaints.slice(1).filter((complaint) => !/403 .*\/sync\/pull\?/u.test(complaint))).toEqual([]);
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
  const verified = page.locator('#verification');
  const chooseFolder = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Verify archive' }).click();
    await (await chooser).setFiles(folder);
  };
  await chooseFolder();
  // The organisation of a journey is a copy, and the history names the original.
  const history = /^Lindenhof.*: the history was altered at change 1$/u;
  await expect.poll(() => verified.innerText()).toMatch(history);
  await appendFile(path.join(folder, 'schema.json'), ' ');
  await chooseFolder();
  await expect.poll(() => verified.innerText()).toContain('schema.json was changed');

  await page.getByRole('combobox').last().selectOption('de');
  await verified.getByText('schema.json wurde verändert', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Aufgaben', exact: true }).waitFor();
  expect(errors).toEqual([]);
  expect([...requested].filter((protocol) => protocol !== 'file:')).toEqual([]);
  await context.close();
  for (const made of [folder, downloads]) await rm(made, { recursive: true });
});

/** Imports the archive and opens a plan of the new project. */
async function importAgain(page: Page, archive: string): Promise<void> {
  await switchTo(page, '/project/new');
  await page.getByRole('link', { name: 'Import archive' }).click();
  await page.locator('input[type=file]').setInputFiles(archive);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.waitFor({ timeout: 60_000 });
  const start = page.getByRole('button', { name: 'Import project' });
  await start.click();
  await page.getByText('Title is not available').waitFor();
  await title.fill('Lindenhof again');
  await start.click();
  await page.getByRole('link', { name: 'Open project' }).click({ timeout: 90_000 });
  await page.getByText('Lindenhof again').first().waitFor();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  await page.locator('canvas').first().waitFor();
}

async function undoImport(page: Page): Promise<void> {
  await switchTo(page, '/migrations');
  await page.getByRole('link', { name: /Lindenhof.zip/u }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await questionOn(page).getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('button', { name: 'Import project' }).waitFor();
}
