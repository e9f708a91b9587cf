// The PDF of a report with two photos per pin: time, pages and memory above idle; and its preview, the first pages as
// pictures. `node bench/report-pdf.ts [pins]`; 5000 pins are the largest report with a goal.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_PREVIEW_PAGES, MAX_PREVIEW_PINS } from '@plumbline/core/features/reports/contract';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import { wordsIn } from '@plumbline/server/features/reports/content/report-texts';
import { formatsIn, picture, pin, reportOf, task } from '@plumbline/server/features/reports/fixtures/report';
import { drawPages } from '@plumbline/server/features/reports/pdf/draw-pages';
import { writePdf } from '@plumbline/server/features/reports/pdf/write-pdf';
import { builtInLayout } from '@plumbline/server/features/reports/templates/ready-made';
import sharp from 'sharp';

const PINS = Number(process.argv[2] ?? 500);
const FILES = 8;
const MAX_MEMORY_MB = 700;
const MAX_PREVIEW_MS = 2_000;

const folder = await mkdtemp(join(tmpdir(), 'plumbline-report-pdf-'));
const photoPath = (place: number): string => join(folder, `photo-${place % FILES}.jpg`);

const dataOf = (count: number): ReportData =>
  reportOf(
    Array.from({ length: count }, (_, at) =>
      pin({
        number: at + 1,
        notes: 'From the lintel to the ceiling, about 2 mm wide.',
        photos: [picture(`${2 * at}`), picture(`${2 * at + 1}`)],
        tasks: [task({ number: at + 1 })],
      }),
    ),
  );

async function write(data: ReportData, path: string, maxPages?: number): Promise<void> {
  const t = wordsIn('en');
  const layout = builtInLayout('siteReport', t);
  if (!layout) throw new Error('the site report has no layout');
  await writePdf(layout, data, path, {
    formats: formatsIn('en'),
    locale: t.locale,
    pictureBytes: ({ picture: { id } }) => readFile(photoPath(Number(id))),
    ...(maxPages !== undefined && { maxPages }),
  });
}

/** Megabytes of this process, and the most since its start. */
async function memory(): Promise<{ now: number; peak: number }> {
  const status = await readFile('/proc/self/status', 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(status)?.[1] ?? 0) / 1_024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function preview(): Promise<void> {
  const path = join(folder, 'preview.pdf');
  await write(dataOf(Math.min(PINS, MAX_PREVIEW_PINS)), path, MAX_PREVIEW_PAGES);
  await drawPages(path, folder, MAX_PREVIEW_PAGES);
}

try {
  for (let place = 0; place < FILES; place += 1) {
    const noise = { type: 'gaussian', mean: 110 + place * 8, sigma: 28 } as const;
    const create = { width: 1_600, height: 1_200, channels: 3, background: '#888', noise } as const;
    await writeFile(photoPath(place), await sharp({ create }).jpeg({ quality: 85 }).toBuffer());
  }
  const path = join(folder, 'report.pdf');
  const idle = (await memory()).now;
  const wall = await timed(() => write(dataOf(PINS), path));
  const grown = (await memory()).peak - idle;
  const megabytes = Math.round((await stat(path)).size / 1_048_576);
  // The first preview starts the process that draws.
  await preview();
  const shown = await timed(preview);
  console.log(`${PINS} pins, ${2 * PINS} photos: ${(wall / 1_000).toFixed(1)} s, ${megabytes} MB`);
  const isSmall = grown <= MAX_MEMORY_MB;
  const isFast = shown <= MAX_PREVIEW_MS;
  const verdict = (good: boolean): string => (good ? 'reached' : 'NOT reached');
  console.log(`memory above idle: ${Math.round(grown)} MB, goal ${MAX_MEMORY_MB} MB: ${verdict(isSmall)}`);
  console.log(`preview: ${Math.round(shown)} ms, goal ${MAX_PREVIEW_MS} ms: ${verdict(isFast)}`);
  process.exitCode = isSmall && isFast ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
// The process that draws would keep this one alive.
process.exit();
