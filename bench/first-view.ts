// Time until a plan is displayed sharply, compared with a bare viewer in the same browser: a page that has only a map
// of the same library and size, with one layer over the same tiles. Usage: `node bench/first-view.ts [rounds]`.
// Measured twice. Warm: from the press on the plan in the list of the open program, compared with a press that creates
// the map in the open bare page. Cold: from the navigation to the address of the plan, compared with the navigation to
// a bare page that creates the map at once; both in a new process, after that of the page before has ended.
// A press is simulated as by hand: the pointer rests first, the button is held down for a moment, and time counts from
// its release until the frame with the last visible tile of the sharp level has been presented.
// The program's viewer is also measured alone on the same bare page; the difference is the program around it. Browsers
// cache all scripts and no tiles. Also printed: a page that only fetches and draws these tiles, and the time the page's
// own thread has computed, which depends less on other load. The screen has a high pixel density, as on phones and
// tablets. The network is that of this machine, and one with the latency and bandwidth of a mobile network.
import { setTimeout as sleep } from 'node:timers/promises';
import type { listPlans } from '@plumbline/core/features/plans/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import { openDemoPlan } from './common/demo-plan.ts';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { type BarePlan, serveBarePages, type Whose } from './first-view/bare-page.ts';
import { bareView, drawnOf, watchTiles } from './first-view/in-page.ts';

const GOAL = 1.2;
const ROUNDS = Number(process.argv[2] ?? 9);
// Web security is disabled because the bare page requests tiles from another origin.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--no-first-run',
  '--disable-web-security',
];
/** Long enough for all loading after the first opening of a plan to finish. */
const SETTLE_MS = 3_000;
/** About as long as a person needs to find the plan in the list. */
const REST_MS = 1_500;
/** How long a pointer rests on an element before the press, and how long a press by hand takes. */
const POINTED = 150;
const HOLD_MS = 80;
/** How long the process of the page before takes to end; its memory is freed on the processors that draw the next. */
const END_MS = 500;
/** Rounds after which browsers have cached the compiled code of the scripts. */
const WARM_UP_RUNS = 2;
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

/** Milliseconds until the plan was sharp, and the part of them during which the page's own thread was computing. */
type View = { took: number; computed: number };

/** The part of a tile's address before its z/x/y. */
const prefixOf = (url: string): string => url.split('/').slice(0, -3).join('/');

/** Positions of the tiles that make up the sharp picture: those of the finest level drawn. */
const sharpOf = (places: readonly string[]): string[] => {
  const level = (place: string) => Number(place.split('/')[0]);
  const finest = Math.max(...places.map(level));
  return places.filter((place) => level(place) === finest).sort();
};

const site = await startSite();
const bareSite = await serveBarePages();
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
  for (const client of Object.values(clients)) await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.bringToFront();
  await sleep(SETTLE_MS);
  const address = page.url();
  const drawn = await page.evaluate(() => window.watch.drawn);
  const places = sharpOf(Object.keys(drawn));
  const [first = ''] = places;
  let prefix = prefixOf(drawn[first]?.url ?? '');
  const [, projectId = ''] = /\/project\/([^/]+)/u.exec(address) ?? [];
  const headers = { authorization: `Bearer ${site.token}` };
  const list = await fetch(`${site.url}/api/plans-api/projects/${projectId}/plans?whole=true&size=1000`, { headers });
  const { content } = (await list.json()) as ReplyOf<typeof listPlans>;
  const revision = content.find(({ currentRevision }) => currentRevision && prefix.includes(currentRevision.id));
  if (!revision?.currentRevision) throw new Error('the plan is not in the list of its project');
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

  /** Milliseconds until everything is drawn, from the last press or, if nothing was pressed, from the navigation. */
  async function drawnOn(on: Page): Promise<number> {
    const all = await on.waitForFunction(drawnOf, places);
    const { took, url } = (await all.jsonValue()) as { took: number; url: string };
    prefix = prefixOf(url);
    return took;
  }

  /** Milliseconds that the page's own thread has spent computing. */
  async function computed(client: CDPSession): Promise<number> {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  }

  async function measured(on: Page, client: CDPSession, begin: () => Promise<unknown>): Promise<View> {
    const before = await computed(client);
    await begin();
    const took = await drawnOn(on);
    return { took, computed: (await computed(client)) - before };
  }

  async function pressed(what: Locator): Promise<void> {
    await what.hover();
    await sleep(POINTED);
    await what.click({ delay: HOLD_MS });
  }

  const program = {
    async press(): Promise<View> {
      await page.bringToFront();
      await page.goto(address.replace(/(\/project\/[^/]+).*$/u, '$1'));
      const link = page.getByRole('link', { name: /Ground floor/u }).first();
      await link.waitFor();
      await sleep(REST_MS);
      return measured(page, clients.page, () => pressed(link));
    },
    async cold(): Promise<View> {
      await page.bringToFront();
      await page.goto('about:blank');
      await sleep(END_MS);
      return measured(page, clients.page, () => page.goto(address, { waitUntil: 'commit' }));
    },
  };

  const viewer = {
    async press(whose: Whose): Promise<View> {
      await bare.bringToFront();
      await bare.goto('about:blank');
      await bare.goto(bareSite.addressFor(whose, { ...plan, prefix, atOnce: false }));
      await sleep(REST_MS);
      return measured(bare, clients.bare, () => pressed(bare.getByRole('button')));
    },
    async cold(whose: Whose): Promise<View> {
      await bare.bringToFront();
      await bare.goto('about:blank');
      await sleep(END_MS);
      const there = bareSite.addressFor(whose, { ...plan, prefix, atOnce: true });
      return measured(bare, clients.bare, () => bare.goto(there, { waitUntil: 'commit' }));
    },
  };

  async function fetched(): Promise<number> {
    await bare.bringToFront();
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
      const ours: View[] = [];
      const alone: View[] = [];
      const theirs: View[] = [];
      const least: number[] = [];
      for (let round = 1 - WARM_UP_RUNS; round <= ROUNDS; round++) {
        const took = await program[start]();
        const own = await viewer[start]('own');
        const other = await viewer[start]('bare');
        const only = await fetched();
        if (round < 1) continue;
        ours.push(took);
        alone.push(own);
        theirs.push(other);
        least.push(only);
      }
      const against = (views: readonly View[]) =>
        middle(views.map(({ took }, at) => took / (theirs[at]?.took ?? Number.NaN)));
      const name = `${start}, ${line.name}`;
      const times = [ours, alone, theirs].map((views) => middle(views.map(({ took }) => took)));
      const work = [ours, alone, theirs].map((views) => middle(views.map((view) => view.computed)));
      rows.push([name, ...times, against(ours), against(alone), ...work, middle(least)]);
      ratios.push([`the program, ${name}`, against(ours)], [`its viewer alone, ${name}`, against(alone)]);
    }
  }
  console.log(`${places.length} tiles of ${tileSize} pixels, ${ROUNDS} rounds, medians`);
  const three = (what: string) => ['program', 'its viewer alone', 'bare viewer'].map((one) => `${one}${what}`);
  const heads = [...three(', ms'), 'program, ratio', 'viewer, ratio', ...three(' computes'), 'tiles only, ms'];
  table(['until the plan is sharp', ...heads], rows);
  for (const [name, ratio] of ratios) judge(`first sharp view of ${name}`, ratio, GOAL);
} finally {
  await browser.close();
  await bareSite.close();
  await site.close();
}
