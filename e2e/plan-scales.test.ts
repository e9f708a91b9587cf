// A sheet with a detail at its own scale, and markings on layers: measured, drawn, locked and saved as a table.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, visit } from './browser.ts';

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

async function openTools(page: Page): Promise<void> {
  await signInToDemo(page, 'anna', 'Plans');
  await page
    .getByRole('link', { name: /Second floor/u })
    .first()
    .click();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await button(page, 'Measure and mark up').click();
  // From here on every point snaps, so that the same clicks are the same points.
  await button(page, /^Snap to lines of the drawing/u).waitFor();
}

it('measures a view at its own scale, and says so where a measurement crosses it', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await openTools(page);
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Add view with its own scale' }).click();
  await drag(page, [0.3, 0.35], [0.6, 0.65]);
  const dialog = page.getByRole('dialog', { name: 'Scale of a view' });
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Detail 3');
  await dialog.getByRole('textbox', { name: /^Scale printed on the sheet/u }).fill('10');
  await dialog.getByRole('button', { name: 'Set scale' }).click();
  await page.getByText('Scale of the view saved').waitFor();

  await click(page, 0.35, 0.5);
  await click(page, 0.5, 0.5);
  await page.getByText('Detail 3 · 1:10', { exact: true }).first().waitFor();
  await click(page, 0.7, 0.5);
  await page.getByText('Crosses views of different scales').waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await button(page, 'Measure and mark up').click();
  await button(page, 'Scale and markings').click();
  await page.getByRole('menuitem', { name: 'Detail 3 · 1:10' }).click();
  await button(page, 'Remove').click();
  await page.getByText('View removed').waitFor();
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
