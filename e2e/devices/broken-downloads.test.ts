// The connection breaks in each way in each kind of request that a download makes: it continues by itself, and the plan
// is then whole on the device. A plan that is not says so while the server cannot be reached.
import type { ConnectionFault } from '@plumbline/testkit/simulator/browser-server';
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BreakingProxy, startBreakingProxy } from '../support/breaking-proxy.ts';
import { dialogIn, installation, openBrowser, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';
import { isPlanDrawn } from '../support/downloaded.ts';

const FAULTS: readonly ConnectionFault[] = ['unheard', 'half answered', 'portal'];
const KINDS = [
  'GET /api/v2/sync/pull',
  'POST /api/v2/files/links',
  'GET /api/plans-api/v3.1/projects/:id/revisions/:id/pack',
  'POST /api/v2/files/bundle',
  'GET /api/v2/users/avatars',
];
/** The drawing and the files of its sheet, each of which breaks. */
const ORIGINALS = 2;

let browser: Browser;
let proxy: BreakingProxy;
beforeAll(async () => {
  browser = await openBrowser();
  proxy = await startBreakingProxy(installation().url);
});
afterAll(() => proxy?.close());

/** The user returns to the app again and again, so that no delay before a retry is waited for. Runs in the page. */
function keepReturning(): void {
  setInterval(() => globalThis.dispatchEvent(new Event('online')), 200);
}

it('downloads a plan over a connection that breaks in every kind of request', async () => {
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  const { page } = await visit(browser, { ...phone, locale: 'en-GB', baseURL: proxy.origin });
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const link = page.getByRole('link', { name: /Ground floor/u }).first();
  const address = (await link.getAttribute('href')) ?? '';
  const other =
    (await page
      .getByRole('link', { name: /First floor/u })
      .first()
      .getAttribute('href')) ?? '';
  await page.getByRole('button', { name: /^Actions for .*Ground floor/u }).click();
  await page.getByRole('menuitem', { name: 'Make available offline' }).click();
  await dialogIn(page).getByRole('status').filter({ hasText: 'free on this device' }).waitFor();
  await page.addInitScript(keepReturning);
  const calls = new Map<string, number>();
  proxy.fault = (call) => {
    const count = calls.get(call) ?? 0;
    calls.set(call, count + 1);
    return FAULTS[count];
  };
  await dialogIn(page).getByRole('button', { name: 'Download' }).click();
  await dialogIn(page).waitFor({ state: 'hidden' });
  // The download continues in the reloaded app.
  await page.goto('/syncStatus');
  const plans = page.getByRole('region', { name: 'Plans on this device' });
  await plans.getByText('Available offline').waitFor({ timeout: 60_000 });
  expect(KINDS.filter((kind) => (calls.get(kind) ?? 0) <= FAULTS.length)).toEqual([]);
  const originals = [...calls].filter(([call, count]) => call.endsWith('/original') && count > FAULTS.length);
  expect(originals.length).toBeGreaterThanOrEqual(ORIGINALS);
  await page.context().setOffline(true);
  await page.goto(address);
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);

  // On a network without the server, a plan that is not here offers to be downloaded; it opens once the server is back.
  proxy.fault = () => 'portal';
  await page.context().setOffline(false);
  await page.goto(other);
  await page.getByRole('button', { name: 'Download when online' }).waitFor();
  proxy.fault = () => undefined;
  await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
});
