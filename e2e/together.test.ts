// Two people on one plan: what one does shows at the other's, and edits of one pin from two sides both hold.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openDemo, pictureOnFailure, signIn, type Visit, visit } from './browser.ts';

let browser: Browser;
let anna: Visit;
let tomas: Visit;

async function openPin(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByRole('searchbox', { name: 'Search pins' }).fill(title);
  await page.getByText(title).first().click();
  await page.getByRole('tab', { name: /^Basics/u }).waitFor();
}

beforeAll(async () => {
  browser = await openBrowser();
  [anna, tomas] = await Promise.all([visit(browser), visit(browser)]);
  for (const [visitor, key] of [
    [anna, 'anna'],
    [tomas, 'tomas'],
  ] as const) {
    await signIn(visitor.page, key);
    await openDemo(visitor.page);
  }
});
afterAll(async () => {
  await Promise.all([anna?.close(), tomas?.close()]);
  await browser?.close();
});

const PIN = 'Roller shutter belt missing';

it('shows a change to whoever has the pin open, without a reload', async () => {
  pictureOnFailure(tomas.page);
  await openPin(anna.page, PIN);
  await openPin(tomas.page, PIN);
  const notes = anna.page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Belt is ordered');
  await notes.press('Tab');
  await tomas.page.getByText('Belt is ordered').first().waitFor();
});

it('keeps edits of different fields from two sides, made while one had no line', async () => {
  pictureOnFailure(anna.page);
  await tomas.page.context().setOffline(true);
  const tag = tomas.page.getByRole('textbox', { name: 'Notes' });
  await tag.fill('Belt arrives on Friday');
  await tag.press('Tab');
  await tomas.page
    .getByText(/1 change|not sent|Waiting|unsent/iu)
    .first()
    .waitFor();
  const title = anna.page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill(`${PIN}, flat 3`);
  await title.press('Tab');
  await tomas.page.context().setOffline(false);
  await tomas.page.getByText(`${PIN}, flat 3`).first().waitFor();
  await anna.page.getByText('Belt arrives on Friday').first().waitFor();
});

it('brings over what was entered without a line, though the tab was closed', async () => {
  const { page } = tomas;
  await page.context().setOffline(true);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Closed the tab in the basement');
  await notes.press('Tab');
  await page
    .getByText(/1 change|not sent|Waiting|unsent/iu)
    .first()
    .waitFor();
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  const again = await anna.page.context().browser()?.contexts()[1]?.newPage();
  if (!again) throw new Error('no page');
  pictureOnFailure(again);
  await again.context().setOffline(false);
  await again.goto(address);
  await anna.page.getByText('Closed the tab in the basement').first().waitFor();
  expect(anna.complaints).toEqual([]);
});
