// Adds pins one after the other on a phone with six taps each: position, category, photo with a circle, voice note,
// assignee, next.
import { type Browser, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, type Visit, visit, withoutWorker } from '../support/browser.ts';
import { makePhoto } from '../support/drawings.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  // A fake microphone, so the test does not depend on the machine.
  browser = await openBrowser();
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  visitor = await visit(browser, { ...phone, locale: 'en-GB', permissions: ['microphone'] });
  await withoutWorker(visitor.page);
});
afterAll(async () => {
  await visitor?.close();
});

type ScreenPoint = { x: number; y: number };

async function touch(page: Page) {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ScreenPoint[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async rest(at: ScreenPoint) {
      await send('touchStart', at);
      // The program measures how long the finger rests, and announces what lifting it will do.
      await page.getByText(/^Adding pin\./u).waitFor({ state: 'attached' });
      await send('touchEnd');
    },
    async pull(from: ScreenPoint, to: ScreenPoint) {
      await send('touchStart', from);
      for (const share of [0.3, 0.6, 1])
        await send('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      await send('touchEnd');
    },
  };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not there`);
  return (x: number, y: number): ScreenPoint => ({ x: box.x + box.width * x, y: box.y + box.height * y });
}

/** Number of unsaved drafts on the device. Runs in the page. */
async function begunOnDevice(): Promise<number> {
  const counts = (await indexedDB.databases()).map(
    ({ name = '' }) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains('bytes')) return resolve(0);
          const keys = database.transaction('bytes').objectStore('bytes').getAllKeys();
          keys.onsuccess = () => {
            database.close();
            resolve(keys.result.filter((key) => String(key).startsWith('draft ')).length);
          };
        };
      }),
  );
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

it('adds pins one after the other with six taps each', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'tomas');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .tap();
  await page
    .getByRole('link', { name: /First floor/u })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
  const finger = await touch(page);
  const plan = await boxOf(page, '.plan-stage canvas');

  // One: the position.
  await finger.rest(plan(0.43, 0.36));
  // Left like this, it is named after its place.
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect.poll(() => title.inputValue()).toMatch(/\S/u);
  // Two: the category.
  await page.getByRole('radio', { name: 'Drywall', exact: true }).tap();
  // Three: the photo, with a circle drawn on it.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take photo' }).tap();
  await (await chooser).setFiles({ name: 'hand.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#557711') });
  await page.getByRole('application', { name: /^Sketch/u }).waitFor();
  const photo = await boxOf(page, '.sketch-surface');
  // A photo in portrait format is wide enough to draw on with a finger.
  expect(photo(1, 0).x - photo(0, 0).x).toBeGreaterThanOrEqual(169);
  await finger.pull(photo(0.4, 0.3), photo(0.6, 0.7));
  await page.getByRole('application', { name: /Sketch with 1 mark/u }).waitFor();
  // Four: the voice note, which keeps recording during the next step.
  await page.getByRole('button', { name: 'Voice note' }).tap();
  await page.getByRole('button', { name: /Stop, 0:(?:0[1-9]|[1-5]\d)/u }).waitFor();
  // Five: the assignee.
  await page.getByRole('radio', { name: 'Drywall crew' }).tap();
  // The phone closes the page to free memory: drawing, voice note and assignee are recovered.
  await page.getByRole('button', { name: /Stop, 0:(?:0[3-9]|[1-5]\d)/u }).waitFor();
  await page.reload();
  await page.getByText('Unsaved draft recovered').waitFor();
  await page.getByRole('application', { name: /Sketch with 1 mark/u }).waitFor();
  await page.getByText('1 voice note saved').waitFor({ state: 'attached' });
  await page.getByRole('radio', { name: 'Drywall crew', checked: true }).waitFor();
  // Six: the next pin.
  await page.getByRole('button', { name: 'Next pin' }).tap();

  // A tap sets the next pin, which starts out like the last one.
  await page.getByText('Tap the location on the plan').waitFor();
  const again = plan(0.55, 0.4);
  await page.touchscreen.tap(again.x, again.y);
  await page.getByRole('radio', { name: 'Drywall', exact: true, checked: true }).waitFor();
  await expect
    .poll(() => page.getByRole('radio', { name: 'Drywall crew' }).evaluate((one) => one.previousElementSibling))
    .toBe(null);
  await title.fill('Found on the phone');
  await title.blur();
  // Its priority is one more tap, stored at once.
  await page.getByRole('radio', { name: 'High', exact: true }).tap();
  await page.getByRole('radio', { name: 'High', exact: true, checked: true }).waitFor();
  // The phone closes the page again, and the user does not return to this pin: the drawing is recovered from any
  // screen.
  const another = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take photo' }).tap();
  await (await another).setFiles({ name: 'left.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#115577') });
  await page.getByRole('application', { name: /^Sketch/u }).waitFor();
  const left = await boxOf(page, '.sketch-surface');
  await finger.pull(left(0.3, 0.3), left(0.7, 0.6));
  await page.getByRole('application', { name: /Sketch with 1 mark/u }).waitFor();
  await expect.poll(() => page.evaluate(begunOnDevice)).toBe(1);
  const [project = ''] = /^.*\/project\/[^/]+/u.exec(page.url()) ?? [];
  // The message disappears after a few seconds, which may be less than the page and the tap take on a busy machine.
  const recovered = page.getByText(/drawing or voice note recovered/u).waitFor();
  await page.goto(`${project}/pins/list`);
  await Promise.all([
    recovered,
    page
      .getByText(/^Drywall, /u)
      .first()
      .tap(),
  ]);
  await expect.poll(() => page.evaluate(begunOnDevice)).toBe(0);

  // Everything entered for the first pin is there.
  await page.getByRole('link', { name: 'Pins', exact: true }).first().tap();
  await page.getByText('Found on the phone').first().tap();
  await page.getByRole('tab', { name: /Media\s*1/u }).tap();
  await page.getByText('Sketch', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Pins', exact: true }).first().tap();
  // It is named after its category and plan, and its task is due.
  await page
    .getByText(/^Drywall, /u)
    .first()
    .tap();
  await page.getByRole('tab', { name: /Tasks\s*1/u }).tap();
  const task = page.getByRole('button', { name: /Drywall, / });
  await task.getByText('Drywall crew').waitFor();
  await task.getByText(/^Due \d/u).waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: /Media\s*2/u }).tap();
  await page.getByText('Sketch', { exact: true }).waitFor();
  await page.getByLabel(/^Play Voice note/u).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(412);
  expect(complaints).toEqual([]);
});

it('receives changes by others right after a reload, however late the device key arrives', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  const KEY = /\/encryptionKey$/u;
  // Data on the phone is readable without waiting for the key.
  await page.route(KEY, async (route) => {
    await page.getByText('Found on the phone').first().waitFor();
    await route.continue();
  });
  const answered = page.waitForResponse(/\/sync\/live$/u);
  await page.goto(`${/^.*\/project\/[^/]+/u.exec(page.url())?.[0]}/pins/list`);
  expect((await answered).status()).toBe(200);
  await page.unroute(KEY);
  expect(complaints).toEqual([]);
});

it('shows the confirmation above the selection bar', async () => {
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  const { page, close } = await visit(browser, { ...phone, locale: 'en-GB' });
  pictureOnFailure(page);
  await withoutWorker(page);
  await signIn(page, 'anna');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .tap();
  await page.getByRole('link', { name: 'Pins', exact: true }).first().tap();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await page
    .getByRole('checkbox', { name: /^Select Pin #/u })
    .first()
    .check({ force: true });
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await page.getByRole('dialog').getByLabel('Add tags').fill('seen-again ');
  await page.getByRole('dialog').getByRole('button', { name: 'Change 1 pin' }).tap();
  const undo = page.getByRole('button', { name: 'Undo' });
  // Once it has stopped moving.
  await undo.tap({ trial: true });
  const [confirmation, bar] = [
    await page.locator('.ui-toast').boundingBox(),
    await page.locator('.ui-selection').boundingBox(),
  ];
  // None of the buttons is covered.
  for (const name of ['Edit', 'Create report'])
    await page.getByRole('button', { name, exact: true }).tap({ trial: true });
  if (!confirmation || !bar) throw new Error('the confirmation or the bar is missing');
  expect(confirmation.y + confirmation.height).toBeLessThan(bar.y);
  await undo.tap();
  await close();
});
