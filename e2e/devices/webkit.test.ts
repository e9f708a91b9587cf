// The app in the engine of Safari, as a phone and over HTTPS: what is entered stays and is sent once, also when the page is
// left and loaded again, and without a network. Runs on demand: npm run test-long -- webkit.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@plumbline/server/db/pool';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import { expect, it, onTestFinished } from 'vitest';
import { startBreakingProxy } from '../support/breaking-proxy.ts';
import { emailOfKey, installation } from '../support/browser.ts';
import { makePhoto } from '../support/drawings.ts';
import { startWebKit } from '../support/webkit-browser.ts';

const PROJECT = `/project/${DEMO_PROJECT}`;
const SCREENS = [PROJECT, `${PROJECT}/pins`, `${PROJECT}/tasks/board`, `${PROJECT}/tasks/calendar`, `${PROJECT}/media`];
const TAB = '\uE004';
const ENTER = '\uE007';

/** How often this text of a pin was written on the server. */
async function timesWritten(notes: string): Promise<number> {
  const pool = openPool(installation().rootUrl, { warn() {} }, 1);
  try {
    const found = await pool.query("SELECT FROM change WHERE entity = 'pin' AND after->>'notes' = $1", [notes]);
    return found.rowCount ?? 0;
  } finally {
    await pool.end();
  }
}

it.runIf(process.env.WEBKIT)(
  'keeps and sends input in WebKit, even after leaving the page',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-webkit-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [photo, file] = [path.join(folder, 'hinge.jpg'), path.join(folder, 'door list.txt')];
    await writeFile(photo, await makePhoto('#7090a0'));
    await writeFile(file, 'Door 7');
    const proxy = await startBreakingProxy(installation().url, { isSecure: true });
    onTestFinished(() => proxy.close());
    const page = await startWebKit();
    const shows = (text: string) => page.until(`return document.body.innerText.includes(${JSON.stringify(text)})`);
    const isAt = (address: string) => page.until(`return location.pathname === ${JSON.stringify(address)}`);
    const isLoaded = () =>
      page.until(
        `return document.querySelector('main') !== null && document.querySelector('.ui-skeleton, .ui-spinner') === null`,
      );
    const button = (text: string) => `//button[contains(., '${text}') and not(@disabled)]`;
    const field = (label: string) => `//textarea[@aria-label='${label}']`;
    const holds = (label: string, value: string) =>
      page.until(
        `return document.querySelector('textarea[aria-label="${label}"]')?.value === ${JSON.stringify(value)}`,
      );

    const listsFile = () =>
      page.until(`return document.querySelector('.media-file-list')?.innerText.includes('door list.txt')`);

    await page.open(`${proxy.origin}/home`);
    await page.type("//input[@type='email' or contains(@autocomplete, 'username')]", emailOfKey('anna'));
    await page.type("//input[@type='password']", DEMO_PASSWORD + ENTER);
    await shows('My work');
    await page.until('return navigator.serviceWorker.controller !== null');
    for (const address of [...SCREENS, ...SCREENS]) {
      await page.open(proxy.origin + address);
      await isLoaded();
      await isAt(address);
    }

    // A pin with a photo and a file.
    await page.open(proxy.origin + PROJECT);
    await page.click("//a[contains(., 'Ground floor')]");
    await page.click(button('Add pin'));
    await page.click("//*[contains(@class, 'plv-viewport')]");
    await page.type(field('Title'), `Hinge loose${TAB}`);
    await page.click(button('Take photo'));
    await page.type("//input[@type='file']", photo);
    await page.until(`return document.querySelector('.sketch-surface') !== null`);
    await page.click(button('All details'));
    await page.type(field('Notes'), `Left door${TAB}`);
    await page.click(button('Add file'));
    await page.type("//input[@type='file']", file);
    await page.click(button('Add 1 file'));
    await listsFile();
    await shows('All changes saved');
    await page.press('refresh');
    await holds('Title', 'Hinge loose');
    await holds('Notes', 'Left door');
    await listsFile();
    await page.click("//button[@role='tab' and contains(., 'Media')]");
    await page.until(`return document.querySelector('button[aria-label^="Open hinge.jpg"] img')?.naturalWidth > 0`);
    await page.press('back');
    await page.until(`return document.querySelector('.media-file-list') === null`);
    await page.press('forward');
    await listsFile();

    // Without a network: sent once when there is one again, by the next page.
    proxy.cut();
    const added = `, order ${crypto.randomUUID()}`;
    const notes = `Left door${added}`;
    await page.type(field('Notes'), added + TAB);
    await shows('1 change waiting');
    await page.press('refresh');
    await holds('Notes', notes);
    await shows('1 change waiting');
    proxy.fault = () => undefined;
    await shows('All changes saved');
    await page.press('refresh');
    await holds('Notes', notes);
    await expect.poll(() => timesWritten(notes)).toBe(1);
  },
);
