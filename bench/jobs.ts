// The ten jobs in a browser: how often a person presses, and how long the program takes. Every job has a goal in
// presses; the seconds are those of a script that does not hesitate.
import { chromium } from 'playwright-core';
import { judge, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { Hand } from './jobs/hand.ts';
import { signInTo, TEN_JOBS } from './jobs/ten.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'];
const DESKTOP = { viewport: { width: 1_440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TIMEOUT_MS = 30_000;

const wanted = process.argv.slice(2);
const site = await startSite();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
const rows: (string | number)[][] = [];
const results: { name: string; presses: number; goal: number }[] = [];
try {
  await site.saying('the demo project is complete');
  for (const { name, who, goal, before, phone, begin, run } of TEN_JOBS) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const context = await browser.newContext({
      locale: 'en',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(phone ? PHONE : DESKTOP),
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    await page.goto(`${site.url}/home`);
    await signInTo(page, who);
    await begin(page);
    const hand = new Hand(page, phone ?? false);
    const startedAt = performance.now();
    try {
      await run(hand);
    } catch (error) {
      throw new Error(`"${name}" failed at ${page.url()} after ${hand.presses} presses`, { cause: error });
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    rows.push([name, phone ? 'phone' : 'desktop', before, `${hand.presses}`, `${goal}`, seconds]);
    results.push({ name, presses: hand.presses, goal });
    await context.close();
  }
  table(['job', 'device', 'once', 'presses', 'goal', 'seconds'], rows);
  for (const { name, presses, goal } of results) judge(name, presses, goal);
} finally {
  await browser.close();
  await site.close();
}
