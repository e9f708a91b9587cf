// A person with a mobile-only licence: no access to projects on a computer, full access on a phone.
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  emailOfKey,
  openBrowser,
  pictureOnFailure,
  signIn,
  signInAt,
  switchTo,
  type Visit,
  visit,
  withoutWorker,
} from '../support/browser.ts';

let browser: Browser;
let anna: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  anna = await visit(browser);
});
afterAll(async () => {
  await anna?.close();
});

it('warns about exceeded limits before the owner switches the licence', async () => {
  const { page, complaints } = anna;
  pictureOnFailure(page);
  // The third one, beside those of the demo.
  await signInAt(page, 'anna', '/project/new');
  await page.getByLabel('Title').fill('Yard');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('No plans yet').waitFor();
  await switchTo(page, '/userManagement/licences');
  await page.getByRole('heading', { name: /^Your licence: / }).waitFor();
  const offer = (plan: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
  const take = async (plan: string, button: string, limit: string, exceeded?: string) => {
    await offer(plan).getByText(limit).waitFor();
    await offer(plan).getByRole('button', { name: button }).click();
    const question = page.getByRole('alertdialog', { name: `Switch to ${plan}?` });
    if (exceeded) await question.getByText(exceeded).waitFor();
    await expect.poll(() => question.getByText('You use more than this licence allows').count()).toBe(exceeded ? 1 : 0);
    await question.getByText(/€[\d.]+ per person per month, billed yearly/u).waitFor();
    await question.getByRole('button', { name: 'Choose this licence' }).click();
    await page.getByText(`Your licence is now ${plan}`).waitFor();
    await offer(plan).getByText('Current', { exact: true }).waitFor();
  };
  await take('Pocket', 'Choose this licence', '2 active projects', 'Active projects: 3 of 2');
  await take('Combo', 'Upgrade', '10 active projects');
  await take('Multi', 'Upgrade', 'Unlimited projects');
  expect(complaints).toEqual([]);
});

it('shows users with a mobile-only licence how to continue on a phone instead of opening projects', async () => {
  pictureOnFailure(anna.page);
  const license = async (kind: 'Mobile only' | 'Full') => {
    await switchTo(anna.page, '/userManagement?search=Lena');
    await anna.page.getByRole('button', { name: 'More actions for Lena Hartmann' }).click();
    await anna.page.getByRole('menuitemradio', { name: kind }).click();
    const row = anna.page.getByRole('row', { name: /Lena Hartmann/u });
    await row.getByRole('gridcell', { name: kind, exact: true }).waitFor();
  };
  await license('Mobile only');

  const desk = await visit(browser);
  pictureOnFailure(desk.page);
  await desk.page.goto('/');
  await desk.page.getByLabel('Email', { exact: true }).fill(emailOfKey('lena'));
  await desk.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await desk.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await desk.page.getByRole('heading', { name: 'Your licence is for phones and tablets' }).waitFor();
  await desk.page.getByRole('img', { name: 'QR code with the address of this page' }).waitFor();
  await expect.poll(() => desk.page.getByRole('link', { name: /Lindenhof/u }).count()).toBe(0);
  // Their own account remains accessible.
  await desk.page.getByRole('link', { name: 'Account', exact: true }).click();
  await desk.page.getByRole('link', { name: 'Devices and offline' }).click();
  await desk.page.getByText('Registered devices').first().waitFor();

  const phone = await visit(browser, {
    viewport: { width: 390, height: 844 },
    userAgent: devices['Pixel 7'].userAgent,
    hasTouch: true,
    isMobile: true,
  });
  pictureOnFailure(phone.page);
  await withoutWorker(phone.page);
  await signIn(phone.page, 'lena');
  await phone.page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .waitFor();

  await license('Full');
  await desk.page.goto('/');
  await desk.page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .waitFor();
  for (const { complaints } of [anna, phone]) expect(complaints).toEqual([]);
  // Data already on the computer stays there, to be viewed and saved, but the computer no longer sends any of it.
  expect(desk.complaints.filter((complaint) => !complaint.includes('403'))).toEqual([]);
  for (const { close } of [desk, phone]) await close();
});
