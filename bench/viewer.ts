// How much pins cost while a plan is panned: time from frame to frame with 10,000 and 100,000 pins against none, in one run.
// `node bench/viewer.ts` builds the viewer's own page, opens it in headless Chromium without a frame limit, and prints ratios.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const GOAL = 1.2;
const COUNTS = [0, 10_000, 100_000] as const;
const ROUNDS = 4;
const FRAMES = 80;
/** log2 scales: the whole plan, a storey's corner, a room. */
const VIEWS = [
  { name: 'whole plan', zoom: -3.5 },
  { name: 'part of it', zoom: -2 },
  { name: 'one to one', zoom: 0 },
] as const;

/** What the page offers, see its lab.ts. */
declare global {
  interface Window {
    lab: {
      viewer: { setView(view: { cx: number; cy: number; zoom: number }): void };
      events: unknown[][];
      setPins(count: number): number;
    };
  }
}

const root = fileURLToPath(new URL('../packages/web', import.meta.url));
const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-vsync',
  '--disable-frame-rate-limit',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Milliseconds from frame to frame while the view goes to and fro over tiles that have been loaded. */
async function pan(page: Page, zoom: number, frames: number): Promise<number[]> {
  return page.evaluate(
    async ({ zoom, frames }) => {
      const { viewer } = window.lab;
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let before = await frame();
      for (let i = 0; i < frames; i++) {
        const turn = (2 * Math.PI * i) / frames;
        viewer.setView({ cx: 0.45 + 0.02 * Math.sin(turn), cy: 0.45 + 0.02 * Math.cos(turn), zoom });
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { zoom, frames },
  );
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const place = await mkdtemp(join(tmpdir(), 'viewer-bench-'));
const input = join(root, 'viewer-lab.html');
const common = { root, configFile: false as const, logLevel: 'error' as const };
await build({ ...common, build: { outDir: place, emptyOutDir: true, target: 'es2023', rolldownOptions: { input } } });
const server = await preview({ ...common, build: { outDir: place }, preview: { port: 0, host: '127.0.0.1' } });
const browser = await chromium.launch({ executablePath: executable, args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}viewer-lab.html?pins=0&bare`);
  await page.waitForFunction(() => window.lab?.events.some(([what]) => what === 'ready'));
  let worst = 0;
  for (const view of VIEWS) {
    const times = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
    let build = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      for (const count of COUNTS) {
        build = Math.max(build, await page.evaluate((pins) => window.lab.setPins(pins), count));
        await pan(page, view.zoom, 10);
        const measured = await pan(page, view.zoom, FRAMES);
        // The first round loads tiles and warms the code.
        if (round > 0) times.get(count)?.push(...measured);
      }
    }
    const base = times.get(0) ?? [];
    for (const count of COUNTS) {
      const own = times.get(count) ?? [];
      const median = percentile(own, 0.5);
      const late = percentile(own, 0.95);
      const ratio = median / percentile(base, 0.5);
      const lateRatio = late / percentile(base, 0.95);
      if (count > 0) worst = Math.max(worst, ratio);
      console.log(
        `${view.name.padEnd(11)} ${String(count).padStart(7)} pins: median ${median.toFixed(2)} ms (×${ratio.toFixed(2)}), ` +
          `95 % below ${late.toFixed(2)} ms (×${lateRatio.toFixed(2)})`,
      );
    }
    console.log(`${view.name.padEnd(11)} handing over 100,000 pins took at most ${build.toFixed(0)} ms`);
  }
  console.log(
    `largest ratio of medians ${worst.toFixed(2)}; goal at most ${GOAL}: ${worst <= GOAL ? 'met' : 'MISSED'}`,
  );
  process.exitCode = worst <= GOAL ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
  await rm(place, { recursive: true, force: true });
}
