// A report is signed, previewed, created and shared with a password: the recipient opens it in another browser until the link
// is deactivated.
import { readFile } from 'node:fs/promises';
import type { Report } from '@plumbline/core/features/reports/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  openBrowser,
  pictureOnFailure,
  searchPins,
  signInToDemo,
  type Visit,
  visit,
} from '../support/browser.ts';

const TITLE = `Handover ${crypto.randomUUID().slice(0, 6)}`;
const PASSWORD = 'Kastanienweg';

let browser: Browser;
let author: Visit;
let recipient: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  author = await visit(browser);
  recipient = await visit(browser);
});
afterAll(async () => {
  await author?.close();
  await recipient?.close();
});

/** The day that a press of the down key makes of the day of month of `date`. */
function dayBelow(date: Date): string {
  const day = date.getDate();
  const before =
    day > 1
      ? new Date(date.getFullYear(), date.getMonth(), day - 1)
      : new Date(date.getFullYear(), date.getMonth() + 1, 0);
  return before.toLocaleDateString('en-GB', { year: 'numeric', month: 'long', day: 'numeric' });
}

/** Draws a line from left to right. */
async function draw(page: Page, pad: Locator): Promise<void> {
  const box = await pad.boundingBox();
  if (!box) throw new Error('the field is not shown');
  const { x, y, width, height } = box;
  await page.mouse.move(x + width * 0.2, y + height * 0.7);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.3);
  await page.mouse.move(x + width * 0.8, y + height * 0.6);
  await page.mouse.up();
  await expect.poll(() => pad.locator('polyline').count()).toBe(1);
}

it('shares a previewed report with a password until its link is deactivated', async () => {
  const { page, complaints } = author;
  pictureOnFailure(page);
  pictureOnFailure(recipient.page);
  const dialog = dialogIn(page);
  await signInToDemo(page, 'anna', 'Reports');

  // The preview shows the first page before the report exists.
  await page.getByRole('button', { name: 'New report' }).click();
  await searchPins(page, 'Handrail missing on main stairs', dialog);
  await dialog.getByText('Handrail missing on main stairs').click();
  await dialog.getByRole('button', { name: 'Continue with 1 pin' }).click();
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Page 1' }).waitFor();

  // Its author signs it on the screen, which the preview shows.
  await dialog.getByRole('button', { name: 'Options' }).click();
  await dialog.getByRole('button', { name: 'Add signature' }).click();
  await dialog.getByLabel('Role').fill('Site manager');
  await dialog.getByLabel('Name', { exact: true }).fill('Anna Berger');
  await dialog.getByRole('button', { name: 'Sign now' }).click();
  const pad = dialog.getByRole('img', { name: 'Sign here' });
  await pad.scrollIntoViewIfNeeded();
  const previewed = page.waitForResponse((response) => response.request().postData()?.includes('"signed":{') ?? false);
  await draw(page, pad);
  expect((await previewed).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Create report' }).click();
  const line = page.getByRole('listitem').filter({ hasText: TITLE });
  await line.getByRole('button', { name: 'Download' }).waitFor();

  const choose = async (action: string) => {
    await line.getByRole('button', { name: `More actions for ${TITLE}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  // The link gets a password and another end, which the email dialog names.
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/share'),
  );
  await choose('Share link');
  const { shareToken, shareExpiresAt } = (await (await created).json()) as Report;
  const end = dayBelow(new Date(shareExpiresAt ?? ''));
  await dialog.getByRole('group', { name: 'Valid until' }).getByRole('spinbutton').first().press('ArrowDown');
  await dialog.getByLabel(/^Password/u).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The link asks for a password.').waitFor();
  await dialog.getByText('Not opened yet').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await choose('Send by email');
  await dialog.getByText(`Anyone with this link can open the report until ${end}.`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The recipient needs the password.
  const shared = recipient.page;
  await shared.goto(`/shared/${shareToken}`);
  await shared.getByRole('heading', { name: 'This report is protected by a password' }).waitFor();
  await shared.getByLabel('Password', { exact: true }).fill('Lindenhof');
  await shared.getByRole('button', { name: 'Open report' }).click();
  await shared.getByText('The password is wrong.').waitFor();
  await shared.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await shared.getByRole('button', { name: 'Open report' }).click();
  await shared.getByRole('heading', { name: TITLE }).waitFor();
  await shared.getByText(`Available until ${end}`).waitFor();
  await shared.getByRole('img', { name: 'Page 1' }).waitFor();
  const saved = shared.waitForEvent('download');
  await shared.getByRole('link', { name: /^Download/u }).click();
  const bytes = await readFile(await (await saved).path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  // The author sees it in the log, and deactivates the link.
  await choose('Share link');
  await dialog.getByText('Downloads: 1').waitFor();
  await dialog.getByRole('button', { name: 'Deactivate link' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shared.reload();
  await shared.getByRole('heading', { name: 'Report not available' }).waitFor();

  expect(complaints).toEqual([]);
  // The browser also logs refused passwords, links and pages.
  expect(recipient.complaints.filter((one) => one.startsWith('script:'))).toEqual([]);
});
