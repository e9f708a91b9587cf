// Opening a downloaded plan with and without a network: until its first lines, until it is sharp, and the frame times
// while it is moved.
import type { BrowserContext, Page } from 'playwright-core';
import { judge, percentile, table } from '../common/figures.ts';
import { drawnSharply, frameTimes, planDrawn, watchDrawing } from './in-page.ts';

const MAX_OPENING = 1.2;
const MAX_FRAME = 1.2;
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

/** The page shows a downloaded plan at this address. */
export async function measureOpening(context: BrowserContext, page: Page, address: string, rounds: number) {
  await page.addInitScript(watchDrawing);
  const opened: Record<'online' | 'offline', Opened> = {
    online: { first: [], sharp: [], frames: [] },
    offline: { first: [], sharp: [], frames: [] },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const line of ['online', 'offline'] as const) {
      await context.setOffline(line === 'offline');
      await page.goto(address);
      opened[line].first.push(await page.evaluate(planDrawn));
      opened[line].sharp.push(await page.evaluate(drawnSharply));
      opened[line].frames.push(...(await moved(page)));
    }
  }
  await context.setOffline(false);
  const row = (name: string, { first, sharp, frames }: Opened) => [
    ...[name, middle(first), middle(sharp), middle(frames), late(frames)],
  ];
  table(
    ['opening a downloaded plan', 'first lines, ms', 'sharp, ms', 'frame, ms', '95 % of frames below, ms'],
    [row('with a network', opened.online), row('without', opened.offline)],
  );
  const { online, offline } = opened;
  judge('sharp view without a network, to with one', middle(offline.sharp) / middle(online.sharp), MAX_OPENING);
  judge('late frames without a network, to with one', late(offline.frames) / late(online.frames), MAX_FRAME);
}
