// A plan gets a new revision, rotated and on another sheet: it is aligned, the pin stays on its part of the building,
// and changes are listed.
import { DISC, houseSheet } from '@plumbline/testkit/house';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  importIntoNew,
  openBrowser,
  pictureOnFailure,
  signIn,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
});
afterAll(async () => {
  await visitor?.close();
});

const { colour } = DISC;

/** Centre of the disc in screen pixels; undefined if it is not visible. */
async function discOn(stage: Locator): Promise<{ x: number; y: number } | undefined> {
  const box = await stage.boundingBox();
  if (!box) return undefined;
  const { data, info } = await sharp(await stage.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const positions: { x: number; y: number; count: number; sumX: number; sumY: number }[] = [];
  for (let i = 0; i < data.length; i += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3);
    if (Math.abs(r - colour.r) > 30 || g > 60 || Math.abs(b - colour.b) > 30) continue;
    const [x, y] = [(i / 3) % info.width, Math.floor(i / 3 / info.width)];
    let position = positions.find((one) => Math.hypot(one.x - x, one.y - y) < 60);
    if (!position) {
      position = { x, y, count: 0, sumX: 0, sumY: 0 };
      positions.push(position);
    }
    position.count += 1;
    position.sumX += x;
    position.sumY += y;
  }
  // The disc also appears in the small overview.
  const largest = positions.toSorted((one, other) => other.count - one.count)[0];
  if (!largest || largest.count < 10) return undefined;
  return { x: box.x + largest.sumX / largest.count, y: box.y + largest.sumY / largest.count };
}

/** Centre of the disc once it has stopped moving: controls that are still loading may shift the drawing. */
async function disc(stage: Locator): Promise<{ x: number; y: number }> {
  let found: { x: number; y: number } | undefined;
  const rests = async () => {
    const before = found;
    found = await discOn(stage);
    return before && found && Math.hypot(found.x - before.x, found.y - before.y) < 1;
  };
  await expect.poll(rests, { timeout: 60_000 }).toBe(true);
  if (!found) throw new Error('the disc is not seen');
  return found;
}

const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

it('imports a revision of another size, aligns it, keeps the pin in place, and compares both', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await importIntoNew(page, 'Conversion', png('House.png', await houseSheet({})));
  // The progress changes the dialog under the pointer, so the click is repeated until the dialog is closed.
  const importing = dialogIn(page);
  await expect
    .poll(async () => {
      const close = importing.getByRole('button', { name: 'Close' }).last();
      await close.click({ timeout: 1_000 }).catch(() => undefined);
      return importing.count();
    })
    .toBe(0);
  const plan = page.getByRole('link', { name: /House/u }).last();
  await plan.waitFor({ timeout: 60_000 });
  await plan.click();

  // A pin on the disc.
  const stage = page.locator('.plan-stage').first();
  await page.getByRole('button', { name: 'Add pin' }).click();
  const first = await disc(stage);
  await page.mouse.click(first.x, first.y);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill(`Beside the disc ${'x'.repeat(180)}`);
  await title.press('Tab');
  const pinUrl = page.url();
  const pinId = /\/(?:split|plan)\/([0-9a-f-]{36})/u.exec(pinUrl)?.[1] ?? 'none';

  // The new drawing: rotated by 20 degrees on a larger sheet, with two additions. A revision number is required and
  // must be unused.
  await page.getByRole('link', { name: 'Revision V1' }).click();
  await page.getByRole('button', { name: 'Import revision' }).click();
  const second = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  const turn = 'translate(520 60) rotate(20)';
  await (await second).setFiles(png('House-2.png', await houseSheet({ width: 2_300, height: 2_000, turn, marks: 2 })));
  const number = page.getByRole('textbox', { name: 'Revision number' });
  await number.waitFor({ timeout: 60_000 });
  await expect.poll(() => number.inputValue()).toBe('V2');
  await number.fill('v1');
  await page.getByText('already has a revision with this number').waitFor();
  await number.fill('2');
  await page.getByText('The dimensions of the revisions are not the same!').waitFor();
  await page.getByRole('button', { name: 'Start import' }).click();

  // The proposal is correct. A change of it is not lost by a link, but may be taken back.
  await page.getByText(/^Position found/u).waitFor({ timeout: 180_000 });
  const nudge = page.getByRole('toolbar', { name: 'Move the new revision' });
  await nudge.getByRole('button', { name: 'Right', exact: true }).click();
  await page.getByText(/^Aligned manually/u).waitFor();
  await page.getByRole('button', { name: 'Later' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await nudge.getByRole('button', { name: 'Left', exact: true }).click();

  // Two points that shrink the sheet to the left edge of the plan leave the pin outside. Its name stays in the window.
  await page.getByRole('radio', { name: 'By points' }).click({ force: true });
  const sides = page.locator('.align-side .sheet-canvas');
  for (const [pair, onPlan, onSheet] of [
    [1, 0.02, 0.1],
    [2, 0.08, 0.9],
  ] as const) {
    for (const [side, x] of [onPlan, onSheet].entries()) {
      const box = await sides.nth(side).boundingBox();
      if (!box) throw new Error('both sheets are shown');
      await page.mouse.click(box.x + x * box.width, box.y + box.height / 2);
      await sides
        .nth(side)
        .getByRole('button', { name: new RegExp(`${pair}`, 'u') })
        .waitFor();
    }
  }
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('1 pin is outside the new sheet').waitFor();
  const named = page.getByRole('link', { name: /Beside the disc/u });
  const right = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
  for (const window of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1_440, height: 900 },
  ]) {
    await page.setViewportSize(window);
    await expect.poll(() => right(page.locator('.align-words'))).toBeLessThanOrEqual(window.width);
    await expect.poll(() => right(page.locator('.ui-notice', { has: named }))).toBeLessThanOrEqual(window.width);
    // A phone held sideways has the notes beside the drawing.
    const share = window.height < 480 ? 0.8 : 0.1;
    await expect
      .poll(async () => (await page.locator('.align-stage').boundingBox())?.height)
      .toBeGreaterThan(share * window.height);
  }
  await page.getByRole('button', { name: 'Reset to suggestion' }).click();

  // It is accepted without a question; the comparison lists what is new and which pin is affected.
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: /changed area/u }).waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: /Beside the disc/u }).waitFor();
  for (const mode of ['Swipe', 'Blink', 'Difference']) {
    await page.getByRole('radio', { name: mode }).click();
    await page.waitForURL(new RegExp(`/${mode.toLowerCase()}$`, 'u'));
  }

  // On the new sheet the pin is on the disc: a click there opens it.
  await switchTo(page, pinUrl.split(pinId)[0] ?? '');
  await page.getByRole('link', { name: 'Revision 2' }).waitFor();
  // Pins load after the drawing; the list next to it shows them.
  await page.getByText('Beside the disc').first().waitFor();
  const moved = await disc(stage);
  expect(Math.hypot(moved.x - first.x, moved.y - first.y)).toBeGreaterThan(20);
  await page.mouse.click(moved.x, moved.y - 6);
  await page.waitForURL(new RegExp(pinId, 'u'));
  expect(complaints).toEqual([]);
}, 300_000);
