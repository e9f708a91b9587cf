// How long a large sheet takes to become tiles at 300 dpi, against bare PDFium plus bare libvips and against poppler, in one run.
// `node bench/tiling.ts [rounds]` prints a table. Sheets: a drawing made here, and the sample plans where they are present.
import { fork, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRIORITY } from '@plumbline/server/features/plans/rendering/isolated';
import type { Measured } from './tiling/part.ts';
import { makeSheet } from './tiling/sheet.ts';

const GOAL = 1.5;
const MEMORY_GOAL = 500 * 2 ** 20;
const SAMPLES = fileURLToPath(new URL('../../shared/samples/', import.meta.url));
const SHEETS = ['plans-pdf/tierhotel-EG_213x78cm.pdf', 'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf'];
const PART = fileURLToPath(new URL('./tiling/part.ts', import.meta.url));

interface Round {
  readonly whole: Measured;
  readonly bare: Measured;
  readonly tiles: Measured;
  readonly poppler: Measured | null;
}

export async function run(rounds = 3): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-tiling-'));
  try {
    const made = join(folder, 'a0.pdf');
    await makeSheet(made);
    const samples = SHEETS.map((name) => join(SAMPLES, name)).filter((path) => existsSync(path));
    for (const pdf of [made, ...samples]) {
      const results: Round[] = [];
      for (let round = 0; round < rounds; round++) results.push(await oneRound(pdf, folder));
      print(pdf, results);
    }
    if (samples.length === 0) console.log('The sample plans are not present; only the drawing made here was measured.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function oneRound(pdf: string, folder: string): Promise<Round> {
  const whole = await inChild('whole', pdf, folder);
  const bare = await inChild('bare', pdf, folder);
  return { whole, bare, tiles: await inChild('tiles', pdf, folder), poppler: await poppler(pdf, folder) };
}

function inChild(what: string, pdf: string, folder: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(PART, [what, pdf, folder], { serialization: 'advanced' });
    child.once('message', (result: Measured) => resolve(result));
    child.once('exit', (code) => reject(new Error(`${what} ended with ${code}`)));
    child.once('error', reject);
  });
}

/** Poppler's own pictures, uncompressed; null where it is not installed. */
async function poppler(pdf: string, folder: string): Promise<Measured | null> {
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
    // Ticks of a hundredth of a second: fields 14 and 15, counted after the name in brackets.
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

function print(pdf: string, rounds: readonly Round[]): void {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const line = (name: string, of: (round: Round) => Measured | null) => {
    const all = rounds.map(of).filter((one) => one !== null);
    if (all.length === 0) return { what: name, seconds: 'not installed' };
    const seconds = (median(all.map((one) => one.wall)) / 1000).toFixed(2);
    const cpu = (median(all.map((one) => one.cpu)) / 1000).toFixed(2);
    const peak = `${Math.round(Math.max(...all.map((one) => one.peak)) / 2 ** 20)} MB`;
    return { what: name, seconds, 'cpu seconds': cpu, peak, note: all[0]?.note ?? '' };
  };
  console.log(`\n${pdf.split('/').at(-1)}, ${rounds.length} rounds, medians`);
  console.table([
    line('import: page to all tiles', (round) => round.whole),
    line('bare PDFium', (round) => round.bare),
    line('bare libvips tiling', (round) => round.tiles),
    line('pdftoppm alone', (round) => round.poppler),
  ]);
  const ratio = median(rounds.map((round) => round.whole.wall / (round.bare.wall + round.tiles.wall)));
  const peak = Math.max(...rounds.map((round) => round.whole.peak));
  const verdict = (good: boolean) => (good ? 'reached' : 'NOT reached');
  console.log(`import / (bare PDFium + bare libvips): ${ratio.toFixed(2)}, goal ${GOAL}: ${verdict(ratio <= GOAL)}`);
  const work = median(rounds.map((round) => round.whole.cpu / (round.bare.cpu + round.tiles.cpu)));
  console.log(`the same in processor time, which a busy machine changes less: ${work.toFixed(2)}`);
  const popplers = rounds.flatMap((round) => (round.poppler ? [round.whole.wall / round.poppler.wall] : []));
  if (popplers.length > 0) console.log(`import / pdftoppm alone: ${median(popplers).toFixed(2)}`);
  console.log(`peak memory of the import below 500 MB: ${verdict(peak < MEMORY_GOAL)}`);
}

if (import.meta.main) await run(Number(process.argv[2] ?? 3));
