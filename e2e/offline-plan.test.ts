// A plan made available offline on a phone: it opens without a network after a restart of the app, and nothing of it
// remains once it is removed.
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialogIn, openBrowser, openDemo, pictureOnFailure, signIn, type Visit, visit } from './browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  visitor = await visit(browser, { ...phone, locale: 'en-GB' });
});
afterAll(async () => {
  await visitor?.close();
});

/** Entries in the stores of downloads, in all databases. Runs in the page. */
async function entriesOnDevice(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of ['downloads', 'files', 'pieces']) {
      if (!database.objectStoreNames.contains(store)) continue;
      const counting = database.transaction(store).objectStore(store).count();
      counts[store] = await new Promise<number>((resolve) => {
        counting.onsuccess = () => resolve((counts[store] ?? 0) + counting.result);
      });
    }
    database.close();
  }
  return counts;
}

it('opens a downloaded plan without a network, and removes all of it', async () => {
  const { page } = visitor;
  const context = page.context();
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await openDemo(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const link = page.getByRole('link', { name: /Ground floor/u }).first();
  const address = (await link.getAttribute('href')) ?? '';
  await page.getByRole('button', { name: /^Actions for .*Ground floor/u }).click();
  await page.getByRole('menuitem', { name: 'Make available offline' }).click();
  await dialogIn(page).getByRole('status').filter({ hasText: 'free on this device' }).waitFor();
  await dialogIn(page).getByRole('button', { name: 'Download' }).click();
  await dialogIn(page).waitFor({ state: 'hidden' });
  // The download continues in the reloaded app.
  await page.goto('/syncStatus');
  await page.getByRole('region', { name: 'Plans on this device' }).getByText('Available offline').waitFor();
  const stored = await page.evaluate(entriesOnDevice);
  expect(stored.downloads).toBe(1);
  expect(stored.pieces).toBeGreaterThan(0);

  await context.setOffline(true);
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/m/tiles/')) tiles.push(request.url());
  });
  await page.goto(address);
  await page.locator('.plv-viewport canvas').first().waitFor();
  const isDrawn = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.plv-viewport canvas');
      const context2d = canvas?.getContext('2d');
      if (!canvas || !context2d || canvas.width === 0) return false;
      const { data } = context2d.getImageData(0, 0, canvas.width, canvas.height);
      // Lines of the drawing are dark; paper and its edge are not.
      for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 200 && (data[at] ?? 255) < 60) return true;
      return false;
    });
  await expect.poll(isDrawn, { timeout: 20_000 }).toBe(true);
  expect(tiles).toEqual([]);

  await context.setOffline(false);
  await page.goto(`${address.split('/').slice(0, 4).join('/')}/removeOffline`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from this device' }).click();
  await expect.poll(() => page.evaluate(entriesOnDevice)).toEqual({ downloads: 0, files: 0, pieces: 0 });
});
