// The program on a phone: it opens offline, and a newer version waits until the user accepts it.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_PROJECT, planId } from '@plumbline/server/features/demo/ids';
import { type Browser, devices, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  DEMO_TITLE,
  installation,
  openBrowser,
  openDemo,
  pictureOnFailure,
  signIn,
  signInAt,
  signInToDemo,
  type Visit,
  visit,
} from '../support/browser.ts';

/** A proxy to the program; it reports `newer` as its version, and refuses edits as a busy server does while `closed`. */
class Passage {
  newer: string | undefined;
  closed = false;
  readonly #server: Server;

  constructor(address: string) {
    const target = new URL(address);
    this.#server = createServer((incoming, outgoing) => {
      const { method, url = '/' } = incoming;
      // These replies are small enough to be rewritten. Every address of the program returns the same page.
      const expected =
        ['/version.json', '/service-worker.js'].includes(url) ||
        incoming.headers.accept?.includes('text/html') ||
        url === '/';
      if (this.closed && url.endsWith('/sync/push')) {
        incoming.resume();
        outgoing.writeHead(503).end();
        return;
      }
      const headers = { ...incoming.headers };
      if (expected) {
        for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
      }
      const onward = request(target, { method, path: url, headers }, (reply) => {
        if (!expected || !this.newer) {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
          return;
        }
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { 'content-length': _, ...others } = reply.headers;
          outgoing.writeHead(reply.statusCode ?? 502, others);
          outgoing.end(text.replace(/("version":"|"plumbline-version" content=")[\da-f]{16}/u, `$1${this.newer}`));
        });
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let browser: Browser;
let passage: Passage;
let baseURL: string;
beforeAll(async () => {
  browser = await openBrowser();
  passage = new Passage(installation().url);
  baseURL = await passage.open();
});
afterAll(async () => {
  await passage?.close();
});

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

/** Whether a whole project is stored on the device. Runs in the page. */
async function holdsProject(): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    const held = await new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('projects')) return resolve(false);
        const reading = database.transaction('projects').objectStore('projects').getAll();
        reading.onsuccess = () => {
          database.close();
          resolve((reading.result as { load: unknown }[]).some(({ load }) => load === null));
        };
      };
    });
    if (held) return true;
  }
  return false;
}

const running = (page: Page) =>
  page.evaluate(() => document.querySelector('meta[name="plumbline-version"]')?.getAttribute('content'));

/** Loads the whole demo project on a phone; then a newer version is fetched and waits. */
async function withNewer(): Promise<Visit> {
  const visitor = await visit(browser, { ...PHONE, baseURL });
  const { page } = visitor;
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(holdsProject);
  await opensOffline(page);
  await offer(page, '0123456789abcdef');
  return visitor;
}

/** The program reports a newer version, which is fetched and waits. */
async function offer(page: Page, version: string): Promise<void> {
  passage.newer = version;
  const before = await running(page);
  await page.reload();
  await page.getByText('A new version is available').waitFor();
  await expect.poll(() => running(page)).toBe(before);
}

async function opensOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("You're currently offline.").waitFor();
  await page.context().setOffline(false);
}

it('updates on a phone only when accepted, keeps pending edits, and starts even if the browser delays it', async () => {
  const { page, close } = await withNewer();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  passage.closed = true;
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByText('Sprinkler valve').first().click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Written in the older version');
  await notes.press('Tab');
  await page
    .getByText(/1 change waiting/u)
    .first()
    .waitFor({ state: 'attached' });
  const address = page.url();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => running(page)).toBe('0123456789abcdef');
  passage.closed = false;
  await signInAt(page, 'anna', '/syncStatus');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('All changes saved').first().waitFor();
  const desk = await visit(browser);
  await signInAt(desk.page, 'anna', new URL(address).pathname);
  await expect
    .poll(() => desk.page.getByRole('textbox', { name: 'Notes' }).inputValue())
    .toBe('Written in the older version');
  await desk.close();

  // One that is newer still starts even if the browser keeps it waiting.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await offer(page, 'fedcba9876543210');
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => running(page)).toBe('fedcba9876543210');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  // The newer version is stored for offline use as well.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await signIn(page, 'anna');
  await opensOffline(page);
  await expect.poll(() => running(page)).toBe('fedcba9876543210');
  await close();
});

/** Anna at a desk. */
let desk: Visit;

it('announces a newer version on a desktop too, without caching the app there', async () => {
  passage.newer = undefined;
  desk = await visit(browser, { baseURL });
  const { page, complaints } = desk;
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await page.getByText(DEMO_TITLE).first().waitFor();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)))
    .toBe(0);
  // Two checks overlap, and the response to the first arrives last: it is outdated and must change nothing.
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    '**/version.json',
    async (route) => {
      const response = await route.fetch();
      arrive();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const look = () => page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
  passage.newer = undefined;
  await look();
  await requested;
  passage.newer = '0123456789abcdef';
  await look();
  await page.getByText('A new version is available').waitFor();
  const late = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/version.json'));
  release();
  await late;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect.poll(() => page.getByText('A new version is available').count()).toBe(1);
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByText(DEMO_TITLE).first().waitFor();
  await expect.poll(() => page.getByText('A new version is available').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('shows an error on its own page, which leads back to the previous one', async () => {
  const { page, close } = desk;
  pictureOnFailure(page);
  await openDemo(page, 'Tasks');
  const before = new URL(page.url()).pathname;
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new TypeError('made by hand');
      }),
  );
  await page.waitForURL((url) => url.pathname === '/javascriptError' && url.searchParams.get('from') === before);
  await page.getByRole('button', { name: 'Show details' }).click();
  await page.getByText('TypeError: made by hand').waitFor();
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.waitForURL((url) => url.pathname === before);
  await close();
});

/** Kilobytes of script loaded with a page, in the encodings that browsers request over HTTPS. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<number> {
  const scripts = new Set<string>();
  const heard = (request: Request) => request.resourceType() === 'script' && scripts.add(request.url());
  page.on('request', heard);
  await open();
  page.off('request', heard);
  const sizes = [...scripts].map(async (url) => {
    const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    return Number(response.headers.get('content-length')) / 1_000;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

it('loads little script on the first visit', async () => {
  const first = await visit(browser);
  pictureOnFailure(first.page);
  const signInPage = await scriptsOf(first.page, async () => {
    await first.page.goto('/');
    await first.page.getByLabel('Email', { exact: true }).waitFor();
  });
  await signInAt(first.page, 'anna', `/project/${DEMO_PROJECT}/${planId('A-102')}/split`);
  await first.page.getByRole('button', { name: 'Add pin' }).waitFor();
  const client = await first.page.context().newCDPSession(first.page);
  await client.send('Network.clearBrowserCache');
  const plan = await scriptsOf(first.page, async () => {
    await first.page.reload();
    await first.page.getByRole('button', { name: 'Add pin' }).waitFor();
    await first.page.getByRole('link', { name: /^Notifications/u }).waitFor();
    // The list next to the plan comes from the store on the device, which loads last.
    await first.page
      .getByText(/^#\d+$/u)
      .first()
      .waitFor();
  });
  expect(signInPage).toBeGreaterThan(100);
  expect(signInPage).toBeLessThan(200);
  expect(plan).toBeGreaterThan(signInPage);
  expect(plan).toBeLessThan(425);
  await first.close();
});
