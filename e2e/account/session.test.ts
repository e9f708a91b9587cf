// Signing in, staying signed in and signing out: addresses are restored, input survives an expired session, all tabs
// sign out together.
import { LANGUAGES } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { DEMO_PROJECT, planId } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  DEMO_TITLE,
  emailOfKey,
  openBrowser,
  openDemo,
  pictureOnFailure,
  questionOn,
  signIn,
  signInAt,
  signInToDemo,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

/** Of each error, the longest text of all languages and the one with the longest word. */
const ERRORS = Object.keys(readCatalog('en'))
  .filter((key) => key.startsWith('error.'))
  .flatMap((key) => {
    const texts = LANGUAGES.map((language) => readCatalog(language)[key] ?? '');
    const most = (sizeOf: (text: string) => number) =>
      texts.reduce((found, text) => (sizeOf(text) > sizeOf(found) ? text : found), '');
    return [most((text) => text.length), most((text) => Math.max(...text.split(' ').map((word) => word.length)))];
  });

const PLAN = `/project/${DEMO_PROJECT}/${planId('A-102')}/split`;

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  visitor = await visit(browser);
  pictureOnFailure(visitor.page);
});
afterEach(() => visitor?.close());

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const enter = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Anna Berger/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/**
 * Invalidates the session's tokens, including the refresh token, in the moment of the click. Any earlier, another
 * request could open the dialog over the button first.
 */
async function pressAsSessionEnds(button: Locator): Promise<void> {
  await button.evaluate((hTMLElement: HTMLElement) => {
    const token = JSON.parse(localStorage.getItem('plumbline.token') ?? '{}') as object;
    const ended = { ...token, expires_at: 0, refresh_token: 'x'.repeat(43) };
    localStorage.setItem('plumbline.token', JSON.stringify(ended));
    hTMLElement.click();
  });
}

const asked = (page: Page) => page.getByRole('dialog', { name: 'Session expired' });

async function signInOver(page: Page): Promise<void> {
  await asked(page).getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await asked(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await asked(page).waitFor({ state: 'detached' });
}

it('reports sign-in errors and then opens the requested address', async () => {
  const { page } = visitor;
  const catalogs = new Set<string>();
  page.on('request', (request) => {
    const [, language] = /\/assets\/([a-z]{2})(?:-[a-zA-Z]+)?-[\w-]{8}\.js$/u.exec(request.url()) ?? [];
    if (LANGUAGES.some((one) => one === language)) catalogs.add(language ?? '');
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/project/new');
  // A small phone shows the form without scrolling, down to the last link.
  const last = page.getByRole('link', { name: 'Create account' });
  await expect.poll(async () => ((await last.boundingBox())?.y ?? 640) + 44).toBeLessThanOrEqual(640);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page).click();
  await page.getByText('Enter a valid email address').waitFor();
  await page.getByText('Enter your password').waitFor();
  await page.getByLabel('Email', { exact: true }).fill(emailOfKey('anna'));
  await password(page).fill('not this one');
  await password(page).press('Enter');
  const wrong = page.getByRole('alert').getByText('Your email address or password is wrong');
  await wrong.waitFor();
  // Every error fits on a small phone in every language: in a notice, and under a field.
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = (text: Locator) =>
    text.evaluate(async (node, errors) => {
      await document.fonts.load('400 16px "IBM Plex Sans Variable"', errors.join(' '));
      const before = node.textContent;
      const found = errors.filter((error) => {
        node.textContent = error;
        return node.scrollWidth > node.clientWidth || document.documentElement.scrollWidth > innerWidth;
      });
      node.textContent = before;
      return found;
    }, ERRORS);
  expect(ERRORS.length).toBeGreaterThan(100);
  const wideNotices = await tooWide(wrong);
  expect(wideNotices).toEqual([]);
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await enter(page).click();
  const wideProblems = await tooWide(page.getByText('Enter a valid email address'));
  expect(wideProblems).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Email', { exact: true }).fill(emailOfKey('anna'));
  await password(page).fill(DEMO_PASSWORD);
  await password(page).press('Enter');
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/project/new');
  // Of the 21 languages, only the one in use is loaded.
  expect([...catalogs]).toEqual(['en']);
});

it('asks to sign in again when the session expires, without losing input or leaving the screen', async () => {
  const { page } = visitor;
  await signInToDemo(page, 'anna', 'Settings');
  const notes = page.getByLabel(/Notes/u);
  const text = `Keys at the gate ${crypto.randomUUID()}`;
  await notes.fill(text);
  await pressAsSessionEnds(page.getByRole('button', { name: 'Save', exact: true }));
  await asked(page).waitFor();
  await page.keyboard.press('Escape');
  // The form says why it was not saved until its user has signed in, and of no page that does not come.
  const ended = page.getByText('Session expired. Sign in again.');
  await ended.first().waitFor({ state: 'attached' });
  await signInOver(page);
  await ended.first().waitFor({ state: 'detached' });
  await expect.poll(() => notes.inputValue()).toBe(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();

  // As when a device wakes up: everything is requested at once, and the server gives the reason only to the first
  // request.
  await pressAsSessionEnds(page.locator('body'));
  await page.reload();
  await asked(page).waitFor();
  const known = page.waitForResponse((response) => response.url().endsWith('/me') && response.ok());
  await signInOver(page);
  await known;
  await page.getByText(text).waitFor();

  // Nor does the page of the sync status become a dead end.
  await switchTo(page, '/syncStatus');
  await pressAsSessionEnds(page.getByRole('button', { name: 'Sync now' }));
  await signInOver(page);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('All changes saved').first().waitFor();
  await switchTo(page, PLAN);
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
});

it('asks for the current password before changing the email address or granting support access', async () => {
  const { page } = visitor;
  await signInAt(page, 'sofia', '/userSettings/profile');
  await page.getByRole('button', { name: 'Change email address' }).click();
  const field = (name: string) => page.locator('#email').getByLabel(name, { exact: true });
  const send = page.getByRole('button', { name: 'Send link' });
  const address = `sofia.${crypto.randomUUID().slice(0, 8)}@partner.example`;
  await field('New email address').fill(address);
  await field('Repeat new email address').fill(`x${address}`);
  await field('Current password').fill('not this one');
  await send.click();
  await page.getByText('Entry differs', { exact: true }).waitFor();
  await field('Repeat new email address').fill(address);
  await page.getByText('Entry differs', { exact: true }).waitFor({ state: 'detached' });
  await send.click();
  await page.getByText('The password is wrong.').waitFor();
  await field('Current password').fill(DEMO_PASSWORD);
  await field('New email address').fill(emailOfKey('anna'));
  await field('Repeat new email address').fill(emailOfKey('anna'));
  await send.click();
  await page.getByText('This email address is already in use').waitFor();
  await field('New email address').fill(address);
  await field('Repeat new email address').fill(address);
  await send.click();
  await page.getByText(`Waiting for confirmation of ${address}`).waitFor();

  await switchTo(page, '/userSettings/security');
  await page.getByRole('button', { name: 'Create support token' }).click();
  const made = page.getByRole('dialog', { name: 'Create support token' });
  await made.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
  await made.getByRole('button', { name: 'Create support token' }).click();
  const token = (await made.locator('.account-secret').textContent()) ?? '';

  const support = await visit(browser);
  pictureOnFailure(support.page);
  await support.page.goto('/home');
  await enter(support.page).waitFor();
  await support.page.locator('.sign-in-mark').click({ clickCount: 5 });
  const dialog = support.page.getByRole('dialog', { name: 'Sign in with a token' });
  await dialog.getByText('only a support token created by the account owner is accepted').waitFor();
  await dialog.getByLabel('Token', { exact: true }).fill('not a token');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByText('The access token is invalid.').waitFor();
  await dialog.getByLabel('Token', { exact: true }).fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await support.page.getByRole('link', { name: DEMO_TITLE }).first().waitFor();
  await support.close();
});

it('shares one session between all tabs, signs out of all, and switches all of them to another user', async () => {
  const { page } = visitor;
  const other = await page.context().newPage();
  await other.goto('/');
  await enter(other).waitFor();
  await signIn(page, 'anna');
  await other.getByRole('button', { name: /Anna Berger/u }).waitFor();
  await signOut(page);
  await enter(page).waitFor();
  await enter(other).waitFor();
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain('plumbline.token');
  expect(kept).not.toContain('plumbline.user');
  await page.reload();
  await enter(page).waitFor();
  await signIn(other, 'tomas');
  await page.getByRole('button', { name: /Novák/u }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Anna Berger/u }).count()).toBe(0);
});

it('signs out if the server does not know the user of a session it has refreshed', async () => {
  const { page } = visitor;
  await signIn(page, 'anna');
  await page.route(/\/me$/u, (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'invalid_token', error: 'invalid_token', error_description: 'unknown user' }),
    }),
  );
  await page.reload();
  await enter(page).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plumbline.token'))).toBeNull();
});

it('loads a project, renews image links in a new session, and signs out even if local data is gone', async () => {
  const { page } = visitor;
  await signIn(page, 'anna');
  const details = page.waitForRequest((request) => new RegExp(`/projects/${DEMO_PROJECT}$`, 'u').test(request.url()));
  const plans = page.waitForRequest((request) => request.url().includes(`/projects/${DEMO_PROJECT}/plans?`));
  await openDemo(page, 'Media');
  await details;
  const query = new URL((await plans).url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ state: 'active', sort: 'title', size: '1000', page: '0' });

  // Links to images expire with their session.
  const photo = page.locator('img.media-picture').first();
  const before = await photo.getAttribute('src');
  await signOut(page);
  await page.getByLabel('Email', { exact: true }).fill(emailOfKey('anna'));
  await password(page).fill(DEMO_PASSWORD);
  await password(page).press('Enter');
  const after = await photo.getAttribute('src');
  expect(before).toContain('/');
  expect(after).toContain('/');
  expect(after).not.toBe(before);

  // As when another tab has started a newer version of the program, or the browser has cleared its data.
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve;
      });
    }
  });
  await signOut(page);
  await enter(page).waitFor();
});

it('asks before discarding a draft, and finds projects and plans by keyboard', async () => {
  const { page, complaints } = visitor;
  await signInAt(page, 'anna', '/project/new');
  await page.getByLabel('Title').fill('Hof');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('searchbox', { name: 'Find a project, plan, pin or action' });
  // Without an open project, pins are found in all of them.
  await box.fill('crack in plaster');
  await page.getByRole('menuitem', { name: /^#\d+ Crack in plaster above lintel Lindenhof.*Ground floor/u }).waitFor();
  await box.fill('lindenhof');
  // The plans and pins of the project name it too; Enter opens the first row.
  await expect.poll(() => page.getByRole('menuitem').first().textContent()).toMatch(/^Lindenhof/u);
  await page.keyboard.press('Enter');
  await questionOn(page).getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  // Enter opens the first result, also one that comes after it.
  await box.fill('basement');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
  expect(complaints).toEqual([]);
});

it('shows each state of the confirmation of an email address', async () => {
  const { page } = visitor;
  let held = Promise.withResolvers<Route>();
  await page.route(/\/me\/email\/verify$/u, (route) => held.resolve(route));
  for (const [status, text] of [
    [400, /can't confirm an email address/u],
    [409, /^The mail service is being repaired/u],
    [204, /^Your email address is confirmed/u],
  ] as const) {
    held = Promise.withResolvers<Route>();
    // After an error that is not the link's, it can be tried again.
    if (status === 204) await page.getByRole('button', { name: 'Try again' }).click();
    else await page.goto(`/home/verifyEmail/${status}`);
    await page.getByRole('status').getByText('Confirming your email address…').waitFor();
    const route = await held.promise;
    const body = {
      code: status === 400 ? 'link_used' : 'repaired',
      error_description: 'The mail service is being repaired',
    };
    if (status === 204) await route.fulfill({ status });
    else await route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    await page.getByText(text).waitFor();
  }
});

it('offers a recovery code to users who have also lost their two-step device', async () => {
  const { page } = visitor;
  await page.route(/\/me\/passwordReset\/check$/u, (route) => route.fulfill({ json: { passwordMinLength: 8 } }));
  await page.goto(`/forgotPassword#${'a'.repeat(43)}`);
  await page.getByText('I also lost my two-step device').click();
  await expect.poll(() => page.getByRole('radio', { name: 'Use a recovery code' }).isChecked()).toBe(true);
  await page.getByLabel('Recovery code').last().waitFor();
});

it('opens the import status over each area, redirects old addresses, and reports unknown ones', async () => {
  const { page } = visitor;
  await signInToDemo(page, 'anna', 'Tasks');
  for (const area of ['tasks', 'media', 'groups', 'reports', `planVersions/${planId('A-102')}`]) {
    await switchTo(page, `/project/${DEMO_PROJECT}/${area}/importStatus`);
    const dialog = page.getByRole('dialog', { name: 'Import status' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/project/${DEMO_PROJECT}/${area}`);
  }

  await page.goto('/projects');
  await page.waitForURL((url) => url.pathname === '/');
  for (const [address, place] of [
    ['/login', '/home'],
    ['/projects/new', '/project/new'],
  ] as const) {
    await switchTo(page, address);
    await page.waitForURL((url) => url.pathname === place);
  }
  await page.goto('/nowhere/at/all');
  await page.getByText('Page not found').waitFor();
  await switchTo(page, `/project/${crypto.randomUUID()}`);
  await page.getByRole('heading', { name: "This project doesn't exist" }).waitFor();
  // Moving nothing opens the list, without a dialog.
  await switchTo(page, `/project/${DEMO_PROJECT}/move`);
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
