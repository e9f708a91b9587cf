// Script that the sign-in page and a plan load at the first visit, as it comes over the line.

import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf } from '@plumbline/server/features/demo/people';
import { chromium, type Page } from 'playwright-core';
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
  await site.saying('the demo project is complete');
  const page = await browser.newPage();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Map<string, number>();
  const types = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    types.set(requestId, `${type} ${response.url}`),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const [type, url = ''] = (types.get(requestId) ?? '').split(' ');
    if (type === 'Script') scripts.set(url, encodedDataLength / KILOBYTE);
  });
  const sum = () => [...scripts.values()].reduce((whole, one) => whole + one, 0);
  const settled = async (of: Page) => {
    await of.waitForTimeout(1_500);
  };

  await page.goto(site.url);
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await settled(page);
  const signIn = sum();
  await page.getByLabel('E-mail', { exact: true }).fill(emailOf(DEMO_PEOPLE[0]));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  await page.getByRole('button', { name: 'Set pin' }).waitFor();
  const address = page.url();

  // The plan again, as if it were the first page of all.
  await client.send('Network.clearBrowserCache');
  scripts.clear();
  await page.goto(address);
  await page.getByRole('button', { name: 'Set pin' }).waitFor();
  await settled(page);
  const plan = sum();
  table(
    ['page', 'script kB, compressed'],
    [
      ['sign-in', signIn],
      ['plan', plan],
    ],
  );
  table(
    ['of the plan', 'kB'],
    [...scripts].sort((a, b) => b[1] - a[1]).map(([url, size]) => [url.split('/').at(-1) ?? url, size]),
  );
  judge('sign-in', signIn, 200);
  judge('plan', plan, 450);
} finally {
  await browser.close();
  await site.close();
}
