// A plan made available offline on a phone: it opens without a network after a restart of the app, and nothing of it
// remains once it is removed.
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  openBrowser,
  pictureOnFailure,
  questionOn,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
  withoutWorker,
} from '../support/browser.ts';
import { downloadedEntries, isPlanDrawn } from '../support/downloaded.ts';

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

/** Whether a first frame of the plan was shown before the app had started. */
type FirstFrame = { early?: boolean };

/** Runs before anything else in the page. */
function watchFirstFrame(): void {
  const found: FirstFrame = {};
  Object.assign(globalThis, { firstFrame: found });
  new MutationObserver(() => {
    if (found.early === undefined && document.querySelector('.plan-first:not([hidden])'))
      found.early = document.querySelector('.not-started') !== null;
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

const firstFrame = (): FirstFrame => (globalThis as unknown as { firstFrame: FirstFrame }).firstFrame;

/** Forgets the key that is stored next to the content, as when the session ends. Runs in the page. */
async function lockStore(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result);
    });
    const tx = database.transaction('device', 'readwrite');
    tx.objectStore('device').delete('held');
    await new Promise((resolve) => {
      tx.oncomplete = resolve;
    });
    database.close();
  }
}

it('opens a downloaded plan offline, and deletes the whole download', async () => {
  const { page } = visitor;
  const context = page.context();
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
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
  const stored = await page.evaluate(downloadedEntries);
  expect(stored.downloads).toBe(1);
  expect(stored.pieces).toBeGreaterThan(0);

  await context.setOffline(true);
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/m/tiles/')) tiles.push(request.url());
  });
  await page.goto(address);
  await page.locator('.plv-viewport canvas').first().waitFor();
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
  expect(tiles).toEqual([]);

  // The place of the drawing on the screen is known from now on: it is there before the app.
  await page.addInitScript(watchFirstFrame);
  await page.reload();
  await expect.poll(() => page.evaluate(firstFrame)).toEqual({ early: true });
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
  await page.locator('.plan-first').waitFor({ state: 'detached' });
  expect(tiles).toEqual([]);

  // Of earlier revisions only the rows are here.
  const [, , project, plan] = address.split('/');
  await page.goto(`/project/${project}/planVersions/${plan}`);
  await page.getByRole('link', { name: 'Revision A' }).first().click();
  await page.getByText("This revision isn't on this device").waitFor();
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.waitForURL(/\/compare\//u);
  await page.getByText("This revision isn't on this device").waitFor();

  // Without the key nothing is shown, until the server gives its half.
  await page.evaluate(lockStore);
  await page.goto(address);
  await page.getByRole('banner').waitFor();
  await expect.poll(() => page.evaluate(firstFrame)).toEqual({});

  await context.setOffline(false);
  await page.goto(`${address.split('/').slice(0, 4).join('/')}/removeOffline`);
  await questionOn(page).getByRole('button', { name: 'Remove from this device' }).click();
  await expect.poll(() => page.evaluate(downloadedEntries)).toEqual({ downloads: 0, files: 0, pieces: 0 });
  // It leads back to the list.
  await questionOn(page).waitFor({ state: 'detached' });

  await switchTo(page, `${address.split('/').slice(0, 4).join('/')}/removeOffline`);
  await dialogIn(page).getByText("This plan isn't on this device").waitFor();

  // Without the download, the plan offers one for when there is a network again.
  await context.setOffline(true);
  await page.goto(`${address.split('/').slice(0, 4).join('/')}/offline`);
  await dialogIn(page).getByText('It will be downloaded when this device is online.').waitFor();
  await dialogIn(page).getByRole('button', { name: 'Download when online' }).waitFor();
  await switchTo(page, address);
  await page.getByText("This plan isn't on this device").waitFor();
  await page.getByRole('button', { name: 'Download when online' }).click();
  await page.getByText('It will be downloaded when this device is online.').waitFor();
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
  await switchTo(page, '/syncStatus');
  await page.getByRole('region', { name: 'Plans on this device' }).getByText('Available offline').waitFor();

  // So do photos of other plans.
  await context.setOffline(true);
  await page.goto(`${address.split('/').slice(0, 3).join('/')}/media/gallery`);
  await page.getByText("Some photos or files aren't on this device.").waitFor();
  await page.getByRole('button', { name: 'Download when online' }).click();
  await page.getByText('They will be downloaded when this device is online.').waitFor();
  await context.setOffline(false);
  await page.goto('/syncStatus');
  const plans = page.getByRole('region', { name: 'Plans on this device' });
  await expect.poll(() => plans.getByRole('listitem').count()).toBeGreaterThan(1);
  await plans.getByText('Downloading').first().waitFor({ state: 'hidden' });
  await context.setOffline(true);
  await page.goBack();
  await page.locator('.gallery-tile img').first().waitFor();
  await expect
    .poll(() =>
      page
        .locator('.gallery-tile img')
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  await page.getByText("Some photos or files aren't on this device.").waitFor({ state: 'hidden' });
});

/** The clock of the device is a year ahead, until `jump` sets it otherwise. Runs in the page. */
function wrongClock(): void {
  const Real = Date;
  let ahead = 365 * 86_400_000;
  class Wrong extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Wrong.now());
      else super(...given);
    }
    static override now(): number {
      return Real.now() + ahead;
    }
  }
  const jump = (days: number) => {
    ahead = days * 86_400_000;
  };
  Object.assign(globalThis, { Date: Wrong, jump });
}

it('shows plans and photos and sends edits while the device clock is years off and jumps', async () => {
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  const { page, complaints } = await visit(browser, { ...phone, locale: 'en-GB' });
  pictureOnFailure(page);
  await page.addInitScript(wrongClock);
  await withoutWorker(page);
  await signInToDemo(page, 'anna');
  const [, , project] = new URL(page.url()).pathname.split('/');
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
  await switchTo(page, `/project/${project}/media/gallery`);
  await page.locator('.gallery-tile img').first().waitFor();
  await switchTo(page, `/project/${project}/pins`);
  await page.getByText('Sprinkler valve').first().click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  for (const [at, days] of [-9_000, 12_000, 0].entries()) {
    await page.evaluate(`jump(${days})`);
    const saved = page.waitForResponse((one) => one.url().endsWith('/sync/push'));
    await notes.fill(`Seen by clock ${at}`);
    await notes.press('Tab');
    expect((await saved).ok()).toBe(true);
  }
  await page.reload();
  await expect.poll(() => notes.inputValue()).toBe('Seen by clock 2');
  expect(complaints).toEqual([]);
});
