// How long it takes until a plan stands sharp on the screen, against a bare viewer of the same tiles in the same browser: a page with
// nothing but a map of the same library, of the same size, with one layer over the same addresses. `node bench/first-view.ts [rounds]`.
// Twice: from the press on the plan in the list of the open program, against a press that makes the map in the open bare page; and cold, from the
// navigation to the address of the plan, against that to the bare page which makes the map at once. Counted until the last tile of the sharp level that
// the window shows is drawn. Scripts are kept by the browser in both, tiles in neither. Beside it what a page needs that only fetches and draws these
// tiles. A dense screen, as phones and tablets have. On the line of this machine, and on one with the delay and width of a mobile network.
import { setTimeout as sleep } from 'node:timers/promises';
import type { listPlans } from '@plumbline/core/features/plans/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { openDemoPlan } from './common/demo-plan.ts';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { type BarePlan, serveBarePage } from './first-view/bare-page.ts';
import { assetsOf, bareView, drawnOf, fetchAll, watchTiles } from './first-view/in-page.ts';

const GOAL = 1.2;
const ROUNDS = Number(process.argv[2] ?? 9);
// The bare page asks for tiles of another origin.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--no-first-run',
  '--disable-web-security',
];
/** Long enough that nothing more comes after the first time a plan is opened. */
const SETTLED = 3_000;
/** As long as somebody needs to find the plan in the list. */
const RESTED = 1_500;
const LINES = [
  { name: 'this machine', latency: 0, kilobits: -1 },
  { name: 'mobile, 50 ms and 10 Mbit/s', latency: 50, kilobits: 10_000 },
] as const;

type Line = (typeof LINES)[number];

async function setLine(client: CDPSession, { latency, kilobits }: Line): Promise<void> {
  const bytes = kilobits < 0 ? -1 : kilobits * 125;
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}

/** The places of the tiles that make the sharp picture: those of the finest level drawn. */
const sharpOf = (places: readonly string[]): string[] => {
  const level = (place: string) => Number(place.split('/')[0]);
  const finest = Math.max(...places.map(level));
  return places.filter((place) => level(place) === finest).sort();
};

const site = await startSite();
const bareSite = await serveBarePage();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  await site.saying('the demo project is complete');
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1_440, height: 900 },
    deviceScaleFactor: 2,
  });
  await context.addInitScript(watchTiles);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(site.url);
  await openDemoPlan(page);
  const bare = await context.newPage();
  const clients = { page: await context.newCDPSession(page), bare: await context.newCDPSession(bare) };
  await page.bringToFront();
  await sleep(SETTLED);
  const address = page.url();
  const assets = await page.evaluate(assetsOf);
  const drawn = await page.evaluate(() => window.watch.drawn);
  const places = sharpOf(Object.keys(drawn));
  const [first = ''] = places;
  let prefix = drawn[first]?.url.slice(0, -first.length - 1) ?? '';
  const [, projectId = ''] = /\/project\/([^/]+)/u.exec(address) ?? [];
  const headers = { authorization: `Bearer ${site.token}` };
  const list = await fetch(`${site.url}/api/plans-api/projects/${projectId}/plans?whole=true&size=1000`, { headers });
  const { content } = (await list.json()) as ReplyOf<typeof listPlans>;
  const revision = content.find(({ currentRevision }) => currentRevision && prefix.includes(currentRevision.id));
  if (!revision?.currentRevision) throw new Error('the plan is not among those of its project');
  const { width: widthPx, height: heightPx, tileSize, levels } = revision.currentRevision.pyramid;
  const map = await page.locator('.plv-viewport').first().boundingBox();
  const plan: Omit<BarePlan, 'atOnce' | 'prefix'> = {
    widthPx,
    heightPx,
    tileSize,
    levels,
    width: map?.width ?? 0,
    height: map?.height ?? 0,
  };

  /** Milliseconds from the last press, or from the navigation where nothing was pressed, until all is drawn. */
  async function drawnOn(on: Page): Promise<number> {
    const all = await on.waitForFunction(drawnOf, places);
    const { took, url } = (await all.jsonValue()) as { took: number; url: string };
    prefix = url.split('/').slice(0, -3).join('/');
    return took;
  }

  /** Tiles come from the server again; what the page is made of stays kept. */
  async function forget(on: Page): Promise<void> {
    await clients.page.send('Network.clearBrowserCache');
    await on.evaluate(fetchAll, on === page ? assets : [`${bareSite.url}/viewer.js`]);
  }

  const program = {
    async press(): Promise<number> {
      await page.bringToFront();
      await page.goto(address.replace(/(\/project\/[^/]+).*$/u, '$1'));
      const link = page.getByRole('link', { name: /Ground floor/u }).first();
      await link.waitFor();
      await sleep(RESTED);
      await forget(page);
      await link.click();
      return drawnOn(page);
    },
    async cold(): Promise<number> {
      await page.bringToFront();
      await forget(page);
      await page.goto('about:blank');
      await page.goto(address, { waitUntil: 'commit' });
      return drawnOn(page);
    },
  };

  const viewer = {
    async press(): Promise<number> {
      await bare.bringToFront();
      await bare.goto('about:blank');
      await bare.goto(bareSite.addressFor({ ...plan, prefix, atOnce: false }));
      await sleep(RESTED);
      await forget(bare);
      await bare.getByRole('button').click();
      return drawnOn(bare);
    },
    async cold(): Promise<number> {
      await bare.bringToFront();
      await forget(bare);
      await bare.goto('about:blank');
      await bare.goto(bareSite.addressFor({ ...plan, prefix, atOnce: true }), { waitUntil: 'commit' });
      return drawnOn(bare);
    },
  };

  async function fetched(): Promise<number> {
    await bare.bringToFront();
    await forget(bare);
    const tiles = places.map((place) => {
      const [, x = 0, y = 0] = place.split('/').map(Number);
      return { url: `${prefix}/${place}`, x, y };
    });
    return bare.evaluate(bareView, tiles);
  }

  const middle = (values: readonly number[]) => percentile(values, 0.5);
  const rows: (string | number)[][] = [];
  const ratios: [string, number][] = [];
  for (const line of LINES) {
    await setLine(clients.page, line);
    await setLine(clients.bare, line);
    for (const start of ['press', 'cold'] as const) {
      const ours: number[] = [];
      const theirs: number[] = [];
      const least: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const took = await program[start]();
        const other = await viewer[start]();
        const only = await fetched();
        // The first round warms both.
        if (round === 0) continue;
        ours.push(took);
        theirs.push(other);
        least.push(only);
      }
      const ratio = middle(ours.map((one, at) => one / (theirs[at] ?? Number.NaN)));
      const name = `${start}, ${line.name}`;
      rows.push([name, middle(ours), middle(theirs), ratio, middle(least)]);
      ratios.push([name, ratio]);
    }
  }
  console.log(`${places.length} tiles of ${tileSize} pixels, ${ROUNDS} rounds, medians`);
  table(['until the plan is sharp', 'program, ms', 'bare viewer, ms', 'ratio', 'tiles only, ms'], rows);
  for (const [name, ratio] of ratios) judge(`first sharp view, ${name}`, ratio, GOAL);
} finally {
  await browser.close();
  await bareSite.close();
  await site.close();
}
