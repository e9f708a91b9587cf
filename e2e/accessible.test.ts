// Checks every screen with axe on desktop and phone, in light and dark mode. In German, whose words are long, no screen
// may be wider than the window, and none may violate the content security policy.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readCatalog } from '@plumbline/locales/read-catalog';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, type Visit, visit } from './browser.ts';
import { type Ids, openPlaces, placesInProject, placesInside, routesNamed, routesOfProgram } from './places.ts';
import { idsOf, speak } from './rows.ts';

/** Evaluated through the browser itself, because the page's content security policy would block an injected script. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

/** Only keys with a dot or an underscore: a plain word on the page could be ordinary text rather than a message key. */
const KEYS = Object.keys(readCatalog('en')).filter((key) => /[._]/u.test(key));

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations reported by axe, as short strings. Drawings on canvas are not checked. */
async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
  }
  const results = await page.evaluate(
    (tags) =>
      // Live announcements refer to parts of the page that may be gone a moment later.
      (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: ['[data-live-announcer]'] },
        { runOnly: tags, rules: { 'label-content-name-mismatch': { enabled: true } }, resultTypes: ['violations'] },
      ),
    TAGS,
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Fails when a route is missing from the list of routes to visit. */
it('visits every route of the program', () => {
  expect(routesNamed()).toEqual(routesOfProgram());
});

/** Waits until the screen has a heading and nothing on it is still loading. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy=true], .ui-spinner') === null &&
      document.title !== 'Plumbline',
  );
  await page.evaluate(() => document.fonts.ready);
}

/** Switches between light and dark mode, and waits until the page has applied it and its colours have settled. */
async function light(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
  });
}

/** Message keys shown in place of their text. */
const rawTexts = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => {
    const known = new Set(keys);
    const said = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((one) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    );
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) said.push(walker.currentNode.textContent?.trim() ?? '');
    return said.filter((text) => known.has(text)).map((text) => `says ${text}`);
  }, KEYS);

/** Checks a screen in light mode on desktop and in dark mode on a phone; it must never be wider than the window. */
async function wrongAt(page: Page, place: string): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, place);
  const wrong = await rawTexts(page);
  await light(page, 'light');
  wrong.push(...(await faults(page)).map((fault) => `1440 light ${fault}`));
  for (const width of [1024, 768, 320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const over = await page.evaluate(async () => {
      // Screens adapt to the new width in the next frame.
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return document.documentElement.scrollWidth - innerWidth;
    });
    if (over > 0) wrong.push(`${width} is ${over} px too narrow`);
  }
  await light(page, 'dark');
  wrong.push(...(await faults(page)).map((fault) => `390 dark ${fault}`));
  return wrong;
}

/** Violations of the content security policy, as reported by the browser. */
function refusedByPolicy(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/iu.test(message.text())) refused.push(message.text());
  });
  return refused;
}

/** Two tabs share the screens, one for each processor of a small machine. */
async function walk({ page }: Visit, places: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  // Printed on a timeout as well.
  onTestFailed(() => console.log(found));
  const left = places[Symbol.iterator]();
  const go = async (tab: Page) => {
    tab.setDefaultTimeout(PATIENCE);
    const refused = refusedByPolicy(tab);
    for (const place of left) {
      const wrong = (await wrongAt(tab, place)).concat(refused.splice(0));
      if (wrong.length > 0) found[place] = wrong;
    }
  };
  const second = await page.context().newPage();
  pictureOnFailure(page);
  pictureOnFailure(second);
  await Promise.all([go(page), go(second)]);
  await second.close();
  return found;
}

const OVER = '[role=dialog]:not(.pin-panel), [role=alertdialog], [role=menu]';

/** Opens an overlay from its button by keyboard: it has no violations and takes the focus, which returns on Escape. */
async function openedFrom(page: Page, name: string): Promise<string[]> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.locator(OVER).first().waitFor();
  const wrong = (await rawTexts(page)).concat(await faults(page));
  const within = await page.evaluate((over) => Boolean(document.activeElement?.closest(over)), OVER);
  if (!within) wrong.push('the focus is not in it');
  await page.keyboard.press('Escape');
  await page.locator(OVER).first().waitFor({ state: 'detached' });
  // If the button has gone with its screen, the screen itself has the focus.
  await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);
  return wrong.map((one) => `${name}: ${one}`);
}

/**
 * A visit to all screens takes a minute or two. The timeout is this long for machines that are busy with other work.
 */
const WHILE = 1_800_000;
const PATIENCE = 120_000;

describe('every screen', () => {
  let visitor: Visit;
  let ids: Ids;
  beforeAll(async () => {
    visitor = await visit(browser);
    visitor.page.setDefaultTimeout(PATIENCE);
    await signIn(visitor.page, 'anna');
    ids = await idsOf(visitor.page);
    // Long words are the hardest case, so the screens are checked in German.
    await speak(visitor.page, 'de');
  }, WHILE);
  afterAll(async () => {
    await visitor.close();
  });

  it(
    'before sign-in is accessible',
    async () => {
      const stranger = await visit(browser, { locale: 'de-DE' });
      const barriers = await walk(stranger, ['/', ...openPlaces(ids)]);
      expect(barriers).toEqual({});
      await stranger.close();
    },
    WHILE,
  );

  it(
    'of the organisation is accessible',
    async () => {
      const barriers = await walk(visitor, placesInside(ids));
      expect(barriers).toEqual({});
    },
    WHILE,
  );

  it(
    'has accessible overlays that return the focus when closed',
    async () => {
      const { page } = visitor;
      pictureOnFailure(page);
      const words = readCatalog('de');
      const project = `/project/${ids.project}`;
      await page.setViewportSize({ width: 1440, height: 900 });
      await light(page, 'dark');
      const found: string[] = [];
      for (const [place, keys] of [
        ['/userSettings', ['shell.search', 'account.setUp', 'personalData.erase']],
        [project, ['plan.sort', 'export.list']],
        [`${project}/pins`, ['pin.filter']],
        [`${project}/tasks`, ['task.new', 'task.filter']],
      ] as const) {
        await open(page, place);
        for (const key of keys) found.push(...(await openedFrom(page, words[key] ?? key)));
      }
      expect(found).toEqual([]);
    },
    WHILE,
  );

  it(
    'of a project is accessible',
    async () => {
      const barriers = await walk(visitor, placesInProject(ids));
      expect(barriers).toEqual({});
    },
    WHILE,
  );
});
