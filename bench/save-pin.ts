// Time in a browser to save a pin with three photos of twelve megapixels: until everything is stored on the device, and
// until the server has it; compared with a bare page of the same browser that creates a thumbnail of each photo, writes
// the bytes to IndexedDB and sends them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PASSWORD, demoEmail } from '@plumbline/testkit/demo';
import { keyHeader, signInTo } from '@plumbline/testkit/program/sign-in';
import { metadata } from '@plumbline/testkit/program/upload';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { openDemoPlan } from './common/demo-plan.ts';
import { judge, percentile, table } from './common/figures.ts';
import { startSite } from './common/site.ts';
import { bareSave } from './save-pin/in-page.ts';

const GOAL = 2;
const ROUNDS = Number(process.argv[2] ?? 5);
const SIDE = { width: 4_032, height: 3_024 };
const PHOTOS = 3;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'];

/** Noise over a slow gradient: as expensive to decode and encode as a photo of a wall. */
async function makePhoto(folder: string, seed: number): Promise<string> {
  const { width, height } = SIDE;
  const noise = { type: 'gaussian' as const, mean: 110 + seed * 5, sigma: 18 };
  const file = path.join(folder, `wall ${seed}.jpg`);
  await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .blur(1.2)
    .jpeg({ quality: 88 })
    .toFile(file);
  return file;
}

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-photos-'));
const site = await startSite();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  await site.saying('the demo project is complete');
  // Files are passed by path, as when a person selects them; passing bytes would add their transfer into the browser to
  // the measurement.
  const files = await Promise.all(Array.from({ length: PHOTOS }, (_, at) => makePhoto(folder, at)));
  const email = demoEmail('anna');
  const page = await (await browser.newContext({ locale: 'en', viewport: { width: 1_440, height: 900 } })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(site.url);
  await openDemoPlan(page);
  const saved = page.getByRole('button', { name: 'All changes saved' });
  const canvas = await page.locator('.plan-stage canvas').first().boundingBox();
  if (!canvas) throw new Error('the plan is not there');

  /** Includes all clicks of a person; automated, they take almost no time. */
  async function product(round: number): Promise<{ pressed: number; stored: number; all: number }> {
    await saved.waitFor();
    await page.getByRole('button', { name: 'Add pin' }).click();
    const startedAt = performance.now();
    await page.mouse.click(
      (canvas?.x ?? 0) + (canvas?.width ?? 0) * (0.3 + 0.03 * round),
      (canvas?.y ?? 0) + (canvas?.height ?? 0) * 0.3,
    );
    await page.getByRole('tab', { name: /Media/u }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add photos', exact: true }).click();
    const opened = await chooser;
    const chosen = performance.now();
    await opened.setFiles(files);
    await page.getByRole('button', { name: `Add ${PHOTOS} photos`, exact: true }).click();
    await page
      .getByRole('button', { name: `Open wall ${PHOTOS - 1}.jpg` })
      .first()
      .waitFor();
    const stored = performance.now() - chosen;
    await saved.waitFor();
    const all = performance.now() - chosen;
    await page.keyboard.press('Escape');
    return { pressed: chosen - startedAt, stored, all };
  }

  async function bare(other: Page): Promise<{ stored: number; all: number }> {
    const tokens = await signInTo(site.url, email, DEMO_PASSWORD);
    await other.goto(site.url);
    await other.setContent('<input type="file" multiple>');
    await other.locator('input').setInputFiles(files);
    const about = files.map(() => {
      const id = crypto.randomUUID();
      return { id, metadata: metadata({ id, purpose: 'photo', name: 'wall.jpg', mime: 'image/jpeg' }) };
    });
    const headers = {
      authorization: `Bearer ${tokens.token}`,
      'tus-resumable': '1.0.0',
      ...(await keyHeader(site.url, tokens)),
    };
    return other.evaluate(bareSave, { about, headers, url: new URL('/api/files', site.url).href });
  }

  const times = {
    pressed: [] as number[],
    stored: [] as number[],
    all: [] as number[],
    bareStored: [] as number[],
    bareAll: [] as number[],
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await product(round);
    const other = await (await browser.newContext()).newPage();
    const theirs = await bare(other);
    await other.context().close();
    // The first round warms up both.
    if (round === 0) continue;
    times.pressed.push(ours.pressed);
    times.stored.push(ours.stored);
    times.all.push(ours.all);
    times.bareStored.push(theirs.stored);
    times.bareAll.push(theirs.all);
  }
  const middle = (values: readonly number[]) => percentile(values, 0.5);
  table(
    ['a pin with three photos', 'stored on the device, ms', 'with the server, ms'],
    [
      ['product, from choosing the photos', middle(times.stored), middle(times.all)],
      ['bare: small pictures, IndexedDB, sent', middle(times.bareStored), middle(times.bareAll)],
    ],
  );
  console.log(
    `before it: from the press that sets the pin to the choice of photos ${middle(times.pressed).toFixed(0)} ms`,
  );
  judge('stored on the device, to the bare page', middle(times.stored) / middle(times.bareStored), GOAL);
  judge('with the server, to the bare page', middle(times.all) / middle(times.bareAll), GOAL);
} finally {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
}
