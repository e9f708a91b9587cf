// Media of a pin: a photo drawn on before and after it is added, a voice note, all of it in the gallery and in one zip;
// and a photo uploaded over a connection that keeps breaking.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CHUNK_SIZE } from '@plumbline/core/features/uploads/limits';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, switchTo, type Visit, visit } from '../support/browser.ts';
import { makePhoto } from '../support/drawings.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  // Fake devices, so the test does not depend on the machine's camera and microphone.
  browser = await openBrowser();
  visitor = await visit(browser, { permissions: ['camera', 'microphone'], acceptDownloads: true });
});
afterAll(async () => {
  await visitor?.close();
});

/** Drags across the sketch; positions are fractions of its width and height. */
async function pull(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.locator('.sketch-surface').boundingBox();
  if (!box) throw new Error('there is nothing to draw on');
  const at = ([x, y]: readonly [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}
/** Runs in the page: no file can be stored until `freeSpace` is called there. */
function fillDevice(): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
    if (this.name === 'bytes') throw new DOMException('', 'QuotaExceededError');
    return put.apply(this, given);
  };
  Object.assign(globalThis, {
    freeSpace: () => {
      IDBObjectStore.prototype.put = put;
    },
  });
}

const marks = (page: Page, count: number) =>
  page.getByRole('application', { name: new RegExp(`Sketch with ${count} mark`, 'u') }).waitFor();

it('draws on a photo, undoes, keeps the original, and removes the drawing', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Pins');
  await page.getByRole('row').filter({ hasText: 'Sprinkler valve' }).click();
  await page.getByRole('tab', { name: /Media/u }).click();
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add photos', exact: true }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
  };
  // A file that is refused leaves nothing to add.
  await choose('notes.jpg', Buffer.from('no picture'));
  const refusal = page.getByRole('dialog', { name: 'Not accepted' });
  await refusal.getByText(/notes\.jpg/u).waitFor();
  await refusal.getByRole('button', { name: 'Close', exact: true }).last().click();
  await refusal.waitFor({ state: 'detached' });

  await choose('valve.jpg', await makePhoto('#557711'));
  await page.getByRole('textbox', { name: 'Caption' }).fill('Before the repair');
  // Turning a phone changes the layout, but must not lose what has been entered.
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  const besideList = page.locator('.ui-split-aside');
  await page.setViewportSize({ width: 390, height: 844 });
  await besideList.waitFor({ state: 'detached' });
  await page.setViewportSize(wide);
  await besideList.waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Caption' }).inputValue()).toBe('Before the repair');
  await page.getByRole('textbox', { name: 'Caption' }).fill('');
  await page.getByRole('button', { name: 'Draw on valve.jpg' }).click();
  await page.getByRole('application').waitFor();
  await pull(page, [0.45, 0.4], [0.55, 0.6]);
  await marks(page, 1);
  await page.getByRole('button', { name: 'Blur' }).click();
  await pull(page, [0.45, 0.2], [0.52, 0.3]);
  await marks(page, 2);
  await page.keyboard.press('Control+z');
  await marks(page, 1);
  await page.keyboard.press('Control+y');
  await marks(page, 2);
  await page.getByRole('button', { name: 'Done' }).click();
  // What has no room stays with its drawing until it is stored: it may exist nowhere else.
  await page.evaluate(fillDevice);
  await page.getByRole('button', { name: 'Add 1 photo' }).click();
  await page.getByText("valve.jpg couldn't be added: This device is full").first().waitFor();
  await page.evaluate('freeSpace()');
  await page.getByRole('button', { name: 'Add 1 photo' }).click();
  const tile = page.getByRole('button', { name: 'Open valve.jpg' });
  await tile.click();
  await page.getByRole('button', { name: 'Hide drawing' }).click();
  await page.getByRole('button', { name: 'Show drawing' }).waitFor();
  await page.getByRole('button', { name: 'Draw on photo' }).click();
  await marks(page, 2);
  await page.locator('.sketch-stage').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove drawing' }).click();
  await page.getByRole('application').waitFor({ state: 'detached' });
  await tile.click();
  await page.getByRole('button', { name: 'Draw on photo' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Hide drawing' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  expect(complaints).toEqual([]);
});

it('records a voice note and a video, mentions a person in a comment, and finds all of it in the gallery', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Voice note' }).click();
  // Until a second is recorded.
  const record = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Record' }).click();
    await dialog
      .getByRole('timer')
      .filter({ hasText: /^0:(?:0[1-9]|[1-5]\d)/u })
      .waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
  };
  await record(page.getByRole('dialog', { name: 'Voice note' }));
  await page.getByRole('button', { name: 'Add 1 file' }).click();
  await page.getByLabel(/^Play Voice note/u).waitFor();

  // A video can be played before it is added.
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Record video' }).click();
  await record(page.getByRole('dialog', { name: 'Record video' }));
  const recorded = page.getByRole('dialog', { name: 'Add this file?' });
  await recorded.locator('video[aria-label^="Video"]').waitFor();
  await recorded.getByRole('button', { name: 'Cancel' }).click();
  await recorded.waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: /Activity/u }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please listen, ');
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('@Jon');
  await page.getByRole('option', { name: /Jonas/u }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('.mention').filter({ hasText: '@Jonas' }).waitFor();

  await page.getByRole('link', { name: 'Media', exact: true }).first().click();
  await page.getByRole('button', { name: /All types/u }).click();
  await page.getByRole('option', { name: 'Photos and videos' }).click();
  await page.waitForURL(/kind=visual/u);
  await page
    .getByRole('button', { name: /^Open .*#61/u })
    .first()
    .click();
  await page.waitForURL(/media\/gallery\/\d{4}\/\d{2}\/[0-9a-f-]{36}\?kind=visual$/u);
  const photo = new URL(page.url()).pathname;
  await page.reload();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await page.waitForURL(/media\/gallery\/\d{4}\/\d{2}\?kind=visual$/u);
  await page.getByRole('button', { name: 'Select' }).click();
  for (const tile of [0, 1])
    await page
      .getByRole('button', { name: /^Select .*#/u })
      .nth(tile)
      .click();
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  const zip = await readFile(await (await saved).path());
  expect(zip.readUInt32LE(0)).toBe(0x04034b50);
  // The entry count in the end-of-central-directory record.
  expect(zip.readUInt16LE(zip.length - 12)).toBe(2);

  // A link to a photo shows it, whatever the filter; one to an unknown file says so.
  await page.goto(`${photo}?kind=sound`);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await switchTo(page, `/project/${DEMO_PROJECT}/media/gallery/2026/01/${crypto.randomUUID()}`);
  const unknown = page.getByRole('alert').filter({ hasText: "This file doesn't exist" });
  await unknown.getByRole('button', { name: 'Close' }).click();
  await unknown.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

/** A photo of three chunks; noise does not compress. */
const grain = (): Promise<Buffer> => {
  const [width, height] = [1_300, 1_000];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
};

it('uploads a photo although each of its chunks fails once and the page is reloaded midway', async () => {
  const bytes = await grain();
  expect(bytes.length).toBeGreaterThan(2 * CHUNK_SIZE);
  // Requests made by a service worker could not be intercepted.
  const { page, close } = await visit(browser, { serviceWorkers: 'block' });
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Pins');
  await page.getByRole('row').filter({ hasText: 'Sprinkler valve' }).click();
  await page.getByRole('tab', { name: /Media/u }).click();

  const tried: number[] = [];
  // The last chunk is blocked until the page is reloaded, however long it takes until the photo is displayed.
  const lastChunk = Math.floor((bytes.length - 1) / CHUNK_SIZE) * CHUNK_SIZE;
  let hasReloaded = false;
  await page.route(/\/files\/[0-9a-f-]{36}$/u, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.fallback();
    const offset = Number(request.headers()['upload-offset']);
    const isFirst = !tried.includes(offset);
    tried.push(offset);
    return isFirst || (offset === lastChunk && !hasReloaded) ? route.abort('connectionreset') : route.fallback();
  });
  const chooser = page.waitForEvent('filechooser');
  // A photo added as a file is uploaded unchanged, whatever photo quality the user has set.
  await page.getByRole('button', { name: 'Add file', exact: true }).click();
  await (await chooser).setFiles({ name: 'grain.jpg', mimeType: 'image/jpeg', buffer: bytes });
  await page.getByRole('button', { name: 'Add 1 photo' }).click();
  // The photo is displayed immediately, long before it is uploaded.
  const picture = page.getByRole('button', { name: 'Open grain.jpg' }).first().locator('img');
  const isShown = () => picture.evaluate((hTMLImageElement: HTMLImageElement) => hTMLImageElement.naturalWidth > 0);
  await expect.poll(isShown, { timeout: 20_000 }).toBe(true);
  await page.locator('.media-state').filter({ hasText: '% sent' }).first().waitFor();

  await page.reload();
  hasReloaded = true;
  await page.getByRole('button', { name: 'Open grain.jpg' }).first().waitFor();
  const waiting = page.locator('.media-state').filter({ hasText: /sent|Queued|connection|accepted/u });
  await expect.poll(() => waiting.count(), { timeout: 60_000, interval: 250 }).toBe(0);
  await page.getByRole('button', { name: 'All changes saved' }).waitFor();
  // An upload never restarts from the beginning once a part of it has arrived.
  expect(tried).toEqual(tried.toSorted((a, b) => a - b));
  expect(new Set(tried).size).toBe(3);
  await page.reload();
  await expect.poll(isShown, { timeout: 20_000 }).toBe(true);

  // Pictures that do not load are requested again.
  const requested = new Map<string, number>();
  await page.route('**/*', (route) => {
    const request = route.request();
    if (request.resourceType() !== 'image') return route.fallback();
    const times = (requested.get(request.url()) ?? 0) + 1;
    requested.set(request.url(), times);
    return times <= 2 ? route.abort('connectionreset') : route.fallback();
  });
  await page.getByRole('link', { name: 'Media', exact: true }).first().click();
  // The first tile is the photo that was added here; the next one comes from the server.
  const tile = page.locator('.gallery-tile img').nth(1);
  await expect
    .poll(() => tile.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), { timeout: 20_000 })
    .toBe(true);
  await close();
});
