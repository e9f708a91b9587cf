// In the hand: a pin by a long press, its photo, the sheet over the plan, the bar under the thumb.
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, type Visit, visit } from './browser.ts';
import { makePhoto } from './drawings.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  visitor = await visit(browser, { ...phone, locale: 'en-GB' });
});
afterAll(async () => {
  await visitor?.close();
  await browser?.close();
});

it('sets a pin by a long press and photographs it', async () => {
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
  const canvas = page.locator('.plan-stage canvas').first();
  await canvas.waitFor();
  await page.getByRole('button', { name: 'Set pin' }).waitFor();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the plan is not there');
  const spot = { x: box.x + box.width * 0.43, y: box.y + box.height * 0.36 };
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
  // A finger that rests: the program measures it, so it takes the time it takes.
  await page.waitForTimeout(900);
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForURL(/plan|split/u);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.waitFor();
  await title.fill('Found on the phone');
  await title.blur();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Photo/u }).first().tap();
  await (await chooser).setFiles({ name: 'hand.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#557711') });
  await page.getByRole('button', { name: 'Add 1 photo' }).tap();
  await page.getByRole('link', { name: 'Pins', exact: true }).first().tap();
  await page.getByText('Found on the phone').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(412);
  expect(complaints).toEqual([]);
});
