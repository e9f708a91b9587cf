// Kills a real browser in the stages of downloads: after each start the download continues by itself, nothing but the
// piece in progress is fetched again, and the plan then opens without a network. Where the browser itself loses its
// database by a kill, the download begins again by itself. DOWNLOAD_KILLS sets the number of kills.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STAGES } from '@plumbline/core/sync/downloads/stages';
import { devices, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialogIn, installation, questionOn, signInToDemo } from '../support/browser.ts';
import { downloadedEntries, isPlanDrawn } from '../support/downloaded.ts';
import { type KillableBrowser, startKillable } from '../support/killable-browser.ts';

const KILLS = Number(process.env.DOWNLOAD_KILLS ?? 6);

/**
 * A moment in which the browser is killed: while it writes that a stage begins, that all is done, or the nth piece of
 * files whose keys begin with `of`.
 */
type Moment = { stage: string } | { pieces: number; of: string };

const PIECES = [2, 4, 6];
/** The stages whose files are fetched in pieces, and how the keys of these files begin. */
const IN_PIECES: Readonly<Record<string, string>> = { GET_PLAN_TILES: 'pack/', GET_MEDIA_POST_THUMBNAILS: 'thumb/' };
/** All moments of a download, in their order. */
const KILL_POINTS = STAGES.flatMap(({ name }): Moment[] => {
  const of = IN_PIECES[name];
  return [{ stage: name }, ...(of === undefined ? [] : PIECES.map((pieces) => ({ pieces, of })))];
}).concat({ stage: 'DONE' });

let profile: string;
beforeAll(async () => {
  profile = await mkdtemp(path.join(tmpdir(), 'plumbline-downloads-'));
});
afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

/** Stops the page in the middle of a write, and says so, so that it can be killed there. Runs in the page. */
function stopAt(moment: Moment): void {
  const put = IDBObjectStore.prototype.put;
  let pieces = 0;
  let writes = 0;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...written: Parameters<typeof put>) {
    const request = put.apply(this, written);
    const [value] = written as [{ stage?: string; state?: string; pieces?: number }];
    const [, fileKey = ''] = this.name === 'pieces' ? (written[1] as string[]) : [];
    if ('of' in moment && fileKey.startsWith(moment.of)) pieces += 1;
    if (this.name === 'files')
      request.addEventListener('success', () => console.log(`stored ${JSON.stringify(value)}`));
    const stage = this.name === 'downloads' && (value.state === 'DONE' ? 'DONE' : value.stage);
    writes += Number(stage === 'START_DOWNLOAD');
    // The first write of a download is its user's request, which would be lost.
    const isRequest = stage === 'START_DOWNLOAD' && writes === 1;
    const isHere =
      'stage' in moment ? stage === moment.stage && !isRequest : this.name === 'pieces' && pieces === moment.pieces;
    if (isHere) {
      console.log('reached');
      const end = Date.now() + 10_000;
      // Nothing else runs until the browser is killed, not even the end of this write.
      while (Date.now() < end);
    }
    return request;
  };
}

/** Says when the browser has deleted a database that it found damaged by a kill. Runs in the page. */
function tellLoss(): void {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (this: IDBFactory, ...named: Parameters<typeof open>) {
    const request = open.apply(this, named);
    request.addEventListener('upgradeneeded', (event) => {
      // https://github.com/w3c/IndexedDB/issues/30
      if ((event as IDBVersionChangeEvent & { dataLoss?: string }).dataLoss === 'total') console.log('lost');
    });
    return request;
  };
}

/**
 * Says where packs of tiles are. The browser itself does not give the body of a reply any more once the page has stopped.
 * Runs in the page.
 */
function tellPacks(): void {
  const { text } = Response.prototype;
  Response.prototype.text = async function (this: Response) {
    const body = await text.call(this);
    if (this.ok && this.url.endsWith('/pack')) console.log(`pack ${body}`);
    return body;
  };
}

type Seen = {
  /** Bytes of a piece, by path of a tile pack. */
  packs: Map<string, number>;
  /** Pieces of the pack that have been stored in any life of the browser. */
  stored: number;
  /** Requests for files from a byte on, with the pieces of the pack stored before. */
  requests: { path: string; from: number; stored: number }[];
};

/** Notes which parts of files are requested. */
function follow(page: Page, seen: Seen): void {
  page.on('console', (message) => {
    if (message.text() === 'lost') {
      console.info('the browser has deleted a database: the download begins again');
      seen.stored = 0;
    }
    const reply = /^pack (.*)$/su.exec(message.text())?.[1];
    if (reply !== undefined) {
      const { url, pieceSize } = JSON.parse(reply) as { url: string; pieceSize: number };
      seen.packs.set(url.split('?')[0] ?? '', pieceSize);
    }
    const text = /^stored (.*)$/u.exec(message.text())?.[1];
    const file = text === undefined ? undefined : (JSON.parse(text) as { key: string; pieces: number });
    if (file?.key.startsWith('pack/')) seen.stored = file.pieces;
  });
  page.on('request', (request) => {
    const from = /^bytes=(\d+)-$/u.exec(request.headers().range ?? '')?.[1];
    if (from === undefined) return;
    seen.requests.push({ path: new URL(request.url()).pathname, from: Number(from), stored: seen.stored });
  });
}

/** The piece at which each request for a pack begins, and the pieces stored before. */
const packRequests = ({ packs, requests }: Seen) =>
  requests.flatMap(({ path, from, stored }) => {
    const pieceSize = packs.get(path);
    return pieceSize === undefined ? [] : [{ piece: from / pieceSize, stored }];
  });

type Running = KillableBrowser & { page: Page };

async function start(seen: Seen, moment?: Moment): Promise<Running> {
  const browser = await startKillable(profile, [`--user-agent=${devices['Pixel 7'].userAgent}`]);
  browser.context.setDefaultTimeout(30_000);
  await browser.context.addInitScript(tellLoss);
  await browser.context.addInitScript(tellPacks);
  if (moment) await browser.context.addInitScript(stopAt, moment);
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  follow(page, seen);
  return { ...browser, page };
}

/** Kills the browser in its moment of the download; returns false if the download is finished without it. */
async function killIn({ page, kill }: Running, begin: () => Promise<unknown>): Promise<boolean> {
  const reached = new Promise<boolean>((resolve) =>
    page.on('console', (message) => message.text() === 'reached' && resolve(true)),
  );
  // A stopped page does not answer; this fails when it is killed.
  const finished = begin().then(async () => {
    await available(page).waitFor();
    return false;
  });
  finished.catch(() => undefined);
  const isReached = await Promise.race([reached, finished]);
  await kill();
  return isReached;
}

const available = (page: Page) =>
  page.getByRole('region', { name: 'Plans on this device' }).getByText('Available offline');

/** As many moments, spread over the download. */
const spread = (count: number): Moment[] =>
  Array.from(
    { length: count },
    (_, at) => KILL_POINTS[Math.floor(((at + 0.5) * KILL_POINTS.length) / count)] ?? { stage: 'DONE' },
  );

test(`${KILLS} kills during downloads lose nothing`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
  const { url } = installation();
  const seen: Seen = { packs: new Map(), stored: 0, requests: [] };
  const first = await start(seen);
  await first.page.goto(url);
  await signInToDemo(first.page, 'anna');
  const link = first.page.getByRole('link', { name: /Ground floor/u }).first();
  const address = (await link.getAttribute('href')) ?? '';
  const plan = `${url}${address.split('/').slice(0, 4).join('/')}`;
  await first.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.close();
  let inPack = false;
  for (let kills = 0; kills < KILLS; ) {
    const moments = spread(Math.min(KILLS - kills, KILL_POINTS.length));
    const [begun, ...later] = moments;
    inPack ||= moments.some((moment) => 'of' in moment && moment.of === IN_PIECES.GET_PLAN_TILES);
    const running = await start(seen, begun);
    const isKilled = await killIn(running, async () => {
      await running.page.goto(`${plan}/offline`);
      await dialogIn(running.page).getByRole('button', { name: 'Download' }).click();
    });
    kills += Number(isKilled);
    for (const moment of later) {
      const continued = await start(seen, moment);
      kills += Number(await killIn(continued, () => continued.page.goto(`${url}/syncStatus`)));
    }
    const { page, context, kill } = await start(seen);
    await page.goto(`${url}/syncStatus`);
    await available(page).waitFor();
    await context.setOffline(true);
    await page.goto(url + address);
    await expect.poll(() => page.evaluate(isPlanDrawn), { timeout: 20_000 }).toBe(true);
    await context.setOffline(false);
    await page.goto(`${plan}/removeOffline`);
    await questionOn(page).getByRole('button', { name: 'Remove from this device' }).click();
    await expect.poll(() => page.evaluate(downloadedEntries)).toEqual({ downloads: 0, files: 0, pieces: 0 });
    await kill();
    seen.stored = 0;
  }
  const fetched = packRequests(seen);
  // A few kills may all be in other moments.
  expect(fetched.some(({ stored }) => stored > 0)).toBe(inPack);
  // The write of the last piece may have been lost with the browser.
  expect(fetched.filter(({ piece, stored }) => piece < stored - 1)).toEqual([]);
});
