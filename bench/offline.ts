// A phone without a network: the download of 20 plans with 2,000 pins and 5,000 photos compared with the bare transfer of
// the same files in the same browser, over a good wireless network and on this machine alone, its bytes, opening a plan
// without a network compared with opening it from the server, and starting with 10,000 pins on a processor four times
// slower, with the memory.
// Usage: `node bench/offline.ts [small]`; the figures of the small size only show that everything is measured.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD, demoEmail } from '@plumbline/testkit/demo';
import { chromium, devices, type Page, type Request } from 'playwright-core';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { multiply } from './offline/fill.ts';
import { bareTransfer, type FileRequest, firstShown, storedRows } from './offline/in-page.ts';
import { measureOpening, type Visit } from './offline/opening.ts';

const FULL = { plans: 20, pins: 2_000, photos: 5_000, morePins: 8_000, starts: 5, openings: 7 };
const SMALL: typeof FULL = { plans: 2, pins: 40, photos: 60, morePins: 160, starts: 1, openings: 3 };
const SIZE = process.argv[2] === 'small' ? SMALL : FULL;
const ALL_PINS = SIZE.pins + SIZE.morePins;
const THROTTLING = 4;
const MAX_DOWNLOAD = 1.3;
/** Of a good wireless network. */
const LATENCY_MS = 20;
const BYTES_PER_SECOND = 50_000_000 / 8;
const MAX_START_SECONDS = 2;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'];

const site = await startSite();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
const { defaultBrowserType: _type, ...phone } = devices['Pixel 7'];

async function signedIn(): Promise<Visit> {
  const context = await browser.newContext({ ...phone, locale: 'en' });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('anna'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .waitFor();
  await page.goto(`${site.url}/project/${DEMO_PROJECT}`);
  await page
    .getByRole('link', { name: /Level \d/u })
    .first()
    .waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return { context, page };
}

/** Downloads the whole project; returns seconds, and the requests for files. */
async function download(page: Page): Promise<{ took: number; requests: FileRequest[] }> {
  const requests: FileRequest[] = [];
  const add = async (request: Request) =>
    requests.push({
      url: request.url(),
      method: request.method(),
      body: request.postData(),
      authorization: (await request.headerValue('authorization')) ?? '',
    });
  page.on('request', (request) => {
    const isFile = request.url().includes('/m/') && request.headers().range === 'bytes=0-';
    if (isFile || request.url().endsWith('/files/bundle')) void add(request);
  });
  await page.getByRole('button', { name: 'Add' }).first().click();
  await page.getByRole('menuitem', { name: 'Make available offline' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status').filter({ hasText: 'free on this device' }).waitFor();
  const startedAt = performance.now();
  await dialog.getByRole('button', { name: 'Download' }).click();
  for (;;) {
    await page.waitForTimeout(250);
    const downloads = await page.evaluate(storedRows, 'downloads');
    const states = downloads.map((row) => (row as { state: string }).state);
    if (states.includes('FAILED')) throw new Error('a download failed');
    if (states.length >= SIZE.plans && states.every((state) => state === 'DONE')) break;
  }
  return { took: (performance.now() - startedAt) / 1_000, requests };
}

const middle = (values: readonly number[]): number => percentile(values, 0.5);

try {
  await site.saying('the demo project is complete');
  await multiply(site.rootUrl, SIZE);
  // The first download lets the server make its thumbnails.
  const warming = await signedIn();
  await download(warming.page);
  const figures: (string | number)[][] = [];
  const ratios: number[] = [];
  for (const network of ['this machine', '50 Mbit/s and 20 ms'] as const) {
    const { context, page } = await signedIn();
    const line = await context.newCDPSession(page);
    const speed = network === 'this machine' ? -1 : BYTES_PER_SECOND;
    const latency = network === 'this machine' ? 0 : LATENCY_MS;
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: speed, uploadThroughput: speed },
    });
    const { took, requests } = await download(page);
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const bare = await page.evaluate(bareTransfer, requests);
    ratios.push((took * 1_000) / bare.took);
    figures.push([network, requests.length, bare.bytes / 1e6, usage / 1e6, took, bare.took / 1_000]);
    await context.close();
  }
  table(
    [
      `${SIZE.plans} plans, ${SIZE.pins} pins, ${SIZE.photos} photos`,
      'requests',
      'MB',
      'MB on device',
      'download, s',
      'bare transfer, s',
    ],
    figures,
  );
  // Without a network in between, encrypting and storing take longer than the transfer.
  console.log(`download, to the bare transfer, on this machine: ${(ratios[0] ?? Number.NaN).toFixed(2)}`);
  judge('download, to the bare transfer, over the network', ratios[1] ?? Number.NaN, MAX_DOWNLOAD);

  const { context, page } = warming;
  const plan = await page
    .getByRole('link', { name: /Level \d/u })
    .first()
    .getAttribute('href');
  const there = await signedIn();
  await measureOpening({ here: warming, there }, `${site.url}${plan}`, SIZE.openings);
  await there.context.close();

  await multiply(site.rootUrl, { plans: 1, pins: SIZE.morePins, photos: 0 });
  await page.goto(`${site.url}/project/${DEMO_PROJECT}/pins/list`);
  while ((await page.evaluate(storedRows, 'pin')).length < ALL_PINS) await page.waitForTimeout(500);
  await context.setOffline(true);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  const starts: number[] = [];
  for (let round = 0; round < SIZE.starts; round += 1) {
    await page.goto(`${site.url}/project/${DEMO_PROJECT}/pins/list`);
    starts.push((await page.evaluate(firstShown, '.issue-card, .ui-table-row')) / 1_000);
  }
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize: memory } = await client.send('Runtime.getHeapUsage');
  table(
    [`starting without a network, processor ${THROTTLING} times slower`, ''],
    [
      [`first pins of ${ALL_PINS}, s`, middle(starts)],
      ['longest, s', Math.max(...starts)],
      ['script memory, MB', memory / 1e6],
    ],
  );
  judge(`start with ${ALL_PINS} pins, s`, middle(starts), MAX_START_SECONDS);
} finally {
  await browser.close();
  await site.close();
}
