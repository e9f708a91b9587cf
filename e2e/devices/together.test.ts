// Two people on one plan: changes by one appear for the other, and simultaneous edits of one pin are both kept.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openBrowser,
  pictureOnFailure,
  searchPins,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
let anna: Visit;
let tomas: Visit;

async function openPin(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await searchPins(page, title);
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
    await signInToDemo(visitor.page, key, 'Pins');
  }
});
afterAll(async () => {
  await Promise.all([anna?.close(), tomas?.close()]);
});

const PIN = 'Roller shutter strap missing';

it('shows a change to anyone who has the pin open, without a reload', async () => {
  pictureOnFailure(tomas.page);
  await openPin(anna.page, PIN);
  await openPin(tomas.page, PIN);
  const notes = anna.page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Belt is ordered');
  await notes.press('Tab');
  await tomas.page.getByText('Belt is ordered').first().waitFor();
});

it('keeps edits of different fields by two people, one of whom was offline', async () => {
  pictureOnFailure(anna.page);
  await tomas.page.context().setOffline(true);
  const tag = tomas.page.getByRole('textbox', { name: 'Notes' });
  await tag.fill('Belt arrives on Friday');
  await tag.press('Tab');
  await tomas.page
    .getByText(/1 change waiting/u)
    .first()
    .waitFor({ state: 'attached' });
  const title = anna.page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill(`${PIN}, flat 3`);
  await title.press('Tab');
  await tomas.page.context().setOffline(false);
  await tomas.page.getByText(`${PIN}, flat 3`).first().waitFor();
  await anna.page.getByText('Belt arrives on Friday').first().waitFor();
});

it('shows the change in the activity of the project without a reload', async () => {
  const { page: activity } = anna;
  pictureOnFailure(activity);
  await switchTo(activity, `/project/${DEMO_PROJECT}/dashboard/activity`);
  await activity.getByText(`${PIN}, flat 3`).first().waitFor();
  const title = tomas.page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill(`${PIN}, flat 3, north`);
  await title.press('Tab');
  await activity.getByText(`${PIN}, flat 3, north`).first().waitFor();

  // Nor is a change lost that comes while the answer about the one before is on its way.
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await activity.route(
    /\/activity(?:\?|$)/u,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const write = async (text: string) => {
    await title.fill(text);
    await title.press('Tab');
  };
  // The notifications are asked for later than the activity would be.
  const written = async (text: string) => {
    const request = activity.waitForRequest(/\/notifications\?size=1$/u);
    await write(text);
    await request;
  };
  await written(`${PIN}, flat 3, north wing`);
  await asked.promise;
  await written(`${PIN}, flat 3, north side`);
  held.resolve();
  await activity.getByText(`${PIN}, flat 3, north side`).first().waitFor();
});

it('shows groups and datasets created by others without a reload', async () => {
  const { page: groups } = anna;
  const { page: theirs } = tomas;
  const project = `/project/${DEMO_PROJECT}`;
  pictureOnFailure(groups);
  await switchTo(groups, `${project}/groups`);
  await groups.getByRole('button', { name: 'New group' }).waitFor();
  await switchTo(theirs, `${project}/groups`);
  await theirs.getByRole('button', { name: 'New group' }).click();
  await theirs.getByRole('dialog').getByLabel('Title').fill('Made next door');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await groups.getByText('Made next door').first().waitFor();
  await switchTo(theirs, `${project}/datasets`);
  await theirs.getByText('Door schedule').first().waitFor();
  await switchTo(groups, `${project}/datasets`);
  const [chooser] = await Promise.all([
    groups.waitForEvent('filechooser'),
    groups.getByRole('button', { name: 'Import dataset' }).click(),
  ]);
  await chooser.setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from('ID;Title\n1;Hall\n') });
  await groups.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }).fill('Keys next door');
  await groups.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await theirs.getByText('Keys next door').first().waitFor();
  await groups.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
});

it('sends edits made offline even though the tab was closed', async () => {
  const { page } = tomas;
  for (const visitor of [anna, tomas]) await openPin(visitor.page, `${PIN}, flat 3, north`);
  await page.context().setOffline(true);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('Closed the tab in the basement');
  await notes.press('Tab');
  await page
    .getByText(/1 change waiting/u)
    .first()
    .waitFor({ state: 'attached' });
  const address = page.url();
  const theirs = page.context();
  await page.close({ runBeforeUnload: false });
  const again = await theirs.newPage();
  pictureOnFailure(again);
  await again.context().setOffline(false);
  await again.goto(address);
  await anna.page.getByText('Closed the tab in the basement').first().waitFor();
  expect(anna.complaints).toEqual([]);
});
