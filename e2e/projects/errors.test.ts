// What users see when something fails: no network, a refused request, other errors, or a part of the program that does
// not load; and how errors reach the operator.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, switchTo, type Visit, visit } from '../support/browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
});
afterAll(async () => {
  await visitor?.close();
});

const toReports = (page: Page) => page.getByRole('link', { name: 'Reports', exact: true }).first().click();
const REPORTS = '**/api/reports/**/reports?*';

it('distinguishes a lost connection from a refused request and from other errors', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'anna');

  await page.route(REPORTS, (route) => route.abort('connectionreset'));
  await toReports(page);
  const lost = page.getByRole('alert').filter({ hasText: 'No connection to the server' });
  await lost.getByRole('button', { name: 'Refresh page' }).waitFor();
  // Once closed, one line with the way to try again remains.
  await lost.getByRole('button', { name: 'Close' }).click();
  await lost.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await lost.waitFor();
  // The request is repeated automatically when the connection is back.
  await page.unroute(REPORTS);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.getByText('Site report').first().waitFor();

  // A busy server is asked three times before an error is shown.
  let requested = 0;
  await page.route(REPORTS, (route) => {
    requested += 1;
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unavailable', error_description: 'Come back later' }),
    });
  });
  await page.reload();
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  expect(requested).toBe(3);
  await expect.poll(() => page.getByRole('button', { name: 'Show details' }).count()).toBe(0);

  await page.unroute(REPORTS);
  await page.route(REPORTS, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.getByText(/^SyntaxError: /u).waitFor();

  await page.unroute(REPORTS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Site report').first().waitFor();
});

it('offers a reload when a part of the program fails to load, and keeps form input where it can', async () => {
  const { page, close } = await visit(browser);
  pictureOnFailure(page);

  // The program itself: after a while the page says what to do.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/home');
  const notStarted = page.getByText('Plumbline has not started yet.');
  await notStarted.waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await notStarted.waitFor();
  await page.unroute('**/assets/*.js');

  // The texts of a screen before signing in.
  await page.goto('/home');
  await page.route('**/assets/en-rest-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: "Part of the app couldn't be loaded" }).waitFor();
  await page.unroute('**/assets/en-rest-*.js');
  await page.getByRole('button', { name: 'Refresh page' }).click();
  await page.waitForURL('/register');
  await page.getByLabel('First name').waitFor();

  await signIn(page, 'anna');

  // A screen: the error page offers a reload, which then shows the screen.
  await page.route('**/assets/all-reports-screen-*.js', (route) => route.abort());
  await toReports(page);
  await page.getByRole('heading', { name: "Part of the app couldn't be loaded" }).waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe('/reports');
  await page.unroute('**/assets/all-reports-screen-*.js');
  await page.getByRole('button', { name: 'Refresh page' }).click();
  await page.getByRole('searchbox', { name: 'Search reports' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/reports');

  // A dialog over a form: the form keeps its input.
  await switchTo(page, '/project/new');
  await page.getByLabel('Title').fill('Not to be lost');
  await page.route('**/assets/help-dialog-*.js', (route) => route.abort());
  await page.getByRole('button', { name: /Anna Berger/u }).click();
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click();
  const missing = page.getByRole('alertdialog', { name: "Part of the app couldn't be loaded" });
  await missing.waitFor();
  await missing.getByRole('button', { name: 'Close' }).click();
  await missing.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Not to be lost');
  await close();
});

it('never interprets text as markup or script', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  const went = await page.evaluate(async () => {
    const tries: Record<string, () => unknown> = {
      markup: () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x onerror=alert(1)>' }),
      'nothing at all': () => Object.assign(document.createElement('div'), { innerHTML: '' }),
      document: () => new DOMParser().parseFromString('<p>', 'text/html'),
      frame: () => Object.assign(document.createElement('iframe'), { srcdoc: '<p>' }),
      'text of a script': () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
      'address of a script': () => Object.assign(document.createElement('script'), { src: '/assets/a.js' }),
      timer: () => setTimeout('alert(1)' as unknown as () => void),
      worker: () => new Worker('/assets/a.js'),
      'service worker': () => navigator.serviceWorker.register('/service-worker.js'),
      ...Object.fromEntries(
        // The program's own policies exist already.
        ['other', 'default', 'plumbline'].map((name) => [
          `policy ${name}`,
          () => (globalThis as unknown as Factory).trustedTypes.createPolicy(name, { createHTML: (text) => text }),
        ]),
      ),
    };
    type Factory = {
      trustedTypes: { createPolicy(name: string, rules: { createHTML(text: string): string }): unknown };
    };
    const done: string[] = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt();
        done.push(name);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
    return done;
  });
  expect(went).toEqual([]);
});

it('keeps an error until it can be sent to the operator', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('plumbline.faults') ?? '[]').length as number);
  await switchTo(page, `/project/${DEMO_PROJECT}`);
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  await expect.poll(kept).toBe(0);
  await page.context().setOffline(true);
  await page.evaluate(() => void Promise.reject(new TypeError('made by hand, without a network')));
  await expect.poll(kept).toBe(1);
  await page.context().setOffline(false);
  await expect.poll(kept).toBe(0);
});
