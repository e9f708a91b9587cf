// A pin and its tasks in one scroll: its sections keep their addresses, and its room can be corrected and filtered by.
import { DEMO_PROJECT, pinId } from '@plumbline/server/features/demo/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signInAt, switchTo, type Visit, visit } from '../support/browser.ts';

const PIN = `/project/${DEMO_PROJECT}/pins/list/-/${pinId('A-102 handrail-missing-on-main-stairs')}`;

let desktop: Visit;
let phone: Visit;

beforeAll(async () => {
  const browser = await openBrowser();
  desktop = await visit(browser);
  phone = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});
afterAll(async () => {
  await desktop?.close();
  await phone?.close();
});

it('opens a pin at the section in its address, and selects sections while scrolling', async () => {
  for (const { page, complaints } of [desktop, phone]) {
    pictureOnFailure(page);
    await signInAt(page, 'anna', `${PIN}/activity`);
    const selected = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u'), selected: true });
    await selected('Activity').waitFor();
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.waitFor();
    await expect.poll(async () => (await comment.boundingBox())?.y ?? 0).toBeLessThan(page.viewportSize()?.height ?? 0);

    // The sections above are there too.
    const sections = page.locator('.ui-sections');
    await sections.hover();
    await page.mouse.wheel(0, -5_000);
    await selected('Basics').waitFor();
    await page.getByRole('tab', { name: /^Tasks/u }).click();
    await page.waitForURL(/\/tasks$/u);
    await page.getByRole('heading', { name: 'Tasks', level: 3 }).waitFor();
    await expect
      .poll(() => sections.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
    // By keyboard, the bar leads to the next section.
    await page.keyboard.press('ArrowRight');
    await selected('Media').waitFor();
    await page.waitForURL(/\/media$/u);
    // From there it leads into the sections, which show what has the focus.
    await page.keyboard.press('Tab');
    await selected('Basics').waitFor();
    await page.locator('.ui-sections :focus').waitFor();

    // However fast sections are chosen, the last one stays in view, and the address names it.
    for (const name of ['Activity', 'Tasks', 'Media', 'Activity', 'Media', 'Activity']) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') }).click();
    }
    await page.waitForURL(/\/activity$/u);
    await selected('Activity').waitFor();
    expect(complaints).toEqual([]);
  }
});

it('corrects the room of a pin and filters by it', async () => {
  const { page, complaints } = desktop;
  pictureOnFailure(page);
  await switchTo(page, PIN);
  const room = page.getByRole('textbox', { name: 'Room' });
  await room.fill('Stair hall, north');
  await room.press('Enter');
  await page.getByText('All changes saved').last().waitFor();
  await page.getByRole('button', { name: 'Close panel' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stair hall, north' }).click();
  await dialog.getByRole('button', { name: 'Show 1 pin' }).click();
  await page.waitForURL(/room.+Stair/u);
  await page.getByRole('gridcell', { name: 'Stair hall, north' }).waitFor();
  await page.getByRole('button', { name: /^Remove filter Room: Stair hall, north/u }).click();
  await page.waitForURL((url) => !decodeURIComponent(url.href).includes('room'));
  await page.getByRole('row').nth(2).waitFor();
  expect(complaints).toEqual([]);
});

it('adds a pin without a plan', async () => {
  const { page, complaints } = desktop;
  pictureOnFailure(page);
  await switchTo(page, `/project/${DEMO_PROJECT}/pins`);
  await page.getByRole('button', { name: 'New pin without a plan' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Order the missing doors');
  await title.press('Tab');
  await page.getByRole('button', { name: 'Close panel' }).click();
  await page.getByRole('row', { name: /Order the missing doors/u }).waitFor();
  await page.getByText('All changes saved').last().waitFor();
  await switchTo(page, `/project/${DEMO_PROJECT}/pins/list/noPlan`);
  await page.getByText('Order the missing doors').first().waitFor();

  // Pages of the list, in its address.
  await switchTo(page, `/project/${DEMO_PROJECT}/pins/list/-/-/-/-/0/10`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByText('1–10', { exact: true }).waitFor();
  const newest = page.getByRole('row').nth(1).filter({ hasText: 'Order the missing doors' });
  await newest.waitFor();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/\/-\/1\/10$/u);
  await pages.getByText('11–20', { exact: true }).waitFor();
  await newest.waitFor({ state: 'detached' });
  await page.reload();
  await pages.getByText('11–20', { exact: true }).waitFor();
  await pages.getByRole('button', { name: 'Previous page' }).click();
  await newest.waitFor();
  await expect.poll(() => pages.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});
