// Reading a plan on site: a reference on the drawing leads to the plan it names, and the plan is exported as a PDF with
// its pins.
import { readFile } from 'node:fs/promises';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, type Visit, visit } from '../support/browser.ts';

let browser: Browser;
/** Anna at a desk, in the demo project. */
let desk: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  desk = await visit(browser);
  await signInToDemo(desk.page, 'anna');
});
afterAll(async () => {
  await desk?.close();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Opens a plan from the list. */
async function openPlan(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Plans', exact: true }).first().click();
  await page
    .getByRole('link', { name: new RegExp(name, 'u') })
    .first()
    .click();
  await page.locator('.plan-stage').waitFor();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
}

it('follows a reference to another plan, finds the detail there, and returns to the previous position', async () => {
  const { page, complaints } = desk;
  pictureOnFailure(page);
  await openPlan(page, 'A-102');
  await page.locator('.references a').first().waitFor({ state: 'attached' });
  // Keyboard shortcuts work although the drawing has not been touched yet.
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search in plan' }).fill('A-201');
  await page.getByText(/^1 of 2$/u).waitFor();
  // The hit is centred, and the address contains the position.
  await page.waitForURL(/[?&]at=/u);
  await button(page, 'Close search').click();
  const box = await page.locator('.plv-viewport').boundingBox();
  if (!box) throw new Error('the plan has no place on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.getByText('A-201 Section and elevations, detail A').last().waitFor();
  // Read only now: on a slow machine the address may contain a position that the view only passed.
  const looked = page.url();
  await page.mouse.click(x, y);
  await page.getByRole('heading', { level: 1, name: 'A-201 Section and elevations' }).waitFor({ state: 'attached' });
  // The detail is found by its title: the address then contains a position instead of the detail's name.
  await page.waitForURL((url) => url.searchParams.has('at') && !url.searchParams.has('detail'));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'A-102 Ground floor' }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).searchParams.get('at')).toBe(new URL(looked).searchParams.get('at'));
  expect(complaints).toEqual([]);
});

it('preloads a plan on hover and requests each of its tiles once', async () => {
  const { page, complaints } = desk;
  pictureOnFailure(page);
  await openPlan(page, 'A-102');
  await page.goBack();
  const plan = page.getByRole('link', { name: /A-103/u }).first();
  // The link to its tiles is requested before anything is pressed.
  await Promise.all([page.waitForResponse(/\/revisions\/[^/]+\/tiles$/u), plan.hover()]);
  const tiles: string[] = [];
  page.on('request', (request) => {
    const [, place] = /\/m\/tiles\/.+\/(\d+\/\d+\/\d+)$/u.exec(request.url()) ?? [];
    if (place !== undefined) tiles.push(place);
  });
  await plan.click();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  // The controls around the drawing load after it.
  await page.getByRole('searchbox', { name: 'Search pins' }).waitFor();
  await button(page, 'Add pin').waitFor();
  await expect.poll(() => tiles.length).toBeGreaterThan(1);
  expect(new Set(tiles).size).toBe(tiles.length);
  expect(complaints).toEqual([]);
});

/**
 * The preview shown before the viewer is ready, recorded each time it appears, and the viewer's drawing that replaces
 * it.
 */
declare global {
  interface Window {
    pictures: { canvas: HTMLCanvasElement; box: DOMRect }[];
    /** Whether the sheet of each preview was visible while it was empty. */
    empty: boolean[];
    onPicture?: () => void;
    /** What waits half a second to be called. */
    calls: (() => void)[];
  }
}

const notePictures = (page: Page) =>
  page.addInitScript(() => {
    window.pictures = [];
    window.empty = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of addedNodes)
          if (node instanceof HTMLCanvasElement && node.className === 'plan-first')
            window.empty.push(node.checkVisibility());
        if (!(target instanceof HTMLCanvasElement) || target.className !== 'plan-first' || target.hidden) continue;
        window.pictures.push({ canvas: target, box: target.getBoundingClientRect() });
        window.onPicture?.();
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] });
  });

/** Maximum difference between preview and drawing over 40 by 40 samples, on a scale of 255. */
const apart = (page: Page) =>
  page.evaluate(() => {
    const [picture] = window.pictures;
    const viewport = document.querySelector('.plv-viewport');
    const drawing = viewport?.querySelector('canvas');
    if (!picture || !viewport || !drawing) throw new Error('there is no picture, or no drawing');
    const { box } = picture;
    const there = viewport.getBoundingClientRect();
    const ratio = picture.canvas.width / box.width;
    const small = (draw: (context: CanvasRenderingContext2D) => void): Uint8ClampedArray => {
      const canvas = new OffscreenCanvas(40, 40);
      const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
      context.imageSmoothingQuality = 'high';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 40, 40);
      context.scale(40 / box.width / ratio, 40 / box.height / ratio);
      draw(context);
      return context.getImageData(0, 0, 40, 40).data;
    };
    // The library rotates its canvas by a CSS transform, around the corner.
    const turned = new DOMMatrix(drawing.style.transform || 'none');
    const first = small((context) => context.drawImage(picture.canvas, 0, 0));
    const second = small((context) => {
      context.scale(ratio, ratio);
      context.transform(turned.a, turned.b, turned.c, turned.d, turned.e, turned.f);
      context.drawImage(drawing, 0, 0);
    });
    const worst = first.reduce((most, value, at) => Math.max(most, Math.abs(value - (second[at] ?? 0))), 0);
    return { worst, moved: Math.hypot(box.left - there.left, box.top - there.top), wide: box.width - there.width };
  });

async function isAlike(page: Page): Promise<void> {
  // Without pins, which are part of the drawing.
  await page.getByRole('searchbox', { name: 'Search pins' }).fill('no pin is called this');
  await expect
    .poll(() => apart(page))
    .toEqual({ worst: expect.toSatisfy((worst: number) => worst < 20), moved: 0, wide: 0 });
}

/**
 * Loads the list of plans again, with A-103 in it, but not the screen of a plan until the returned function is called: the
 * preview is shown only if it comes before the screen.
 */
async function openListAgain(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/plan-[\w-]{8}\.js$/u, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/project/${DEMO_PROJECT}`);
  // Its revision is known with its picture.
  await page.locator('.plan-card').filter({ hasText: 'A-103' }).locator('img').first().waitFor({ state: 'attached' });
  return release;
}

it('shows the drawing before its screen has loaded, exactly where the viewer draws it', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await notePictures(page);
  await signInToDemo(page, 'anna');
  await openPlan(page, 'A-102');
  const release = await openListAgain(page);
  await page.getByRole('link', { name: /A-103/u }).first().click();
  await page.locator('.plan-first:not([hidden])').waitFor();
  await expect.poll(() => page.locator('.plan-stage').count()).toBe(0);
  release();
  await page.getByRole('heading', { level: 1, name: 'A-103' }).waitFor({ state: 'attached' });
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await page.locator('.plan-first').waitFor({ state: 'detached' });
  await isAlike(page);

  // Opened by address, the preview shows while the program is still loading; rotated and zoomed views too.
  let response = () => {};
  const held = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route(/\/assets\/shell-.*\.js$/u, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${new URL(page.url()).pathname}?at=0.4_0.6_-1.5_90`);
  await page.locator('.plan-first:not([hidden])').waitFor();
  await expect.poll(() => page.evaluate(() => window.empty)).toEqual([false]);
  await expect.poll(() => page.locator('.plan-stage').count()).toBe(0);
  response();
  await page.locator('.plan-stage').waitFor();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await page.locator('.plan-first').waitFor({ state: 'detached' });
  await isAlike(page);
  expect(complaints).toEqual([]);
  await close();
});

it('removes the preview of a plan when the user goes back before the plan is ready', async () => {
  const { page, complaints, close } = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  pictureOnFailure(page);
  await notePictures(page);
  await signInToDemo(page, 'anna');
  await openPlan(page, 'A-102');
  const release = await openListAgain(page);
  const plan = page.getByRole('link', { name: /A-103/u }).first();
  await plan.waitFor();
  await page.evaluate(() => {
    window.onPicture = () => history.back();
    // Disables the timeout that would remove the preview after five seconds.
    const later = window.setTimeout;
    window.setTimeout = ((call: () => void, after?: number) =>
      after === 5_000 ? 0 : later(call, after)) as typeof later;
  });
  await plan.tap();
  await page.waitForFunction(() => window.pictures.length > 0);
  await page.locator('.plan-first').waitFor({ state: 'detached' });
  release();
  await plan.waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('fetches the drawing named in the address while the store on the device is still locked', async () => {
  const { page, complaints } = desk;
  pictureOnFailure(page);
  await openPlan(page, 'A-102');
  let response = () => {};
  const held = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route(/\/encryptionKey$/u, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const sharp = page.waitForResponse(/\/m\/tiles\/.+\/[1-9]\d*\/\d+\/\d+$/u);
  await page.reload();
  expect((await sharp).ok()).toBe(true);
  await expect.poll(() => page.locator('.plan-stage').count()).toBe(0);
  response();
  await page.locator('.plan-stage').waitFor();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  expect(complaints).toEqual([]);
});

it('keeps the view of a plan out of the address of the next screen, however slowly that loads', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await openPlan(page, 'A-102');
  const revision = page.getByRole('link', { name: /^Revision /u });
  await revision.waitFor();
  // The view is written half a second after the plan was moved.
  await page.evaluate(() => {
    window.calls = [];
    const later = window.setTimeout;
    window.setTimeout = ((call: (...rest: unknown[]) => void, after?: number, ...rest: unknown[]) =>
      after === 500 ? window.calls.push(() => call(...rest)) : later(call, after, ...rest)) as typeof later;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/versions-screen-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, 'Zoom in').click();
  await page.waitForFunction(() => window.calls.length > 0);
  await revision.click();
  await page.waitForURL(/\/planVersions\//u);
  await page.evaluate(() => {
    for (const call of window.calls) call();
  });
  release();
  await button(page, 'Import revision').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
  await close();
});

it('exports a plan as a PDF with the visible pins', async () => {
  const { page, complaints, close } = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  await openPlan(page, 'A-102');
  await button(page, 'Display').click();
  await page.getByRole('menuitem', { name: 'PDF with pins' }).click();
  // The message is brief: reading the file first could take longer than it is shown.
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 90_000 }),
    page.getByText('Saving PDF').waitFor({ timeout: 90_000 }),
    button(page, 'Create PDF').click(),
  ]);
  expect(file.suggestedFilename()).toBe('A-102 Ground floor.pdf');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(complaints).toEqual([]);
  await close();
});

const SEARCH = /[?&]search=Gro(?:&|$)/u;

it('aborts a search for plans when a newer one replaces it', async () => {
  const { page } = desk;
  pictureOnFailure(page);
  await page.getByRole('link', { name: 'Plans', exact: true }).first().click();
  let response = () => {};
  const held = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route(SEARCH, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const field = page.getByPlaceholder('Search plans');
  const overtaken = page.waitForEvent('requestfailed', (request) => SEARCH.test(request.url()));
  await Promise.all([page.waitForRequest(SEARCH), field.fill('Gro')]);
  await field.fill('Ground');
  expect((await overtaken).failure()?.errorText).toBe('net::ERR_ABORTED');
  response();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
});

it('keeps text typed just before navigating, without a reload, and asks before leaving until it is saved', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  // Simulates a slow device once `slow` is set.
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...rest) => {
      if ('slow' in globalThis) await new Promise((resolve) => setTimeout(resolve, 2_000));
      return encrypt(...rest);
    };
  });
  await signInToDemo(page, 'anna');
  await openPlan(page, 'A-103');
  await button(page, 'Add pin').click();
  await page.getByText('Tap the location on the plan').waitFor();
  const box = await page.locator('.plan-stage').first().boundingBox();
  if (!box) throw new Error('the plan has no place on the screen');
  await page.mouse.click(box.x + box.width * 0.37, box.y + box.height * 0.47);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Typed and gone');
  await page.evaluate(() => Object.assign(globalThis, { same: true }));
  await page.getByRole('link', { name: /^Revision /u }).click();
  await page.getByRole('heading', { name: /First floor/u }).waitFor();
  await expect.poll(() => page.evaluate(() => 'same' in globalThis)).toBe(true);
  await page.goBack();
  await expect.poll(() => title.inputValue()).toBe('Typed and gone');

  await page.getByRole('button', { name: 'All changes saved' }).waitFor();
  const requested: string[] = [];
  page.on('dialog', (dialog) => {
    requested.push(dialog.type());
    void dialog.dismiss();
  });
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Not left yet');
  await page.evaluate(() => {
    Object.assign(globalThis, { slow: true });
    location.reload();
  });
  await expect.poll(() => requested).toEqual(['beforeunload']);
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.reload();
  await expect.poll(() => notes.inputValue()).toBe('Not left yet');
  expect(requested).toEqual(['beforeunload']);
  expect(complaints).toEqual([]);
  await close();
});
