// A road crew's plan: an area of the map becomes a plan on which a pin is set at the current location; and a drawing is
// scaled and measured.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInToDemo, visit } from '../support/browser.ts';

const HERE = { latitude: 48.1368, longitude: 11.5733 };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function clickPlan(page: Page, x: number, y: number): Promise<void> {
  const box = await page.locator('.plv-viewport').boundingBox();
  if (!box) throw new Error('the plan has no place on the screen');
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

it('creates a plan from an area of the map, and sets a pin at the current location', async () => {
  const { page, complaints, close } = await visit(browser, {
    geolocation: { ...HERE, accuracy: 4 },
    permissions: ['geolocation'],
  });
  pictureOnFailure(page);
  const name = `Road works ${crypto.randomUUID().slice(0, 6)}`;
  await signInToDemo(page, 'anna', 'Plans');
  await button(page, 'Plan from map').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The selected area is too big').waitFor();
  // An extra large dialog: 97 % of the window.
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(0.97 * 1440, 0);
  await expect.poll(() => button(page, 'Create plan').isDisabled()).toBe(true);
  await button(page, 'Go to my location').click();
  await dialog.getByText(/^[\d,]+ m × [\d,]+ m$/u).waitFor();
  await dialog.getByRole('textbox', { name: 'Plan name' }).fill(name);
  await button(page, 'Create plan').click();

  // The worker renders the map image; the plan then opens automatically.
  await page.locator('.plv-viewport').waitFor({ timeout: 90_000 });
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await button(page, 'My location').click();
  await page.getByText('High accuracy').waitFor();
  await page.getByText('within 4 m').waitFor();
  await button(page, 'Add pin here').click();
  await page.getByText('More details', { exact: true }).click();
  const position = await page.locator('.pin-position-value').textContent();
  const [lat = 0, lon = 0] = (position ?? '').split(',').map(Number);
  // 1e-7 degrees of latitude are about 1 cm.
  expect(Math.abs(lat - HERE.latitude)).toBeLessThan(2e-6);
  expect(Math.abs(lon - HERE.longitude)).toBeLessThan(2e-6);

  await page.context().setGeolocation({ ...HERE, accuracy: 12 });
  await page.getByText('Medium accuracy').waitFor();
  await page.context().setGeolocation({ ...HERE, accuracy: 45 });
  await page.getByText('Low accuracy').waitFor();
  await page.context().setGeolocation({ latitude: HERE.latitude - 0.05, longitude: HERE.longitude, accuracy: 4 });
  await page.getByText(/You're outside this plan: 5,\d+ m from its centre, to the north/u).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('says why the location is unavailable', async () => {
  const { page, close } = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Plans');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Plan from map' }).click();
  await button(page, 'Go to my location').click();
  await page.getByText('allowed to use your location').waitFor();
  await page.getByRole('searchbox').last().fill('48,1368 11,5733');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await page.getByText(/^[\d,]+ m × [\d,]+ m$/u).waitFor();
  await close();
});

it('sets the scale of a drawing by a known length, measures with it, and keeps the measurement', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signInToDemo(page, 'anna', 'Plans');
  await page
    .getByRole('link', { name: /Second floor/u })
    .first()
    .click();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });
  await button(page, 'Measure and mark up').click();
  await page.getByText('This plan has no scale yet.').waitFor();
  // From here on every point snaps, so that the same clicks are the same points.
  await button(page, /^Snap to lines of the drawing/u).waitFor();
  await button(page, 'Set scale').click();
  await button(page, 'Tap a known length').click();
  await page.getByText('Tap both ends of a known length.').waitFor();
  await clickPlan(page, 0.3, 0.5);
  await clickPlan(page, 0.6, 0.5);
  await page.getByRole('textbox', { name: 'Length on site' }).fill('12');
  await page.getByRole('dialog').getByRole('button', { name: 'Set scale' }).click();
  await page.getByText('Tap from point to point.').waitFor();

  // The same length again, and half of it across.
  await clickPlan(page, 0.3, 0.5);
  await clickPlan(page, 0.6, 0.5);
  await page.getByText('12 m', { exact: true }).waitFor();
  await button(page, 'Done').click();
  await button(page, 'Save to plan').click();
  await page.getByText('Saved to plan').waitFor();
  await button(page, 'All changes saved').waitFor();

  // The measurement is stored: it is still there after a reload.
  await page.reload();
  await page.getByRole('img', { name: /^Scale bar: /u }).waitFor();
  await button(page, 'Measure and mark up').click();
  await button(page, 'Scale and markings').click();
  await page.getByText('1 marking', { exact: true }).waitFor();
  await page.getByRole('menuitem', { name: 'Distance' }).click();
  await button(page, 'Remove').click();
  await page.getByText('Marking removed').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
