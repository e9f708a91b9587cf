// Visits screens and checks each with axe: in light mode on desktop and in dark mode on a phone. No screen may be wider
// than the window, cut off texts on the narrowest phones, have a background of its own, show message keys, or violate the
// content security policy.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Language, localeTag } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { openBrowser, pictureOnFailure, signInAt, visit } from '../support/browser.ts';
import { setLanguage } from './account.ts';
import { ownBackgrounds } from './backgrounds.ts';
import { cutTexts, wideAreas } from './cut-texts.ts';

/** Evaluated through the browser itself, because the page's content security policy would block an injected script. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only keys with a dot or an underscore: a plain word on the page could be ordinary text rather than a message key. */
const KEYS = Object.keys(readCatalog('en')).filter((key) => /[._]/u.test(key));

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The desktop layout is checked with axe at the first width, the phone layout at the last. */
const DESKTOP = { width: 1440, height: 900 };
const NARROWEST = 320;
const NARROWER = [1024, 768, NARROWEST, 390];

/** Time limit for one step, for example loading a screen or running axe once. Each takes about a second. */
const STEP_MS = 60_000;

/** A walk over about 30 screens takes less than a minute on a machine that is not busy. */
export const WALK_MS = 300_000;

/** Violations of the content security policy, as reported by the browser, since the page was last asked for them. */
const refusals = new WeakMap<Page, string[]>();

/** A page that has no screen yet. */
async function emptyPage(locale: string): Promise<Page> {
  const { page } = await visit(await openBrowser(), { locale });
  page.setDefaultTimeout(STEP_MS);
  const refused: string[] = [];
  refusals.set(page, refused);
  page.on('console', (message) => {
    if (/content security policy|requires 'Trusted/iu.test(message.text())) refused.push(message.text());
  });
  return page;
}

/** A page of a visitor whose browser is Bulgarian, the language with the longest texts. */
export async function openAsVisitor(): Promise<Page> {
  const page = await emptyPage('bg-BG');
  await page.goto('/');
  await loaded(page);
  return page;
}

/** A page of Anna, in the language of her account, at this address. Her browser is English. */
export async function openAsAnna(language: Language, address: string): Promise<Page> {
  const page = await emptyPage('en-GB');
  await signInAt(page, 'anna', address, (accessToken) => setLanguage(page, language, accessToken));
  await page.waitForFunction((tag) => document.documentElement.lang === tag, localeTag(language));
  await loaded(page);
  return page;
}

/** Fails when the step does not end in time: `page.evaluate` alone would wait for a stuck page for ever. */
async function within<T>(step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step} did not end within ${STEP_MS / 1000} s`)), STEP_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until nothing fades or moves any more: to axe, a menu that is still transparent is not open. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[data-entering], [data-exiting]') === null &&
      document.getAnimations().every(({ effect, playState }) => {
        return playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      }),
  );
}

/**
 * Violations reported by axe, as short strings. Drawings on canvas are not checked; the content of a navigation that is
 * the same on several screens is checked on the first of them, in each theme and at each width.
 */
export async function violations(page: Page): Promise<string[]> {
  await still(page);
  if (
    !(await within(
      'looking for axe',
      page.evaluate(() => 'axe' in window),
    ))
  ) {
    await within('loading axe', page.evaluate(AXE));
  }
  const results = page.evaluate((tags) => {
    const scope = window as unknown as { axe: typeof axe; checkedNavigation?: Set<string> };
    scope.checkedNavigation ??= new Set();
    const checked = scope.checkedNavigation;
    const known = [...document.querySelectorAll('nav')].filter((nav) => {
      // Not checked at all below a dialog.
      if (nav.closest('[inert], [aria-hidden=true]')) return false;
      const shown = `${innerWidth} ${document.documentElement.dataset.theme} ${nav.outerHTML}`;
      return checked.has(shown) || !checked.add(shown);
    });
    return scope.axe.run(
      {
        exclude: [
          // Live announcements refer to parts of the page that may be gone a moment later.
          '[data-live-announcer]',
          // The rules about landmarks still see the navigation itself.
          ...known.flatMap((nav) => [...nav.children]),
        ],
      },
      { runOnly: tags, rules: { 'label-content-name-mismatch': { enabled: true } }, resultTypes: ['violations'] },
    );
  }, TAGS);
  const { violations: found } = await within('axe', results);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Waits until the screen has a heading and nothing on it is still loading. */
async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy=true], .ui-spinner') === null &&
      document.title !== 'Plumbline',
  );
  const fonts = page.evaluate(async () => void (await document.fonts.ready));
  await within('loading the fonts', fonts);
}

/** The router of the program, as its library provides it to developer tools. */
type WithRouter = {
  __TSR_ROUTER__: {
    navigate(to: { href: string }): Promise<void>;
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
};

/** Switches to a screen as a link does, which takes a third of the time of loading the program there. */
export async function switchTo(page: Page, address: string): Promise<void> {
  const switched = page.evaluate(
    (href) => (globalThis as unknown as WithRouter).__TSR_ROUTER__.navigate({ href }),
    address,
  );
  await within('switching the screen', switched);
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as WithRouter).__TSR_ROUTER__.state;
    return status === 'idle' && resolvedLocation?.href === location.href;
  });
  await loaded(page);
}

/** Switches between light and dark mode, and waits until the page has applied it and its colours have settled. */
export async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction((requested) => document.documentElement.dataset.theme === requested, colorScheme);
  const drawn = page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
  await within(`switching to ${colorScheme} mode`, drawn);
  await still(page);
}

/** Message keys shown in place of their text. */
export const shownKeys = (page: Page): Promise<string[]> =>
  within(
    'reading the text',
    page.evaluate((keys) => {
      const known = new Set(keys);
      const said = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((element) =>
        ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      );
      const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) said.push(walker.currentNode.textContent?.trim() ?? '');
      return said.filter((text) => known.has(text)).map((text) => `says ${text}`);
    }, KEYS),
  );

/** By how many pixels the screen is too wide for the window. */
async function excessWidth(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 844 });
  const excess = page.evaluate(async () => {
    // Screens adapt to the new width in the next frame.
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return document.documentElement.scrollWidth - innerWidth;
  });
  return within(`adapting to ${width} px`, excess);
}

/** Checks the screen that is open on desktop, and leaves it on a phone. */
async function problemsOf(page: Page): Promise<string[]> {
  const problems = await shownKeys(page);
  await setTheme(page, 'light');
  problems.push(...(await violations(page)).map((one) => `${DESKTOP.width} light ${one}`));
  problems.push(...(await within('looking for backgrounds', ownBackgrounds(page))));
  for (const width of NARROWER) {
    const excess = await excessWidth(page, width);
    if (excess > 0) problems.push(`${width} is ${excess} px too narrow`);
    if (width !== NARROWEST) continue;
    problems.push(...(await within('looking for texts that are cut off', cutTexts(page))));
    problems.push(...(await within('looking for areas that are too wide', wideAreas(page))));
  }
  await setTheme(page, 'dark');
  problems.push(...(await violations(page)).map((one) => `${NARROWER.at(-1)} dark ${one}`));
  return problems;
}

/**
 * The problems of each screen. Uses a single page: Chromium may stop drawing one of two pages of a context. Ends when
 * the signal of its test does, so that it never changes the page of the next one. `next` switches to a screen.
 */
export async function walk(page: Page, addresses: readonly string[], signal: AbortSignal, next = switchTo) {
  const found: Record<string, string[]> = {};
  // Printed on a timeout as well.
  onTestFailed(() => console.log(found));
  pictureOnFailure(page);
  const refused = refusals.get(page);
  if (!refused) throw new TypeError('the page is not one that was opened here');
  for (const address of addresses) {
    signal.throwIfAborted();
    try {
      await page.setViewportSize(DESKTOP);
      await next(page, address);
      const problems = (await problemsOf(page)).concat(refused.splice(0));
      if (problems.length > 0) found[address] = problems;
    } catch (error) {
      throw new Error(`at ${address}: ${String(error)}`, { cause: error });
    }
  }
  return found;
}
