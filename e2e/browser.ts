// A real browser for the journeys: pages that are signed in, and that fail a test by what they complain about.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from '@plumbline/server/features/demo/people';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type FileChooser,
  type Locator,
  type Page,
} from 'playwright-core';
import { inject, onTestFailed } from 'vitest';
import type { Installation } from './setup.ts';

export type PersonKey = (typeof DEMO_PEOPLE)[number]['key'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...FLAGS, ...flags] });

/** That of the lane this file goes in. */
export function installation(): Installation {
  const own = inject('installations')[Number(process.env.VITEST_POOL_ID) - 1];
  if (!own) throw new TypeError(`there is no installation for lane ${process.env.VITEST_POOL_ID}`);
  return own;
}

export type Visit = { page: Page; complaints: string[]; close(): Promise<void> };

/** A fresh browser profile; `complaints` gathers errors of scripts and of the console. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: installation().url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  return {
    page,
    complaints,
    async close() {
      const text = await page.evaluate('document.body.innerText').catch(String);
      lastSeen.set(page, `where stood: ${text}`);
      await context.close();
    },
  };
}

/** What stood on pages that are closed. */
const lastSeen = new WeakMap<Page, string>();

/** Keeps a picture of the page where a test fails, and says where; of one that is closed by then, what stood on it. */
export function pictureOnFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    const file = path.join(tmpdir(), `plumbline-${task.name.replaceAll(/\W+/gu, '-')}.png`);
    const last = lastSeen.get(page) ?? `see ${file}`;
    if (!page.isClosed()) await page.screenshot({ path: file });
    console.log(`at ${page.url()}, ${last}`);
  });
}

export const emailOfKey = (key: PersonKey): string => {
  const person = DEMO_PEOPLE.find((one) => one.key === key);
  if (!person) throw new TypeError(`nobody is called ${key}`);
  return emailOf(person);
};

export async function signIn(page: Page, key: PersonKey): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).fill(emailOfKey(key));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByRole('heading', { name: 'Projects' })
    .or(page.getByRole('link', { name: /Lindenhof/u }))
    .first()
    .waitFor();
}

export const DEMO_TITLE = 'Lindenhof: offices, practice and flats';

/** Opens the demo project, at a section of its navigation where one is named. */
export async function openDemo(
  page: Page,
  section?: 'Plans' | 'Pins' | 'Tasks' | 'Media' | 'Reports' | 'Settings',
): Promise<void> {
  await page.getByRole('link', { name: DEMO_TITLE }).first().click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
  if (section !== undefined) await page.getByRole('link', { name: section, exact: true }).first().click();
}

/** The dialog that is open. Lists that unfold in it call themselves dialogs too, until they have folded up. */
export const dialogIn = (page: Page): Locator => page.locator('.ui-dialog');

/** Makes a project of this name, with a tail of its own, and begins to import files into it. */
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
