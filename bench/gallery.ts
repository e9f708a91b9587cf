// Scrolling through 20,000 photos compared with 200, in one run and one browser: processor time and frame time. `node
// bench/gallery.ts` builds a page with the gallery's own grid over generated rows, opens it in headless Chromium
// without a frame limit, and prints ratios. Images are left out, because their bytes cost the same in both cases.
import type { Page } from 'playwright-core';
import { withBuiltPage } from './common/built-page.ts';
import { judge } from './common/figures.ts';

const GOAL = 1.3;
const COUNTS = [200, 20_000] as const;
const ROUNDS = 3;
const FRAMES = 240;
/** Pixels per frame: a fast mouse wheel. */
const STEP = 90;

const STYLE = '#root{height:900px;display:flex}';

/** Functions provided by the page. */
declare global {
  interface Window {
    show(count: number): Promise<void>;
  }
}

/** Frame times in milliseconds while the list is scrolled back and forth. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ frames, step }) => {
      const list = document.querySelector('.gallery-scroll');
      if (!list) throw new Error('the gallery did not appear');
      const times: number[] = [];
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      list.scrollTop = 0;
      let before = await frame();
      let way = step;
      for (let at = 0; at < frames; at += 1) {
        list.scrollTop += way;
        if (list.scrollTop <= 0 || list.scrollTop + list.clientHeight >= list.scrollHeight - 1) way = -way;
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { frames: FRAMES, step: STEP },
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

await withBuiltPage(new URL('gallery/page.txt', import.meta.url), STYLE, async (page) => {
  await page.waitForFunction(() => typeof window.show === 'function');
  const found = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of COUNTS) {
      await page.evaluate((requested) => window.show(requested), count);
      found.get(count)?.push(mean(await scroll(page)));
    }
  }
  const best = (count: number) => Math.min(...(found.get(count) ?? []));
  const [few, many] = COUNTS;
  for (const count of COUNTS) console.log(`${count} photos: ${best(count).toFixed(2)} ms a frame`);
  judge('ratio', best(many) / best(few), GOAL);
});
