// Size of the scripts that the sign-in page and a plan load on the first visit, as transferred over the network.

import { chromium, type Page } from 'playwright-core';
import { openDemoPlan } from './common/demo-plan.ts';
import { judge, table } from './common/figures.ts';
import { startSite } from './common/site.ts';

const KILOBYTE = 1_000;

const site = await startSite();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
try {
  await site.saying('the model of the demo project is complete');
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set<string>();
  client.on('Network.responseReceived', ({ type, response }) => {
    if (type === 'Script') scripts.add(response.url);
  });
  /**
   * Size of each script as a browser receives it over HTTPS. Without TLS browsers request only gzip, which is about a
   * seventh larger.
   */
  const weigh = async (): Promise<[url: string, size: number][]> =>
    Promise.all(
      [...scripts].map(async (url) => {
        const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
        return [url, Number(response.headers.get('content-length')) / KILOBYTE];
      }),
    );
  const sumOf = (weights: readonly [string, number][]) => weights.reduce((whole, [, size]) => whole + size, 0);
  const settled = async (of: Page) => {
    await of.waitForTimeout(1_500);
  };

  await page.goto(site.url);
  await page.getByLabel('Email', { exact: true }).waitFor();
  await settled(page);
  const signIn = await weigh();
  await openDemoPlan(page);
  const address = page.url();

  // Loads the plan again with an empty cache, as if it were the first page.
  await client.send('Network.clearBrowserCache');
  scripts.clear();
  await page.goto(address);
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
  await settled(page);
  const plan = await weigh();
  for (const [name, weights] of [
    ['sign-in', signIn],
    ['plan', plan],
  ] as const) {
    const heaviest = [...weights].sort((x, y) => y[1] - x[1]).slice(0, 8);
    table(
      [`${name}: the heaviest of ${weights.length}`, 'kB'],
      heaviest.map(([url, size]) => [url.split('/').at(-1) ?? url, size]),
    );
  }
  judge('sign-in, kB of script', sumOf(signIn), 200);
  judge('plan, kB of script', sumOf(plan), 425);
} finally {
  await browser.close();
  await site.close();
}
