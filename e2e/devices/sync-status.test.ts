// The sync status on a phone: a photo that waits for Wi-Fi, a change made offline, and the confirmations of both.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { type Browser, devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openBrowser,
  pictureOnFailure,
  signInAt,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';
import { makePhoto } from '../support/drawings.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];
  visitor = await visit(browser, { ...phone, locale: 'en-GB', acceptDownloads: true });
  // Desktop browsers name no type of network.
  await visitor.page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' });
    Object.defineProperty(navigator, 'connection', { value: connection });
    // Profiles of tests have no background sync.
    const requestedTags: string[] = [];
    const sync = { register: async (tag: string) => void requestedTags.push(tag) };
    Object.assign(globalThis, { requestedTags });
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: sync });
  });
});
afterAll(async () => {
  await visitor?.close();
});

const status = (page: Page) => switchTo(page, '/syncStatus');

/** Until the server has answered: the status may not yet have counted the edit. */
async function sentBy(page: Page, edit: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse((one) => one.url().endsWith('/sync/push')), edit()]);
}

async function openPin(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await page.getByText('Sprinkler valve').first().click();
}

it('holds a photo back until the device is on Wi-Fi or the user sends it anyway', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signInToDemo(page, 'anna');
  const project = new URL(page.url()).pathname;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await status(page);
  await page.getByText('Send photos and files only on Wi-Fi').click();
  await switchTo(page, project);
  await openPin(page);
  await page.getByRole('tab', { name: /Media/u }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos', exact: true }).click();
  const buffer = await makePhoto('#335577');
  await (await chooser).setFiles({ name: 'wifi.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: 'Add 1 photo' }).click();
  await page.getByRole('button', { name: 'Open wifi.jpg' }).waitFor();

  await status(page);
  await page.getByText('1 file will be sent on Wi-Fi').waitFor();
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText('Will be sent on Wi-Fi').waitFor();
  await waiting.locator('img').waitFor();
  await page.getByRole('button', { name: 'Send now anyway' }).click();
  await page.locator('.sync-screen').getByText('All changes saved').waitFor();
  expect(complaints).toEqual([]);
});

it('lists pending edits while offline, requests background sync, and sends them afterwards', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  await page.goBack();
  await page
    .getByRole('tab', { name: /Basic|Details/u })
    .first()
    .click();
  await page.context().setOffline(true);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Seen without a network');
  await notes.press('Tab');
  await page
    .getByText(/1 change waiting/u)
    .first()
    .waitFor({ state: 'attached' });
  await status(page);
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
  await waiting.getByText("Will be sent when you're online").waitFor();
  const tags = () => page.evaluate('requestedTags');
  await expect.poll(tags).toContain('offlineSync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Stopped at 0%').waitFor();
  await expect.poll(tags).toContain('manualOfflineSync');
  await page.context().setOffline(false);
  await page.getByText('Sync complete').waitFor();
});

it('lets the user correct an edit that was refused, and asks before the correction is discarded', async () => {
  const { page } = visitor;
  const desk = await visit(browser);
  pictureOnFailure(page);
  pictureOnFailure(desk.page);
  const list = `/project/${DEMO_PROJECT}/pins/list/noPlan`;
  await signInAt(desk.page, 'anna', list);
  await desk.page.getByRole('button', { name: 'New pin without a plan' }).click();
  const title = desk.page.getByRole('textbox', { name: 'Title' });
  await title.fill('Order the missing locks');
  // The status may not yet have counted the title, and the new pin has an answer of its own.
  const sent = desk.page.waitForResponse(
    (one) => one.url().endsWith('/sync/push') && (one.request().postData() ?? '').includes('Order the missing locks'),
  );
  await title.press('Tab');
  await sent;

  await switchTo(page, list);
  await page.getByText('Order the missing locks').first().click();
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.waitFor();
  await page.context().setOffline(true);
  await notes.fill('Five of them');
  await notes.press('Tab');
  // The server must know of it before the edit of the notes arrives.
  await sentBy(desk.page, () => desk.page.getByRole('button', { name: 'Close pin' }).click());
  await desk.page.getByText('This pin is closed').waitFor();
  await page.context().setOffline(false);

  await status(page);
  const refused = page.getByRole('region', { name: "Couldn't be saved" });
  await refused.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit and send again' });
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Five locks');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await sentBy(desk.page, () => desk.page.getByRole('button', { name: 'Reopen pin' }).click());
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => desk.page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Five locks');
  await desk.close();
});

it('lists what was sent, and exports a proof that can be checked', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  await page.getByRole('link', { name: 'What was sent' }).click();
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
  await line('Change a pin').getByText('Matches this device').waitFor();
  await line('Add photos or files')
    .getByText(/Position \d+ in the project log/u)
    .waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const { entries } = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(entries.length).toBeGreaterThan(2);
  for (const { kind, content, serverHash, deviceHash } of entries) {
    expect(deviceHash).toBe(serverHash);
    if (kind === 'edit') expect(createHash('sha256').update(content).digest('hex')).toBe(serverHash);
  }
});
