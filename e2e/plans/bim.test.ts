// A building model from its file to a pin: its storeys become plans, the building is shown in 3D, and a pin set on it
// also appears on the storey's drawing.

import { writeIfc } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { smallHouse } from '@plumbline/server/rendering/engines/ifc/testing/small-house';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, pictureOnFailure, signInAt, signInToDemo, visit } from '../support/browser.ts';

/** Renders WebGL in software, without a graphics card. */
const SOFTWARE = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

let browser: Browser;
/** A browser without WebGL. */
let flat: Browser | undefined;
/** Address of the building in the first journey. */
let model = '';
beforeAll(async () => {
  browser = await launchBrowser(SOFTWARE);
});
afterAll(async () => {
  await browser?.close();
  await flat?.close();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

it('imports a building model, sets a pin on it in 3D, and finds it on the drawing of the storey', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  const name = `House ${crypto.randomUUID().slice(0, 6)}`;
  const ifc = writeIfc({ ...smallHouse(), name }, '2026-01-01T08:00:00');
  await signInToDemo(page, 'anna', 'Plans');
  await button(page, 'Import plans').first().click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `${name}.ifc`, mimeType: 'application/x-step', buffer: Buffer.from(ifc) });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title, Upper floor' }).waitFor({ timeout: 90_000 });
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Title, Ground floor' }).inputValue())
    .toBe('Ground floor');
  await dialog.getByRole('button', { name: 'Import 2 plans' }).click();

  await page.getByRole('link', { name: new RegExp(name, 'u') }).click();
  await page.getByRole('link', { name: '3D view' }).click();
  await page.getByText('8 elements').waitFor({ timeout: 60_000 });
  model = new URL(page.url()).pathname;
  await page.locator('.model-loading').waitFor({ state: 'detached', timeout: 60_000 });
  // The properties of an element, found by its name.
  await page.getByRole('tab', { name: 'Elements' }).click();
  await page.getByRole('searchbox', { name: 'Find element' }).fill('column');
  await page.getByRole('row').filter({ hasText: 'Column 1' }).click();
  await page.getByText('F 90').waitFor();

  // On a lost WebGL context the page says so and keeps the properties, and it renders again when the context is
  // restored.
  const card = await page.locator('.model-canvas').evaluateHandle((canvas: HTMLCanvasElement) => {
    const held = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    held?.loseContext();
    return held;
  });
  const message = page.getByText('The 3D view was interrupted by the graphics card');
  await message.waitFor();
  await page.getByText('F 90').waitFor();
  await card.evaluate((held) => held?.restoreContext());
  await message.waitFor({ state: 'detached' });
  // If the context is not restored automatically, the model is rendered again and the selection is kept.
  await page.locator('.model-canvas').evaluate((canvas: HTMLCanvasElement) => {
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await button(page, 'Redraw').click();
  await message.waitFor({ state: 'detached' });
  await button(page, 'Show only this element').click();

  // The column is isolated and fills the view, so the centre of the view lies on it.
  await button(page, 'Add pin').click();
  await page.getByText('Tap the location on the model').waitFor();
  const surface = await page.getByRole('application').boundingBox();
  if (!surface) throw new Error('the building has no place on the screen');
  await page.mouse.click(surface.x + surface.width / 2, surface.y + surface.height / 2);
  await page.locator('.model-pin[data-selected]').waitFor();
  await button(page, 'All changes saved').waitFor();

  // The worker renders the storey's drawing. The pin is where the column is: in the middle of the house.
  await button(page, 'Show on plan').click();
  await page.locator('.plv-viewport').waitFor({ timeout: 90_000 });
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByRole('link', { name: '3D view' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('says that the browser does not support 3D, and still shows the properties of the building', async () => {
  flat = await launchBrowser(['--disable-3d-apis']);
  const { page } = await visit(flat);
  pictureOnFailure(page);
  await signInAt(page, 'anna', model);
  await page.getByRole('alert').filter({ hasText: '3D view not available' }).waitFor();
  await page.getByRole('tab', { name: 'Elements' }).click();
  await page.getByRole('searchbox', { name: 'Find element' }).fill('column');
  await page.getByRole('row').filter({ hasText: 'Column 1' }).click();
  await page.getByText('F 90').waitFor();
  await page.locator('.model-element-head').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Storeys' }).click();
  // Nothing that needs the 3D view is offered.
  await expect.poll(() => page.getByRole('button', { name: /^Hide/u }).count()).toBe(0);
  await page.getByRole('link', { name: 'Drawing of Ground floor' }).first().click();
  await page.locator('.plv-viewport').waitFor({ timeout: 60_000 });
});
