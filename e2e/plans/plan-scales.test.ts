// A sheet with a detail at its own scale, and markings on layers: measured, drawn, locked and saved as a table.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, type PersonKey, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function onPlan(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await page.locator('.plv-viewport').boundingBox();
  if (!box) throw new Error('the plan has no place on the screen');
  return [box.x + box.width * x, box.y + box.height * y];
}
const click = async (page: Page, x: number, y: number) => page.mouse.click(...(await onPlan(page, x, y)));

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...(await onPlan(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await onPlan(page, ...to)), { steps: 5 });
  await page.mouse.up();
}

async function openSecondFloor(page: Page, person: PersonKey): Promise<void> {
  await signInToDemo(page, person, 'Plans');
  await page
    .getByRole('link', { name: /Second floor/u })
    .first()
    .click();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
}

async function openTools(page: Page): Promise<void> {
  await openSecondFloor(page, 'anna');
  await button(page, 'Measure and mark up').click();
  // From here on every point snaps, so that the same clicks are the same points.
  await button(page, /^Snap to lines of the drawing/u).waitFor();
}

/** Draws a view at 1:10 that reaches down to a point. */
async function addView(page: Page, name: string, to: [number, number]): Promise<void> {
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Add view with its own scale' }).click();
  await drag(page, [0.3, 0.35], to);
  const dialog = page.getByRole('dialog', { name: 'Scale of a view' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await dialog.getByRole('textbox', { name: /^Scale printed on the sheet/u }).fill('10');
  await dialog.getByRole('button', { name: 'Set scale' }).click();
  await page.getByText('Scale of the view saved').waitFor();
}

async function removeView(page: Page, name: string): Promise<void> {
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: `${name} · 1:10` }).click();
  await button(page, 'Remove').click();
  await page.getByText('View removed').waitFor();
}

it('measures a view at its own scale, and warns about measurements that cross scales', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await openTools(page);
  await addView(page, 'Detail 3', [0.6, 0.65]);

  await click(page, 0.35, 0.5);
  await click(page, 0.5, 0.5);
  await page.getByText('Detail 3 · 1:10', { exact: true }).first().waitFor();
  await click(page, 0.7, 0.5);
  await page.getByText('Crosses views of different scales').waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await button(page, 'Measure and mark up').click();
  await removeView(page, 'Detail 3');
  expect(complaints).toEqual([]);
  await close();
});

it('draws on a named layer, locks it, and saves the markings as a table', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await openTools(page);
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Layers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Layers' });
  await dialog.getByRole('textbox', { name: 'New layer for all' }).fill('Electrical');
  await dialog.getByRole('button', { name: 'Add layer' }).click();
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Draw on “Electrical”' }).getAttribute('aria-pressed'))
    .toBe('true');
  await page.keyboard.press('Escape');
  await button(page, 'Rectangle').click();
  await drag(page, [0.35, 0.4], [0.5, 0.6]);
  await page.getByText('Saved to plan').waitFor();

  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Layers' }).click();
  await button(page, 'Lock “Electrical”').click();
  await page.keyboard.press('Escape');
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Rectangle' }).click();
  await page.getByText('Rectangle · Electrical').waitFor();
  await expect.poll(() => button(page, 'Remove').count()).toBe(0);
  await button(page, 'All changes saved').waitFor();

  await button(page, 'Scale and markings').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Markings and measurements (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/Markings\.csv$/u);
  expect(complaints).toEqual([]);
  await close();
});

const tools = (page: Page) => page.getByRole('toolbar', { name: 'Measure and mark up' });
const note = (page: Page) => page.locator('.plan-note');
const changed = (page: Page) => page.locator('.ui-toast', { hasText: 'Marking changed' });
/** Waits until a change is stored, and closes the message about it, so that the next one is seen. */
async function seeChanged(page: Page): Promise<void> {
  await changed(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => changed(page).count()).toBe(0);
}
/** The length in the note of the chosen distance, in metres. */
const length = async (page: Page) =>
  Number(/^Distance · ([\d.]+) m ·/u.exec((await note(page).allInnerTexts()).join(' '))?.[1]);

it('selects a distance on the plan, drags its end, moves it by keyboard, and undoes it', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await openTools(page);
  await addView(page, 'Detail 4', [0.6, 0.9]);
  // Where no pin is; placed freely, so that the points are where the pointer is.
  await page.keyboard.down('Alt');
  await click(page, 0.35, 0.74);
  await click(page, 0.45, 0.74);
  await page.keyboard.up('Alt');
  await button(page, 'Done').click();
  await button(page, 'Save to plan').click();
  await page.getByText('Saved to plan').waitFor();
  await tools(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => note(page).count()).toBe(0);

  await click(page, 0.4, 0.74);
  await expect.poll(() => length(page)).toBeGreaterThan(0);
  const before = await length(page);
  await page.keyboard.down('Alt');
  await page.mouse.move(...(await onPlan(page, 0.45, 0.74)));
  await page.mouse.down();
  await page.mouse.move(...(await onPlan(page, 0.5, 0.74)), { steps: 5 });
  await page.mouse.move(...(await onPlan(page, 0.55, 0.74)), { steps: 5 });
  await expect.poll(() => length(page)).toBeCloseTo(2 * before, 1);
  await page.keyboard.up('Alt');
  await page.keyboard.press('Escape');
  await expect.poll(() => length(page)).toBe(before);
  await page.mouse.up();
  await page.keyboard.down('Alt');
  await drag(page, [0.45, 0.74], [0.55, 0.74]);
  await page.keyboard.up('Alt');
  await expect.poll(() => length(page)).toBeCloseTo(2 * before, 1);
  await changed(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => length(page)).toBe(before);

  // All of it, dragged and by keys: the length stays, and it is chosen at its new place.
  await drag(page, [0.4, 0.74], [0.4, 0.68]);
  await changed(page).waitFor();
  await page.locator('.plv-viewport').press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => note(page).count()).toBe(0);
  await click(page, 0.4, 0.692);
  await expect.poll(() => length(page)).toBe(before);
  await button(page, 'Remove').click();
  await page.getByText('Marking removed').waitFor();
  await button(page, 'Measure and mark up').click();
  await removeView(page, 'Detail 4');
  expect(complaints).toEqual([]);
  await close();
});

it('lets users correct a marking on a phone, and shows it read-only to those without permission', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, complaints, close } = await visit(browser, phone);
  pictureOnFailure(page);
  await openTools(page);
  await button(page, 'Text').click();
  const tap = async (at: Page, x: number, y: number) => at.touchscreen.tap(...(await onPlan(at, x, y)));
  await tap(page, 0.5, 0.5);
  const dialog = page.getByRole('dialog', { name: 'Text on the plan' });
  await dialog.getByRole('textbox').fill('Check the seal');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('Saved to plan').waitFor();
  await tools(page).getByRole('button', { name: 'Close' }).click();

  await tap(page, 0.5, 0.5);
  await note(page).getByText('Text: Check the seal · For all').waitFor();
  await button(page, 'Edit text').tap();
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('Check the seal');
  await dialog.getByRole('textbox').fill('Renew the seal');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await note(page).getByText('Text: Renew the seal · For all').waitFor();
  await seeChanged(page);
  await button(page, 'Marking colour').tap();
  await page.getByRole('menuitemradio', { name: 'Blue' }).tap();
  await seeChanged(page);

  const client = await page.context().newCDPSession(page);
  for (const [type, ...at] of [
    ['touchStart', 0.5, 0.5],
    ['touchMove', 0.5, 0.55],
    ['touchMove', 0.5, 0.6],
    ['touchEnd'],
  ] as const) {
    const [x, y] = at.length > 0 ? await onPlan(page, ...(at as [number, number])) : [];
    await client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    });
  }
  await seeChanged(page);
  await button(page, 'All changes saved').waitFor();
  await page.reload();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await tap(page, 0.5, 0.6);
  await note(page).getByText('Text: Renew the seal · For all').waitFor();

  const viewer = await visit(browser, phone);
  await openSecondFloor(viewer.page, 'mia');
  await tap(viewer.page, 0.5, 0.6);
  await note(viewer.page).getByText('Text: Renew the seal · For all').waitFor();
  await expect.poll(() => note(viewer.page).getByRole('button').allInnerTexts()).toEqual(['']);
  // It is no handle: the plan is moved, which its address then tells.
  const address = viewer.page.url();
  await drag(viewer.page, [0.5, 0.6], [0.4, 0.5]);
  await expect.poll(() => viewer.page.url()).not.toBe(address);
  await tap(viewer.page, 0.5, 0.6);
  await expect.poll(() => note(viewer.page).count()).toBe(0);
  await expect.poll(() => viewer.page.locator('[role=alertdialog]').count()).toBe(0);
  expect([...complaints, ...viewer.complaints]).toEqual([]);
  await viewer.close();
  await close();
});
