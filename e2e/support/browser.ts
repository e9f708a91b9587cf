// A real browser for the journeys: signed-in pages whose errors fail the test.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { WEB_CLIENT } from '@plumbline/testkit/actors';
import { DEMO_PASSWORD, DEMO_TITLE } from '@plumbline/testkit/demo';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type FileChooser,
  type Locator,
  type Page,
} from 'playwright-core';
import { onTestFailed } from 'vitest';
import { emailOfKey, installation, type PersonKey } from './organisation.ts';

export { emailOfKey, installation, type PersonKey } from './organisation.ts';

/** The temporary folder that outlives the run. */
const LASTING_FOLDER = process.env.PLUMBLINE_LASTING_FOLDER ?? tmpdir();

export const FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Saves a tenth of the processor time of a browser. Not for browsers that are killed: without the process for the
 * network, a cookie that was set a few seconds before is lost.
 */
const FRUGAL: readonly string[] = [
  // A page lives for seconds: optimising its code takes longer than the code then saves.
  '--js-flags=--no-turbofan --no-maglev',
  // The browser talks to the network itself, without a process between.
  '--enable-features=NetworkServiceInProcess2',
];

const FAKE_DEVICES = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

const firstInstalled = (...names: string[]): string =>
  process.env.CHROMIUM_PATH ?? names.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file)) ?? 'chromium';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'];

/** The same engine without a window: needs a quarter less processor time, but shows no notifications. */
const SHELL = 'chromium-headless-shell';

/** The program that is started as the browser of a test. */
export const chromiumPath = (): string => firstInstalled(SHELL, ...CHROMIUM);

/** A browser for a single file, with flags other than those of the lane's browser. The file must close it. */
export const launchBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...FRUGAL, ...flags] });

/** A browser for a single file, which shows notifications. The file must close it. */
export const launchFullBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: firstInstalled(...CHROMIUM), args: [...FLAGS, ...FRUGAL] });

let ofLane: Promise<Browser> | undefined;

/** The browser of the lane, with a fake camera and microphone. It is closed with the worker. */
export function openBrowser(): Promise<Browser> {
  ofLane ??= launchBrowser(FAKE_DEVICES);
  return ofLane;
}

/** Closes everything the finished file has opened in the lane's browser. */
export async function closePages(): Promise<void> {
  const browser = await ofLane;
  for (const context of browser?.contexts() ?? []) await context.close();
}

export type Visit = { page: Page; complaints: string[]; close(): Promise<void> };

/** A fresh browser profile; `complaints` collects script errors and console errors. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: installation().url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  complaintsOf.set(page, complaints);
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  return {
    page,
    complaints,
    async close() {
      lastSeen.set(page, await textOf(page));
      await context.close();
    },
  };
}

/** The dialog that asks before something is done. A message that confirms what was done has the same role for a while. */
export const questionOn = (page: Page): Locator => page.locator('.ui-dialog[role="alertdialog"]');

/**
 * Keeps a phone from caching the app, which takes seconds of processor time: for journeys that never load it without a
 * network.
 */
export const withoutWorker = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
  });

/** What has the focus, and the text of the page; a page that no longer answers has neither. */
async function textOf(page: Page): Promise<string> {
  const text = page.evaluate(() => `${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText}`);
  // A page that hangs gives no answer at all.
  const none = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'no answer').unref());
  return await Promise.race([text.catch(String), none]);
}

/** The last text of pages that have been closed. */
const lastSeen = new WeakMap<Page, string>();
const complaintsOf = new WeakMap<Page, string[]>();

/** Logs the text of the page when a test fails, and saves a screenshot of a page that is still open. */
export function pictureOnFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    const file = path.join(LASTING_FOLDER, `plumbline-${task.name.replaceAll(/\W+/gu, '-')}.png`);
    const last = lastSeen.get(page) ?? (await textOf(page));
    console.log(`at ${page.url()}, with the focus and text: ${last}`, complaintsOf.get(page), file);
    // A page that no longer draws has no picture.
    if (!page.isClosed()) await page.screenshot({ path: file, timeout: 5_000 }).catch(console.log);
  });
}

/** The `localStorage` key of the session. */
const TOKEN_KEY = 'plumbline.token';

type Token = { access_token: string; expires_in: number };

/** Signs in through the API, at the origin of the page or, if it is empty, at the base URL of its context. */
async function newSession(page: Page, key: PersonKey): Promise<{ origin: string; token: Token }> {
  const origin = page.url().startsWith('http') ? new URL(page.url()).origin : '';
  const response = await page.request.post(`${origin}/api/oauth/token`, {
    headers: { authorization: WEB_CLIENT, 'sec-fetch-site': 'same-origin' },
    data: { grant_type: 'password', username: emailOfKey(key), password: DEMO_PASSWORD },
  });
  if (!response.ok()) throw new Error(`${key} cannot sign in: ${response.status()} ${await response.text()}`);
  return { origin, token: (await response.json()) as Token };
}

/**
 * Signs in through the API, and opens the address with the new session. `prepare` makes requests with the access token
 * before the page opens.
 */
export async function signInAt(
  page: Page,
  key: PersonKey,
  address: string,
  prepare?: (accessToken: string) => Promise<void>,
): Promise<void> {
  const { origin, token } = await newSession(page, key);
  await prepare?.(token.access_token);
  const kept = { ...token, expires_at: Date.now() + token.expires_in * 1_000, session: crypto.randomUUID() };
  // Stored before the scripts of the next page run, and only then.
  const storing = await page.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    TOKEN_KEY,
    JSON.stringify(kept),
  ] as const);
  await page.goto(origin + address);
  await storing.dispose();
}

/** Signs in through the API in a browser profile without a session, and opens the list of projects. */
export async function signIn(page: Page, key: PersonKey): Promise<void> {
  await signInAt(page, key, '/');
  await page
    .getByRole('heading', { name: 'Projects' })
    .or(page.getByRole('link', { name: /Lindenhof/u }))
    .first()
    .waitFor();
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
  const { pathname, search, hash } = new URL(address, page.url());
  await page.waitForFunction(
    () => (globalThis as unknown as Partial<WithRouter>).__TSR_ROUTER__?.state.status === 'idle',
  );
  await page.evaluate(
    (href) => (globalThis as unknown as WithRouter).__TSR_ROUTER__.navigate({ href }),
    pathname + search + hash,
  );
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = (globalThis as unknown as WithRouter).__TSR_ROUTER__.state;
    return status === 'idle' && resolvedLocation?.href === location.href;
  });
}

export { DEMO_TITLE };

/** The sections of a project, with their addresses in it. */
const SECTIONS = {
  Plans: '',
  Pins: '/pins/list',
  Tasks: '/tasks',
  Media: '/media',
  Reports: '/reports',
  Datasets: '/datasets',
  Team: '/team',
  Overview: '/dashboard',
  Settings: '/settings',
};
type Section = keyof typeof SECTIONS;

/** Opens the demo project from the list of projects, and then the given section of it. */
export async function openDemo(page: Page, section?: Section): Promise<void> {
  await page.getByRole('link', { name: DEMO_TITLE }).first().click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  if (section !== undefined) await page.getByRole('link', { name: section, exact: true }).first().click();
}

/** Signs in as `signIn` does, but straight into a section of the demo project. */
export async function signInToDemo(page: Page, key: PersonKey, section: Section = 'Plans'): Promise<void> {
  await signInAt(page, key, `/project/${DEMO_PROJECT}${SECTIONS[section]}`);
  const plan = page.getByRole('link', { name: /Ground floor/u });
  if (section === 'Plans') await plan.first().waitFor();
}

/**
 * Searches the list of pins, and waits until it shows the few that are found: it follows once the words are in their
 * field. `scope`: a dialog with such a list.
 */
export async function searchPins(page: Page, words: string, scope: Page | Locator = page): Promise<void> {
  await scope.getByRole('searchbox', { name: 'Search pins' }).fill(words);
  await scope
    .getByText(/^\d pins?$/u)
    .first()
    .waitFor();
}

/** The open dialog. Dropdown lists inside it also have the role `dialog` until they close. */
export const dialogIn = (page: Page): Locator => page.locator('.ui-dialog');

/** Creates a project with this name plus a unique suffix, and starts importing files into it. */
export async function importIntoNew(
  page: Page,
  name: string,
  files: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  await page
    .getByRole('link', { name: 'New project' })
    .or(page.getByRole('button', { name: 'New project' }))
    .first()
    .click();
  await page.getByLabel('Title').fill(`${name} ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('No plans yet').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import plans' }).first().click();
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
}
