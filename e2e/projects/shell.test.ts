// The frame of the program: the introduction is shown once, and other projects and plans can be chosen by keyboard
// alone. The bottom bar fits on phones in every language.

import { LANGUAGES } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { type Browser, devices } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  DEMO_TITLE,
  openBrowser,
  openDemo,
  pictureOnFailure,
  signIn,
  switchTo,
  type Visit,
  visit,
  withoutWorker,
} from '../support/browser.ts';

let browser: Browser;
/** Anna on a phone, and at a desk whose window is narrow at first. */
let phone: Visit;
let desk: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
  phone = await visit(browser, { userAgent, viewport, isMobile, hasTouch });
  desk = await visit(browser, { viewport: { width: 600, height: 900 } });
});
afterAll(async () => {
  await phone?.close();
  await desk?.close();
});

it('shows a tour once, with different pictures on a phone, and lets the user skip it', async () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
  const { page, complaints, close } = await visit(browser, { userAgent, viewport, isMobile, hasTouch });
  pictureOnFailure(page);
  // Automated browsers are not shown the tour.
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  await withoutWorker(page);
  await signIn(page, 'jonas');
  const tour = page.getByRole('dialog', { name: 'Welcome to Plumbline' });
  await tour.getByText('Everything within reach').waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByText('2 of 4').waitFor();
  await tour.getByRole('button', { name: 'Skip' }).click();
  await tour.waitFor({ state: 'detached' });
  await page.reload();
  await openDemo(page);
  await expect.poll(() => tour.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('has a Sync entry only where the app is cached, and dialogs of the specified widths', async () => {
  const bar = { name: 'Main navigation' };
  pictureOnFailure(phone.page);
  // The browser offers to install the app before the first screen is there.
  await phone.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))),
  );
  await signIn(phone.page, 'anna');
  await phone.page
    .getByRole('navigation', bar)
    .getByRole('button', { name: /^Sync, / })
    .waitFor();
  const install = phone.page.locator('.ui-notice').filter({ hasText: 'Add to home screen' });
  await install.getByRole('button', { name: 'Close' }).click();
  await install.waitFor({ state: 'detached' });

  // Without the app on the device, the user is signed out and has no such entry, until it is stored again.
  await switchTo(phone.page, '/userSettings/offline');
  await phone.page.getByText('The app is stored on this device').waitFor();
  await phone.page.getByRole('button', { name: 'Remove the app from this device' }).click();
  await phone.page
    .getByRole('alertdialog', { name: 'Remove the app?' })
    .getByRole('button', { name: 'Remove the app from this device' })
    .click();
  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await signIn(phone.page, 'anna');
  await phone.page.getByRole('navigation', bar).getByRole('link', { name: 'Projects' }).waitFor();
  await expect
    .poll(() => phone.page.getByRole('navigation', bar).getByRole('button', { name: /^Sync/ }).count())
    .toBe(0);
  await switchTo(phone.page, '/userSettings/offline');
  await phone.page.getByText("This browser doesn't store the app").waitFor();
  await phone.page.getByRole('button', { name: 'Store the app on this device' }).click();
  // Browsers of tests never promise to keep the data.
  await phone.page.getByText("The browser didn't agree to keep the data").waitFor();
  await phone.page.getByRole('button', { name: 'Store it anyway' }).click();
  await phone.page.getByText('The app is stored, but the browser may delete data').waitFor();
  await phone.page.getByText('The app is stored on this device').waitFor();
  await phone.page.reload();
  await phone.page
    .getByRole('navigation', bar)
    .getByRole('button', { name: /^Sync, / })
    .waitFor();
  // That it was dismissed is remembered.
  await expect.poll(() => install.count()).toBe(0);

  const { page, complaints } = desk;
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await page.getByRole('navigation', bar).getByRole('link', { name: 'Projects' }).waitFor();
  // Its state is in the top bar instead.
  await page.getByRole('button', { name: 'All changes saved' }).waitFor();
  await expect.poll(() => page.getByRole('navigation', bar).getByRole('button').count()).toBe(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const measure = async (title: string, width: number) => {
    const dialog = page.getByRole('dialog', { name: title });
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(width, 0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: /Anna Berger/u }).click();
  await expect
    .poll(() => page.locator('.ui-popover').evaluate((popover) => getComputedStyle(popover).maxWidth))
    .toBe('391.5px');
  await page.getByRole('menuitem', { name: 'Help', exact: true }).click();
  await measure('Help', 440);
  await switchTo(page, '/reports/importStatus');
  await measure('Plan imports', 770);
  await page.waitForURL((url) => url.pathname === '/reports');
  await switchTo(page, `/project/${DEMO_PROJECT}/settings/templates`);
  await page.getByRole('button', { name: 'Placeholders' }).click();
  await measure('Placeholders', 0.8 * 1440);
  // 844 px, or 80 % if that is more.
  for (const [windowWidth, width] of [
    [1440, 0.8 * 1440],
    [1024, 844],
  ] as const) {
    await page.setViewportSize({ width: windowWidth, height: 900 });
    await switchTo(page, `/project/${DEMO_PROJECT}/settings/fields`);
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await measure('New pin field', width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await switchTo(page, `/project/${DEMO_PROJECT}`);
  await page.getByRole('button', { name: 'Plan from map' }).click();
  await measure('Choose a map area', 0.97 * 1440);
  expect(complaints).toEqual([]);
});

it('has a bottom bar whose labels fit on a phone in every language', async () => {
  const { page, complaints } = phone;
  pictureOnFailure(page);
  // Of the journey before, in which the app was removed.
  complaints.length = 0;
  await switchTo(page, '/');
  const entries = page.getByRole('navigation', { name: 'Main navigation' }).locator('.bottom-entry');
  const labels = entries.locator('> span:not([class])');
  const cutAt = async (width: number, keys: readonly string[]): Promise<string[]> => {
    await page.setViewportSize({ width, height: 780 });
    const texts = LANGUAGES.map((language) => {
      const catalog = readCatalog(language);
      return { language, words: keys.map((key) => catalog[key] ?? key) };
    });
    const english = texts.find(({ language }) => language === 'en')?.words;
    await expect.poll(() => labels.allTextContents()).toEqual(english);
    await page.evaluate(
      async (text) => {
        await document.fonts.load('500 13px "IBM Plex Sans Variable"', text);
      },
      texts.flatMap(({ words }) => words).join(' '),
    );
    return await labels.evaluateAll((spans, all) => {
      const before = spans.map((span) => span.textContent);
      const write = (words: readonly (string | null)[]) => {
        for (const [at, span] of spans.entries()) span.textContent = words[at] ?? '';
      };
      const cut = all.flatMap(({ language, words }) => {
        write(words);
        return spans
          .filter((span) => span.scrollWidth > span.clientWidth)
          .map((span) => `${language}: ${span.textContent}`);
      });
      write(before);
      return cut;
    }, texts);
  };
  const cutAtProjects = await cutAt(320, ['nav.work', 'nav.projects', 'nav.reports', 'nav.sync']);
  expect(cutAtProjects).toEqual([]);
  // Few labels need no narrow letters, which would join the words of a label.
  await expect.poll(() => entries.first().evaluate((entry) => getComputedStyle(entry).letterSpacing)).toBe('normal');
  await openDemo(page);
  const six = ['nav.work', 'nav.projects', 'nav.plans', 'nav.pins', 'nav.tasks', 'shell.more'];
  const cutInProject = await cutAt(360, six);
  expect(cutInProject).toEqual([]);
  expect(complaints).toEqual([]);
});

it('switches to another plan by keyboard alone, and returns the focus if nothing was chosen', async () => {
  const { page, complaints } = desk;
  pictureOnFailure(page);
  await switchTo(page, `/project/${DEMO_PROJECT}`);
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
  // The view is remembered.
  const tiles = window.getByRole('radio', { name: 'Tiles' });
  await tiles.click({ force: true });
  await window.locator('.quick-list[data-view="tiles"]').waitFor();
  await page.reload();
  await switcher.click();
  await window.locator('.quick-list[data-view="tiles"]').waitFor();
  await window.getByRole('radio', { name: 'List' }).click({ force: true });
  await window.locator('.quick-list[data-view="list"]').waitFor();
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
});

it('works by keyboard alone: past the menu, into the next screen, into a search that is still loading', async () => {
  const { page, complaints } = desk;
  pictureOnFailure(page);
  const focus = () => page.evaluate(() => document.activeElement?.id ?? '');

  // The skip link.
  await page.goto('/');
  const lindenhof = page.getByRole('link', { name: DEMO_TITLE }).first();
  await lindenhof.waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(focus).toBe('content');

  // The pressed link is gone with its screen: the focus moves to the new one, and its name is announced.
  await lindenhof.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  await expect.poll(focus).toBe('content');
  await page
    .getByRole('status')
    .filter({ hasText: /^Plans$/u })
    .waitFor({ state: 'attached' });

  // Text typed before the search box has loaded is in it once it appears.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/commands-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('basemenf');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('t');
  release();
  const search = page.getByRole('searchbox', { name: /Find a project, plan/u });
  await expect.poll(() => search.inputValue()).toBe('basement');
  await page.getByRole('menuitem', { name: /^Basement A-/u }).waitFor();

  // A pin is found with its plan, assignee and photo.
  await search.fill('crack in plaster');
  const pin = page.getByRole('menuitem', { name: /Crack in plaster above lintel.*Ground floor.*Elif/u });
  await pin.waitFor();
  await pin.locator('.issue-picture img').waitFor();
  expect(complaints).toEqual([]);
});
