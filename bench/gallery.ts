// Scrolling through 20,000 photos compared with 200, in one run and one browser: processor time and frame time. `node
// bench/gallery.ts` builds a page with the gallery's own grid over generated rows, opens it in headless Chromium
// without a frame limit, and prints ratios. Images are left out, because their bytes cost the same in both cases.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const GOAL = 1.3;
const COUNTS = [200, 20_000] as const;
const ROUNDS = 3;
const FRAMES = 240;
/** Pixels per frame: a fast mouse wheel. */
const STEP = 90;

const web = fileURLToPath(new URL('../packages/web/', import.meta.url));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit', '--no-first-run'];

/** Functions provided by the page. */
declare global {
  interface Window {
    show(count: number): Promise<void>;
  }
}

/** The page's source; `WEB/` is replaced by the folder of the web client. */
const PAGE = (await readFile(new URL('gallery/page.txt', import.meta.url), 'utf8')).replaceAll('WEB/', web);

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

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-gallery-'));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  await writeFile(
    path.join(web, '.gallery-bench.html'),
    '<!doctype html><style>#root{height:900px;display:flex}</style><div id="root"></div><script type="module" src="/.gallery-bench.js"></script>',
  );
  await writeFile(path.join(web, '.gallery-bench.js'), PAGE);
  await build({
    root: web,
    // The program's own build configuration would also create its service worker, which this page does not have.
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: path.join(web, '.gallery-bench.html') } },
  });
  const server = await preview({ root: web, configFile: false, build: { outDir: folder }, preview: { port: 0 } });
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  page.on('pageerror', (error) => console.log(error.message));
  await page.goto(new URL('.gallery-bench.html', server.resolvedUrls?.local[0]).href);
  await page.waitForFunction(() => typeof window.show === 'function');
  const found = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of COUNTS) {
      await page.evaluate((wanted) => window.show(wanted), count);
      found.get(count)?.push(mean(await scroll(page)));
    }
  }
  const best = (count: number) => Math.min(...(found.get(count) ?? []));
  const [few, many] = COUNTS;
  for (const count of COUNTS) console.log(`${count} photos: ${best(count).toFixed(2)} ms a frame`);
  const ratio = best(many) / best(few);
  console.log(`ratio ${ratio.toFixed(2)} (goal ${GOAL})`);
  if (ratio > GOAL) process.exitCode = 1;
  await server.close();
} finally {
  await browser.close();
  for (const name of ['.gallery-bench.html', '.gallery-bench.js']) await rm(path.join(web, name), { force: true });
  await rm(folder, { recursive: true, force: true });
}
