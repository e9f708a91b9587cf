// Time to turn a large sheet into tiles at 300 dpi, compared with bare PDFium plus bare libvips and with poppler in one
// run; and a picture compared with bare libvips. `node bench/tiling.ts [rounds]` prints a table. The import covers
// everything from the start of its process to files on disk: text, lines, tiles of all levels, thumbnail and preview.
// PDFium only renders, in a process of its own that loads nothing else; both then process the page again, as the next one
// of a set. Poppler only renders, with one thread, and writes raw pixels; libvips only tiles existing pixels.
// Sheets: one generated here, and the sample plans if present.
import { fork, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRIORITY } from '@plumbline/server/platform/worker-process';
import { judge } from './common/figures.ts';
import type { Measured } from './tiling/part.ts';
import { makeSheet } from './tiling/sheet.ts';

const GOAL = 1.5;
const POPPLER_GOAL = 1;
/** Processor time of the import, which also tiles, reads and compresses, relative to drawing the page once. */
const PDFIUM_GOAL = 1.8;
const MEMORY_GOAL_MB = 500;
const SAMPLES = fileURLToPath(new URL('../../shared/samples/', import.meta.url));
const SHEETS = ['plans-pdf/tierhotel-EG_213x78cm.pdf', 'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf'];
const PICTURES = ['plans-revisions-jpg/1810spark-A101_20191004.jpg'];
const PART = fileURLToPath(new URL('./tiling/part.ts', import.meta.url));

type Round = Readonly<Record<string, Measured | null>>;

export async function run(rounds = 3): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-tiling-'));
  // A server keeps its compiled modules; the first round fills the cache.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  try {
    const created = join(folder, 'a0.pdf');
    await makeSheet(created);
    const present = (names: readonly string[]) =>
      names.map((name) => join(SAMPLES, name)).filter((path) => existsSync(path));
    const samples = [...present(SHEETS), ...present(PICTURES)];
    for (const path of [created, ...samples]) {
      const results: Round[] = [];
      for (let round = 0; round < rounds; round++) results.push(await oneRound(path, folder));
      print(path, results);
    }
    if (samples.length === 0) console.log('The sample plans are not present; only the drawing made here was measured.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs all competitors one after the other, so that a busy machine slows them equally. */
async function oneRound(path: string, folder: string): Promise<Round> {
  const whole = await inChild('whole', path, folder);
  if (!path.endsWith('.pdf')) return { whole, picture: await inChild('picture', path, folder) };
  const poppler = await popplerAlone(path, folder);
  const bare = await inChild('bare', path, folder);
  return { whole, bare, tiles: await inChild('tiles', path, folder), poppler };
}

function inChild(what: string, pdf: string, folder: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(PART, [what, pdf, folder], { serialization: 'advanced' });
    child.once('message', (result: Measured) => resolve(result));
    child.once('exit', (code) => reject(new Error(`${what} ended with ${code}`)));
    child.once('error', reject);
  });
}

/** Poppler's own images, uncompressed; null if it is not installed. */
async function popplerAlone(pdf: string, folder: string): Promise<Measured | null> {
  const started = performance.now();
  const child = spawn('pdftoppm', ['-r', '300', '-f', '1', '-l', '1', pdf, join(folder, 'poppler')], {
    stdio: 'ignore',
  });
  if (child.pid) setPriority(child.pid, PRIORITY);
  let peak = 0;
  let cpu = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    // Fields 14 and 15 in ticks of 10 ms, counted after the name in brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    cpu = Math.max(cpu, 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)));
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
  }, 20);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('exit', resolve);
      child.once('error', reject);
    });
    return code === 0 ? { wall: performance.now() - started, cpu, peak, note: '' } : null;
  } catch {
    return null;
  } finally {
    clearInterval(watch);
  }
}

const NAMES: Record<string, string> = {
  whole: 'import: all of it',
  bare: 'bare PDFium',
  tiles: 'bare libvips tiling',
  picture: 'bare libvips: decoding and tiling',
  poppler: 'pdftoppm alone',
};

function print(path: string, rounds: readonly Round[]): void {
  const of = (name: string) => rounds.flatMap((round) => round[name] ?? []);
  console.log(`\n${path.split('/').at(-1)}, ${rounds.length} rounds, medians`);
  console.table(
    Object.keys(rounds[0] ?? {}).map((name) => {
      const all = of(name);
      if (all.length === 0) return { what: NAMES[name], seconds: 'not installed' };
      const seconds = (median(all.map((one) => one.wall)) / 1000).toFixed(2);
      const cpu = (median(all.map((one) => one.cpu)) / 1000).toFixed(2);
      const next = median(all.flatMap((one) => one.nextCpu ?? [])) / 1000;
      const peak = `${Math.round(Math.max(...all.map((one) => one.peak)) / 2 ** 20)} MB`;
      const note = all[0]?.note ?? '';
      return {
        what: NAMES[name],
        seconds,
        'cpu seconds': cpu,
        'next page': Number.isNaN(next) ? '' : next.toFixed(2),
        peak,
        note,
      };
    }),
  );
  if (of('picture').length > 0) compare('import / bare libvips', rounds, ['picture'], GOAL);
  if (of('bare').length > 0) compare('import / (bare PDFium + bare libvips)', rounds, ['bare', 'tiles'], GOAL);
  if (of('bare').length > 0) {
    judge('import / bare PDFium, processor time', medianRatio(rounds, ['bare'], 'cpu'), PDFIUM_GOAL);
    const next = medianRatio(rounds, ['bare'], 'nextCpu').toFixed(2);
    console.log(`  the same for the next page in both processes: ${next}`);
  }
  if (of('poppler').length > 0) compare('import / pdftoppm alone', rounds, ['poppler'], POPPLER_GOAL);
  judge('peak memory of the import, MB', Math.max(...of('whole').map(({ peak }) => peak)) / 2 ** 20, MEMORY_GOAL_MB);
}

/** The goal applies to wall time; processor time is printed too, because it depends less on other load. */
function compare(what: string, rounds: readonly Round[], others: readonly string[], goal: number): void {
  judge(what, medianRatio(rounds, others, 'wall'), goal);
  console.log(`  the same in processor time: ${medianRatio(rounds, others, 'cpu').toFixed(2)}`);
}

/** The import relative to the sum of the others. */
function medianRatio(rounds: readonly Round[], others: readonly string[], part: 'wall' | 'cpu' | 'nextCpu'): number {
  return median(
    rounds.flatMap((round) => {
      const sum = others.reduce((all, name) => all + (round[name]?.[part] ?? Number.NaN), 0);
      return Number.isNaN(sum) ? [] : [(round.whole?.[part] ?? Number.NaN) / sum];
    }),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (import.meta.main) await run(Number(process.argv[2] ?? 3));
