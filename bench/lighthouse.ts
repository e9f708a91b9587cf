// Lighthouse on the screens that people open most, with desktop and phone settings. It is not a dependency: install it
// anywhere (`npm install lighthouse@13.5.0 --ignore-scripts` in an empty folder) and name that folder in LIGHTHOUSE.
// ROUNDS is 5 by default; arguments limit the run to the screens and devices named (`node bench/lighthouse.ts phone
// plan`). Scores depend on the machine: performance is meaningful on a quiet one only, and Lighthouse divides its speed
// by four for a phone, which assumes an index of 1,500 to 2,000 (the column "machine"). SLOWDOWN sets another divisor.

import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_PROJECT, planId } from '@plumbline/server/features/demo/ids';
import { freePort } from '@plumbline/testkit/program/program';
import { chromium, type Page } from 'playwright-core';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { signInTo } from './jobs/ten.ts';

const PROJECT = `/project/${DEMO_PROJECT}`;
const SCREENS = [
  ['sign-in', '/home'],
  ['my-work', '/home'],
  ['plan', `${PROJECT}/${planId('A-102')}`],
  ['pins', `${PROJECT}/pins/list`],
  ['tasks', `${PROJECT}/tasks`],
  ['reports', `${PROJECT}/reports`],
] as const;
const DEVICES = ['desktop', 'phone'] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Lighthouse's phone: the connection of a slow 4G network. */
const MOBILE = { rttMs: 150, throughputKbps: 1_638.4 };
const { SLOWDOWN } = process.env;
/** A score of at least 95. */
const MAX_MISSING = 5;

type Audit = { title: string; score: number | null; numericValue?: number };
type Category = { score: number | null; auditRefs: readonly { id: string; weight: number }[] };
type Result = {
  lhr: {
    categories: Record<string, Category>;
    audits: Record<string, Audit>;
    environment: { benchmarkIndex: number };
  };
};
type Lighthouse = {
  default: (url: string, flags: object, config?: object) => Promise<Result>;
  desktopConfig: object;
};

const folder = process.env.LIGHTHOUSE;
if (folder === undefined) throw new Error('set LIGHTHOUSE to the folder in which Lighthouse is installed');
const installed = createRequire(path.join(path.resolve(folder), 'package.json')).resolve('lighthouse');
const { default: lighthouse, desktopConfig } = (await import(pathToFileURL(installed).href)) as Lighthouse;

const wanted = process.argv.slice(2);
const isWanted = (name: string, among: readonly string[]) =>
  !wanted.some((one) => among.includes(one)) || wanted.includes(name);
const screens = SCREENS.filter(([name]) =>
  isWanted(
    name,
    SCREENS.map(([one]) => one),
  ),
);
const rounds = Number(process.env.ROUNDS ?? 5);

const site = await startSite();
const profile = await mkdtemp(path.join(tmpdir(), 'plumbline-lighthouse-'));
const port = await freePort();
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});

/** Sign-in is measured by someone whom the browser does not know. */
async function prepare(page: Page, screen: string): Promise<void> {
  await page.goto(`${site.url}/home`);
  if (screen === 'sign-in') {
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    return;
  }
  if (await page.evaluate(() => localStorage.getItem('plumbline.token') !== null)) return;
  await signInTo(page, 'anna');
  await page.goto(`${site.url}${PROJECT}`);
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .waitFor();
}

/**
 * Ends every page and the service worker, so that the next page gets a process of its own, as that of a person who opens
 * the application does. Otherwise Chromium keeps all pages of a site in one process, and what Lighthouse's inspector does
 * at the start of each, walking through the whole heap, counts as blocking time of the page: 50 ms in the first round and
 * 170 ms in the tenth.
 */
async function endProcesses(page: Page): Promise<void> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

const rows: string[][] = [];
const scores = new Map<string, number>();
try {
  await site.saying('the demo project is complete');
  const page = await context.newPage();
  for (const device of DEVICES.filter((name) => isWanted(name, DEVICES))) {
    for (const [screen, address] of screens) {
      await prepare(page, screen);
      const results: Result[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const flags = {
          ...{ port, logLevel: 'error', disableStorageReset: true, onlyCategories: CATEGORIES },
          ...(SLOWDOWN !== undefined && { throttling: { ...MOBILE, cpuSlowdownMultiplier: Number(SLOWDOWN) } }),
        };
        await endProcesses(page);
        results.push(
          await lighthouse(`${site.url}${address}`, flags, device === 'desktop' ? desktopConfig : undefined),
        );
      }
      const row: string[] = [];
      for (const category of CATEGORIES) {
        const score = percentile(
          results.map(({ lhr }) => 100 * (lhr.categories[category]?.score ?? 0)),
          0.5,
        );
        row.push(score.toFixed(0));
        // Pages behind sign-in are kept from search engines.
        if (category !== 'seo' || screen === 'sign-in') scores.set(`${screen} on a ${device}, ${category}`, score);
      }
      const middle = (id: string, digits: number): string =>
        percentile(
          results.map(({ lhr }) => lhr.audits[id]?.numericValue ?? Number.NaN),
          0.5,
        ).toFixed(digits);
      row.push(middle('largest-contentful-paint', 0), middle('total-blocking-time', 0));
      row.push(middle('cumulative-layout-shift', 3));
      row.push(Math.min(...results.map(({ lhr }) => lhr.environment.benchmarkIndex)).toFixed(0));
      rows.push([`${screen}, ${device}`, ...row]);
      const last = results.at(-1)?.lhr;
      for (const category of CATEGORIES.slice(1)) {
        for (const { id, weight } of last?.categories[category]?.auditRefs ?? []) {
          const { score = null, title = '' } = last?.audits[id] ?? {};
          if (weight > 0 && score !== null && score < 1)
            console.log(`${screen}, ${device}, ${category}: ${id} (${title})`);
        }
      }
    }
  }
} finally {
  await context.close();
  await site.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
table([`median of ${rounds}`, ...CATEGORIES, 'largest paint ms', 'blocked ms', 'shift', 'machine'], rows);
for (const [name, score] of scores) judge(`${name}, points below 100`, 100 - score, MAX_MISSING);
