// How scrolling through 20,000 photos compares with 200, in one run and one browser: processor time and time of a frame.
// `node bench/gallery.ts` builds a page with the gallery's own grid over made-up rows, opens it in headless Chromium without a
// frame limit, and prints ratios. Pictures are left out: their bytes cost the same in both.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const GOAL = 1.3;
const COUNTS = [200, 20_000] as const;
const ROUNDS = 3;
const FRAMES = 240;
/** Pixels a frame: a fast wheel. */
const STEP = 90;

const web = fileURLToPath(new URL('../packages/web/', import.meta.url));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit', '--no-first-run'];

/** What the page offers. */
declare global {
  interface Window {
    show(count: number): Promise<void>;
  }
}

const PAGE = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import '${web}src/ui/theme/theme.css';
import '${web}src/features/media/gallery/gallery.css';
import { GalleryGrid } from '${web}src/features/media/gallery/gallery-grid.tsx';
import { galleryItems, monthIn } from '${web}src/features/media/gallery/items.ts';
import { TranslationContext } from '${web}src/ui/translation.tsx';
const root = createRoot(document.getElementById('root'));
const words = Object.assign((key) => key, {
  has: () => true, number: String, bytes: String, date: String, dateTime: String, relative: String, locale: 'en',
});
const id = (n) => '00000000-0000-4000-8000-' + String(n).padStart(12, '0');
window.show = async (count) => {
  const posts = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.UTC(2026, 5, 1) - n * 3_600_000).toISOString();
    const file = { blobId: id(n), name: 'a.pdf', mime: 'application/pdf', size: 1, width: null, height: null };
    return { id: id(n), projectId: 'p', pinId: 'pin', taskId: null, type: 'Documents', caption: 'Photo ' + n, files: [file], active: true,
      takenAt: at, createdBy: 'a', createdAt: at };
  });
  const items = galleryItems(posts, new Map(), {}, monthIn('Europe/Berlin'));
  const grid = createElement(GalleryGrid, { key: count, projectId: 'p', items, at: undefined, chosen: undefined, onOpen() {}, onChoose() {} });
  flushSync(() => root.render(createElement(TranslationContext, { value: words }, grid)));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};
`;

/** Milliseconds from frame to frame while the list is scrolled to and fro. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ frames, step }) => {
      const list = document.querySelector('.gallery-scroll');
      if (!list) throw new Error('the gallery is not there');
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
    // The program's own build also makes its service worker, which this page has none of.
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
