// Opening a downloaded plan by its address, with and without a network, compared with the same plan from the server:
// until its first lines, until it is sharp, and the frame times while it is moved.
import type { BrowserContext, Page } from 'playwright-core';
import { judge, percentile, table } from '../common/figures.ts';
import { drawnSharply, forgetViews, frameTimes, watchDrawing } from './in-page.ts';

const MAX_OPENING = 1.2;
const MAX_FRAME = 1.2;
/** In the first one the position of the drawing on the screen is not known yet. */
const WARM_UP_ROUNDS = 1;
/** How long the plan is moved, in how many steps. */
const MOVED_MS = 2_000;
const STEPS = 120;
const CIRCLE_PX = 90;
const ZOOM_IN = -1_200;

type Opened = { first: number[]; sharp: number[]; frames: number[] };

async function moved(page: Page): Promise<number[]> {
  const box = await page.locator('.plv-viewport').first().boundingBox();
  if (!box) throw new Error('the plan is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, ZOOM_IN);
  await page.evaluate(drawnSharply);
  const recording = page.evaluate(frameTimes, MOVED_MS);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step += 1) {
    const turn = (2 * Math.PI * step) / STEPS;
    await page.mouse.move(x + CIRCLE_PX * Math.sin(turn), y + CIRCLE_PX * (Math.cos(turn) - 1));
  }
  await page.mouse.up();
  return recording;
}

const middle = (values: readonly number[]): number => percentile(values, 0.5);
const late = (values: readonly number[]): number => percentile(values, 0.95);

export type Visit = { context: BrowserContext; page: Page };

const WAYS = ['from the server', 'downloaded, with a network', 'downloaded, without'] as const;

/** `here`: where the plan is downloaded; `there`: where it is not. */
export async function measureOpening(
  { here, there }: Record<'here' | 'there', Visit>,
  address: string,
  rounds: number,
): Promise<void> {
  for (const { page } of [here, there]) await page.addInitScript(watchDrawing);
  const opened = WAYS.map((): Opened => ({ first: [], sharp: [], frames: [] }));
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round += 1) {
    for (const [at, { first, sharp, frames }] of opened.entries()) {
      const { context, page } = at === 0 ? there : here;
      await context.setOffline(at === 2);
      await page.bringToFront();
      await page.evaluate(forgetViews);
      await page.goto(address, { waitUntil: 'commit' });
      const drawn = await page.evaluate(drawnSharply);
      const times = await moved(page);
      if (round < 1) continue;
      first.push(drawn.first);
      sharp.push(drawn.last);
      frames.push(...times);
    }
  }
  await here.context.setOffline(false);
  const rows = opened.map(({ first, sharp, frames }) => [middle(first), middle(sharp), middle(frames), late(frames)]);
  table(
    ['opening a plan by its address', 'first lines, ms', 'sharp, ms', 'frame, ms', '95 % of frames below, ms'],
    rows.map((row, at) => [WAYS[at] ?? '', ...row]),
  );
  const ratio = (column: number) => (rows[2]?.[column] ?? Number.NaN) / (rows[0]?.[column] ?? Number.NaN);
  judge('first lines without a network, to from the server', ratio(0), MAX_OPENING);
  judge('sharp view without a network, to from the server', ratio(1), MAX_OPENING);
  judge('late frames without a network, to from the server', ratio(3), MAX_FRAME);
}
