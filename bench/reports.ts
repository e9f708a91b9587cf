// Time of a report of 200 pins with 400 photos, compared with bare libvips plus a bare zip of the same photos in one
// run; and whether memory stays constant regardless of the number of photos. `node bench/reports.ts [rounds]` prints a
// table.
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sheetPack } from '@plumbline/server/features/reports/fixtures/sheet-pack';
import sharp from 'sharp';
import { FILES, type Measured, PINS, packPath, photoPath } from './reports/part.ts';

const GOAL = 1.25;
const MEMORY_GOAL = 1.25;
const PART = fileURLToPath(new URL('./reports/part.ts', import.meta.url));
const KINDS = ['photos', 'whole', 'quarter', 'bare', 'zip'] as const;
type Round = Record<(typeof KINDS)[number], Measured>;

export async function run(rounds = 3): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-reports-'));
  try {
    await writeFile(packPath(folder), await sheetPack());
    for (let place = 0; place < FILES; place += 1) await writeFile(photoPath(folder, place), await photo(place));
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await oneRound(folder));
    print(results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Twelve megapixels with as much detail as in a photo from a phone. */
function photo(place: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 110 + place * 8, sigma: 28 } as const;
  return sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise } })
    .resize(4_000, 3_000)
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function oneRound(folder: string): Promise<Round> {
  const measured: Partial<Round> = {};
  for (const what of KINDS) measured[what] = await inChild(what, folder);
  // The loop has set every kind.
  return measured as Round;
}

function inChild(what: string, folder: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(PART, [what, folder], { serialization: 'advanced' });
    child.once('message', (result: Measured) => resolve(result));
    child.once('exit', (code) => reject(new Error(`${what} ended with ${code}`)));
    child.once('error', reject);
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

function print(rounds: readonly Round[]): void {
  const line = (what: string, kind: keyof Round) => ({
    what,
    seconds: (median(rounds.map((round) => round[kind].wall)) / 1000).toFixed(2),
    peak: megabytes(Math.max(...rounds.map((round) => round[kind].peak))),
    size: megabytes(rounds[0]?.[kind].size ?? 0),
  });
  console.log(`\nReport of ${PINS} pins with 2 photos of 12 megapixels each, ${rounds.length} rounds, medians`);
  console.table([
    line('report', 'photos'),
    line('report with plan crops', 'whole'),
    line('report with plan crops, a quarter of the photos', 'quarter'),
    line('bare libvips + bare zip of the same photos', 'bare'),
    line('bare zip of the photos as taken', 'zip'),
  ]);
  const verdict = (good: boolean) => (good ? 'reached' : 'NOT reached');
  const ratio = median(rounds.map((round) => round.photos.wall / round.bare.wall));
  console.log(`report / (bare libvips + bare zip): ${ratio.toFixed(2)}, goal ${GOAL}: ${verdict(ratio <= GOAL)}`);
  const crops = median(rounds.map((round) => (round.whole.wall - round.photos.wall) / PINS));
  console.log(`a plan crop: ${crops.toFixed(0)} ms`);
  const growth = median(rounds.map((round) => round.whole.peak / round.quarter.peak));
  console.log(
    `peak memory, 400 photos / 100 photos: ${growth.toFixed(2)}, goal ${MEMORY_GOAL}: ${verdict(growth <= MEMORY_GOAL)}`,
  );
}

if (import.meta.main) await run(Number(process.argv[2] ?? 3));
