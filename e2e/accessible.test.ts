// Every screen against axe, in light and dark; and no screen wider than the window, from the desk to the phone, in German.
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openDemo, pictureOnFailure, signIn, type Visit, visit } from './browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** What axe finds wrong, as short words. Drawings on canvas are not its business. */
async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.addScriptTag({ path: AXE });
  }
  const results = await page.evaluate(() =>
    // What is being announced names parts of the page that may be gone a moment later.
    (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: ['[data-live-announcer]'] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      },
    ),
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** The screens of a project, each with the sign that it is there. */
const SCREENS = [
  { section: 'Plans', there: (page: Page) => page.getByRole('link', { name: /Ground floor/u }).first() },
  { section: 'Pins', there: (page: Page) => page.getByText('Handrail missing at main stairs').first() },
  { section: 'Tasks', there: (page: Page) => page.getByText('Lower three boxes').first() },
  { section: 'Reports', there: (page: Page) => page.getByRole('tab', { name: 'Templates' }) },
  { section: 'Settings', there: (page: Page) => page.getByLabel('Title').first() },
] as const;

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  let visitor: Visit;
  beforeAll(async () => {
    visitor = await visit(browser, { colorScheme, bypassCSP: true });
  });
  afterAll(async () => {
    await visitor?.close();
  });

  it('signs in without a barrier', async () => {
    const { page } = visitor;
    pictureOnFailure(page);
    await page.goto('/');
    await page.getByLabel('E-mail', { exact: true }).waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it('shows every screen of a project without a barrier', async () => {
    const { page } = visitor;
    pictureOnFailure(page);
    await signIn(page, 'anna');
    expect(await faults(page)).toEqual([]);
    await openDemo(page);
    const found: Record<string, string[]> = {};
    for (const { section, there } of SCREENS) {
      await page.getByRole('link', { name: section, exact: true }).first().click();
      await there(page).waitFor();
      found[section] = await faults(page);
    }
    expect(found).toEqual(Object.fromEntries(SCREENS.map(({ section }) => [section, []])));
  });

  it('shows a plan, a pin and its tabs without a barrier', async () => {
    const { page } = visitor;
    pictureOnFailure(page);
    await page.getByRole('link', { name: 'Plans', exact: true }).first().click();
    await page
      .getByRole('link', { name: /Ground floor/u })
      .first()
      .click();
    await page.getByText('Handrail missing at main stairs').first().click();
    await page.getByRole('tab', { name: 'History' }).waitFor();
    const found: Record<string, string[]> = {};
    for (const tab of ['Basics', 'Tasks', 'Media', 'Activity', 'History']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`, 'u') }).click();
      found[tab] = await faults(page);
    }
    expect(found).toEqual({ Basics: [], Tasks: [], Media: [], Activity: [], History: [] });
  });
});

it('fits every window, in long German words', async () => {
  const visitor = await visit(browser, { locale: 'de-DE' });
  const { page } = visitor;
  pictureOnFailure(page);
  await page.goto('/');
  await page.getByLabel('E-Mail').first().fill('anna.berger@plumbline.example');
  await page.locator('input[type=password]').fill('Plumb-line-2026');
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  const root = page.url();
  const wide: string[] = [];
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    for (const address of ['', '/pins', '/tasks', '/reports', '/settings']) {
      await page.goto(root + address);
      await page.getByRole('main').first().waitFor();
      await page.getByRole('progressbar').or(page.locator('[aria-busy=true]')).first().waitFor({ state: 'detached' });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) wide.push(`${address || '/plans'} at ${width}: ${over} px too wide`);
    }
  }
  await visitor.close();
  expect(wide).toEqual([]);
}, 240_000);
