// Time until the first rows of a screen are visible: a full list compared with a short one, alternating, so that both
// see the same load on the machine.
import { PASSWORD, type Person } from '@plumbline/testkit/actors';
import { chromium, type Page } from 'playwright-core';
import { median, timed } from './against-sql.ts';
import { judge, table } from './figures.ts';

const LOADS = 15;
const GOAL = 1.5;

export type Screen = {
  name: string;
  /** Addresses for the person with the full list and for the one with the short list. */
  addresses: readonly [full: string, short: string];
  /** Selector that is visible once the list has loaded, or its empty state. */
  row: string;
};

async function enter(url: string, { email }: Person, page: Page): Promise<void> {
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('main#content').waitFor();
}

/** Prints the milliseconds from the load of each screen until its first row is visible, and judges the worst ratio. */
export async function measureFirstRows(
  url: string,
  people: readonly [full: Person, short: Person],
  screens: readonly Screen[],
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
  });
  try {
    const pages: Page[] = [];
    for (const person of people) {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await enter(url, person, page);
      pages.push(page);
    }
    const rows: (string | number)[][] = [];
    let worst = 0;
    for (const { name, addresses, row } of screens) {
      const times = pages.map(() => [] as number[]);
      // The first load fills the store on the device.
      for (const [at, page] of pages.entries()) {
        await page.goto(url + addresses[at]);
        await page.locator(row).first().waitFor();
      }
      for (let load = 0; load < LOADS; load += 1) {
        for (const [at, page] of pages.entries()) {
          await timed(times[at] ?? [], async () => {
            await page.reload({ waitUntil: 'commit' });
            await page.locator(row).first().waitFor();
          });
        }
      }
      const [full = Number.NaN, short = Number.NaN] = times.map(median);
      worst = Math.max(worst, full / short);
      rows.push([name, full, short, full / short]);
    }
    table(['first rows of', 'full list ms', 'short list ms', 'ratio'], rows);
    judge('first rows against a short list', worst, GOAL);
  } finally {
    await browser.close();
  }
}
