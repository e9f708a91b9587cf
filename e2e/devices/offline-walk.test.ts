// Every screen on a phone in airplane mode: each shows its content, or says that it needs a connection; none loads
// forever. With OFFLINE_WALK_PICTURES=<folder>, the program is started at each address, and the screens are saved as
// pictures.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentPlaces, MANAGEMENT_PLACES, ORGANISATION_PLACES, PLAN_PLACES } from '../accessibility/places.ts';
import { openBrowser, signInToDemo, switchTo, type Visit, visit } from '../support/browser.ts';

const PICTURES = process.env.OFFLINE_WALK_PICTURES;
const NO_GROUP = '00000000-0000-4000-8000-000000000000';
/** Each area of the app once; the second addresses of a route open the same screen. */
const SAMPLE =
  /^\/(?:$|home$|reports$|syncStatus|userSettings$|userManagement$|notifications)|\/project\/[^/]+(?:$|\/(?:pins|groups|tasks|datasets|media|reports|team|dashboard|settings)$|\/[^/]+\/(?:split|offline)$|\/planVersions\/[^/]+$)/u;
/** The program is started outside of a project, in one, and on plans; from there, screens are switched. */
const STARTS = /^\/$|\/project\/[0-9a-f-]{36}(?:$|\/[0-9a-f-]{36}\/split$)/u;
const ALL = [...ORGANISATION_PLACES, ...PLAN_PLACES, ...contentPlaces(NO_GROUP), ...MANAGEMENT_PLACES];

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  visitor = await visit(browser, { ...phone, viewport: { width: 390, height: 844 }, locale: 'en-GB' });
});
afterAll(async () => {
  await visitor?.close();
});

/** What a screen shows. Runs in the page. */
function seen(): { isLoading: boolean; words: string; ways: number } {
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const isLoading = shown('.ui-spinner, .ui-skeleton, .ui-skeleton-lines, [aria-busy="true"]').length > 0;
  const places = shown('main, [role="dialog"], [role="alertdialog"]');
  const words = places.map((one) => (one as HTMLElement).innerText).join(' ');
  return { isLoading, words: words.trim(), ways: shown('a[href], button').length };
}

/** A screen with fewer letters says nothing useful. */
const MIN_LETTERS = 5;

/** What is wrong with the screen that is open, if anything. */
async function problemAt(page: Page): Promise<string | undefined> {
  // A screen may be empty for a moment between two of its states.
  const isUseful = async () => {
    const { isLoading, words, ways } = await page.evaluate(seen);
    return !isLoading && words.length >= MIN_LETTERS && ways > 0;
  };
  const useful = await expect
    .poll(isUseful, { timeout: 10_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  if (PICTURES !== undefined) {
    const name = new URL(page.url()).pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, 'id').replaceAll(/\W+/gu, '-');
    await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  }
  if (useful) return undefined;
  const { isLoading, words, ways } = await page.evaluate(seen);
  if (isLoading) return 'loads forever';
  return ways === 0 ? 'is a dead end' : `shows only “${words}”`;
}

it('shows useful content on every screen while offline', { timeout: 400_000 }, async () => {
  const { page } = visitor;
  if (PICTURES !== undefined) await mkdir(PICTURES, { recursive: true });
  await signInToDemo(page, 'anna');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const problems: Record<string, string> = {};
  const addresses = PICTURES === undefined ? ALL.filter((one) => SAMPLE.test(one)) : ALL;
  for (const address of addresses) {
    if (PICTURES !== undefined || STARTS.test(address)) await page.goto(address);
    else await switchTo(page, address);
    const problem = await problemAt(page);
    if (problem !== undefined) problems[address] = problem;
  }
  expect(problems).toEqual({});
});
