// The frame of the program as its user meets it: shown around once, and another project or plan chosen by keys alone.
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openDemo, pictureOnFailure, signIn, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('shows around once, with other pictures in the hand, and can be left', async () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
  const { page, complaints, close } = await visit(browser, { userAgent, viewport, isMobile, hasTouch });
  pictureOnFailure(page);
  // Whoever drives a browser by a program is not shown around.
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  await signIn(page, 'jonas');
  const tour = page.getByRole('dialog', { name: 'Welcome to Plumbline' });
  await tour.getByText('Everything under your thumb').waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByText('2 of 4').waitFor();
  await tour.getByRole('button', { name: 'Skip' }).click();
  await tour.waitFor({ state: 'detached' });
  await page.reload();
  await openDemo(page);
  expect(await tour.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('changes to another plan by keys alone, and gives the focus back where nothing was chosen', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await openDemo(page);
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  const switcher = page.getByRole('button', { name: 'Choose another plan' });
  await switcher.focus();
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: 'Choose a plan' });
  await window
    .getByRole('option', { name: /Basement/u })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
  await expect.poll(() => switcher.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  await page.keyboard.type('secon');
  await window.getByRole('option').first().waitFor();
  await expect.poll(() => window.getByRole('option').filter({ hasNotText: 'Second floor' }).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Second floor/u }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: /Find a project, plan/u }).waitFor();
  await page.keyboard.type('choose a project');
  await page.getByRole('menuitem', { name: 'Choose a project' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Choose a project' })
    .getByRole('option', { name: /Lindenhof/u })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await close();
});
