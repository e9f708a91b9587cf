// The program on a phone: it opens without a network, and a newer version waits until the user takes it.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DEMO_TITLE, openBrowser, openDemo, pictureOnFailure, signIn, visit } from './browser.ts';

/** Passes everything on to the program; `newer` makes it the version after. */
class Installation {
  newer = false;
  readonly #server: Server;

  constructor(address: string) {
    const target = new URL(address);
    this.#server = createServer((incoming, outgoing) => {
      const { method, url = '/' } = incoming;
      // Small enough to be changed on the way.
      const told = ['/', '/version.json', '/service-worker.js'].includes(url);
      const headers = { ...incoming.headers };
      if (told) {
        for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
      }
      const onward = request(target, { method, path: url, headers }, (reply) => {
        if (!told || !this.newer) {
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
          outgoing.end(text.replace(/("version":"|"plumbline-version" content=")[\da-f]{16}/u, '$10123456789abcdef'));
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
let installation: Installation;
let baseURL: string;
beforeAll(async () => {
  browser = await openBrowser();
  installation = new Installation(inject('url'));
  baseURL = await installation.open();
});
afterAll(async () => {
  await browser?.close();
  await installation?.close();
});

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

it('opens without a network on a phone, and changes to a newer version only when told to', async () => {
  const { page, close } = await visit(browser, { ...PHONE, baseURL });
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await openDemo(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await page.context().setOffline(true);
  await page.reload();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  await page.getByText("You're currently offline.").waitFor();
  await page.context().setOffline(false);

  installation.newer = true;
  const running = () =>
    page.evaluate(() => document.querySelector('meta[name="plumbline-version"]')?.getAttribute('content'));
  const before = await running();
  await page.reload();
  await page.getByText('A new version is ready').waitFor();
  expect(await running()).toBe(before);
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(running).toBe('0123456789abcdef');
  await close();
});

it('says on a desk too that there is a newer version, and keeps no program there', async () => {
  installation.newer = false;
  const { page, complaints, close } = await visit(browser, { baseURL });
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await page.getByText(DEMO_TITLE).first().waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0);
  installation.newer = true;
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
  await page.getByText('A new version is ready').waitFor();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByText(DEMO_TITLE).first().waitFor();
  await expect.poll(() => page.getByText('A new version is ready').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('shows a fault on a page of its own, which leads back to where one was', async () => {
  const { page, close } = await visit(browser);
  pictureOnFailure(page);
  await signIn(page, 'anna');
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
  await page.getByRole('link', { name: 'Back to where you were' }).click();
  await page.waitForURL((url) => url.pathname === before);
  await close();
});
