// Cost of pins while a plan is panned and zoomed: a frame with 10,000 and 100,000 pins compared with one without any, in one run.
// `node bench/viewer.ts` builds the viewer's own page, opens it in headless Chromium without a frame limit, and prints
// ratios. The goal applies to the processor time per frame over all Chromium processes, because frame times also depend
// on other load; both are printed.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const GOAL = 1.2;
const COUNTS = [0, 10_000, 100_000] as const;
const ROUNDS = 5;
const FRAMES = 100;
/**
 * log2 scales, the whole plan, a corner of the storey, a room; and by how much the scale swings around it. With many marks
 * the cells of pins are as small as they get.
 */
const VIEWS = [
  { name: 'whole plan', zoom: -3.5, swing: 0 },
  { name: 'part of it', zoom: -2, swing: 0 },
  { name: 'part, many marks', zoom: -1.865, swing: 0 },
  { name: 'one to one', zoom: 0, swing: 0 },
  { name: 'room, many marks', zoom: 0.135, swing: 0 },
  { name: 'zooming', zoom: -1.5, swing: 1 },
] as const;

/** Functions provided by the page; see its lab.ts. */
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

/** Frame times in milliseconds while the view moves back and forth over loaded tiles. */
async function move(page: Page, view: (typeof VIEWS)[number], frames: number): Promise<number[]> {
  return page.evaluate(
    async ({ zoom, swing, frames }) => {
      const { viewer } = window.lab;
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let before = await frame();
      for (let i = 0; i < frames; i++) {
        const turn = (2 * Math.PI * i) / frames;
        const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
        viewer.setView({ cx: 0.45 + 0.02 * sin, cy: 0.45 + 0.02 * cos, zoom: zoom + swing * sin });
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { ...view, frames },
  );
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Processor time in milliseconds of the processes with `mark` in their command line and of their descendants. */
function processorTime(mark: string): number {
  const parents = new Map<string, string>();
  const mine = new Set<string>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '');
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)) mine.add(pid);
    } catch {
      // The process has ended meanwhile.
    }
  }
  for (let before = -1; before < mine.size; ) {
    before = mine.size;
    for (const [pid, parent] of parents) if (mine.has(parent)) mine.add(pid);
  }
  return [...mine].reduce((sum, pid) => sum + threadsTime(pid), 0);
}

/** In milliseconds; the scheduler counts nanoseconds, which the processes' own times round to hundredths of a second. */
function threadsTime(pid: string): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return sum;
}

const place = await mkdtemp(join(tmpdir(), 'viewer-bench-'));
const input = join(root, 'viewer-lab.html');
const common = { root, configFile: false as const, logLevel: 'error' as const };
await build({ ...common, build: { outDir: place, emptyOutDir: true, target: 'es2023', rolldownOptions: { input } } });
const server = await preview({ ...common, build: { outDir: place }, preview: { port: 0, host: '127.0.0.1' } });
const profile = join(place, 'profile');
const options = { executablePath: executable, args: FLAGS, viewport: { width: 1_440, height: 900 } };
const context = await chromium.launchPersistentContext(profile, options);
try {
  const page = await context.newPage();
  await page.goto(`${server.resolvedUrls?.local[0] ?? ''}viewer-lab.html?pins=0&bare`);
  await page.waitForFunction(() => window.lab?.events.some(([what]) => what === 'ready'));
  let worst = 0;
  for (const view of VIEWS) {
    const frames = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
    const work = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
    let handing = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      for (const count of COUNTS) {
        handing = Math.max(handing, await page.evaluate((pins) => window.lab.setPins(pins), count));
        await move(page, view, 10);
        const before = processorTime(profile);
        const measured = await move(page, view, FRAMES);
        const after = processorTime(profile);
        // The first round loads tiles and warms up the code.
        if (round === 0) continue;
        frames.get(count)?.push(...measured);
        work.get(count)?.push((after - before) / FRAMES);
      }
    }
    const middle = (values: readonly number[] | undefined) => percentile(values ?? [], 0.5);
    for (const count of COUNTS) {
      const cost = middle(work.get(count));
      const ratio = cost / middle(work.get(0));
      const median = middle(frames.get(count));
      const late = percentile(frames.get(count) ?? [], 0.95);
      if (count > 0) worst = Math.max(worst, ratio);
      console.log(
        `${view.name.padEnd(17)} ${String(count).padStart(7)} pins: ${cost.toFixed(1)} ms of processor a frame (×${ratio.toFixed(2)}); ` +
          `frame to frame ${median.toFixed(1)} ms (×${(median / middle(frames.get(0))).toFixed(2)}), 95 % below ${late.toFixed(1)} ms`,
      );
    }
    console.log(`${view.name.padEnd(17)} handing 100,000 pins over took at most ${handing.toFixed(0)} ms`);
  }
  console.log(`largest ratio ${worst.toFixed(2)}; goal at most ${GOAL}: ${worst <= GOAL ? 'met' : 'MISSED'}`);
  process.exitCode = worst <= GOAL ? 0 : 1;
} finally {
  await context.close();
  await server.close();
  await rm(place, { recursive: true, force: true });
}
