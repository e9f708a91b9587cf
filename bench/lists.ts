// The lists and tables of the design system compared with those of React Aria Components, in one run and one browser:
// milliseconds to open, to select a row, to append a page of rows, and per frame while scrolling.
import { withBuiltPage } from './common/built-page.ts';
import { judge, table } from './common/figures.ts';

const GOAL = 0.5;
const ROUNDS = 3;
const FRAMES = 200;
/** Pixels per frame: a fast mouse wheel. */
const STEP = 90;
const STYLE = '#root{height:900px;display:flex;flex-direction:column}.aria{height:900px;overflow:auto;display:block}';

const MEASURED = ['open', 'select', 'append', 'frame'] as const;
type Times = Record<(typeof MEASURED)[number], number>;
type Asked = { kind: string; shape: string; count: number; frames: number; step: number };

/** Functions provided by the page. */
declare global {
  interface Window {
    measure(requested: Asked): Promise<Times>;
  }
}

await withBuiltPage(new URL('lists/page.txt', import.meta.url), STYLE, async (page) => {
  await page.waitForFunction(() => typeof window.measure === 'function');
  const lines: (string | number)[][] = [];
  let worst = 0;
  for (const count of [1_000, 10_000, 100_000]) {
    for (const shape of ['list', 'table']) {
      const best: Record<string, Times> = {};
      // React Aria needs 20 seconds for each table of 100,000 rows.
      for (let round = 0; round < (count > 10_000 ? 1 : ROUNDS); round += 1) {
        for (const kind of ['own', 'aria']) {
          const requested = { kind, shape, count, frames: FRAMES, step: STEP };
          const times = await page.evaluate((what) => window.measure(what), requested);
          const before = best[kind] ?? times;
          for (const name of MEASURED) times[name] = Math.min(times[name], before[name]);
          best[kind] = times;
        }
      }
      const { own, aria } = best;
      if (!own || !aria) throw new Error('a kind was not measured');
      for (const [kind, times] of [
        ['own', own],
        ['React Aria', aria],
      ] as const) {
        lines.push([`${kind}, ${shape} of ${count}`, ...MEASURED.map((name) => times[name])]);
      }
      if (count === 10_000) worst = Math.max(worst, own.open / aria.open);
    }
  }
  table(['', ...MEASURED.map((name) => `${name} ms`)], lines);
  judge('largest ratio of opening 10,000 rows to React Aria', worst, GOAL);
});
