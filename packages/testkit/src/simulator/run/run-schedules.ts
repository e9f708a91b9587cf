// Runs many schedules on all cores, and describes a failure with the command that replays it.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { EVENTS, type Outcome, runSchedule } from '../world.ts';
import type { Report, Work } from './worker.ts';

function runOn(work: Work): Promise<Report> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: work });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** `count` seeds starting at `first`; seeds are 32-bit and wrap around. */
export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (first + index) % 2 ** 32);

/** Runs the schedules of these seeds, spread over the cores. */
export async function runSchedules(seeds: readonly number[]): Promise<Report> {
  const threads = Math.max(1, Math.min(availableParallelism(), 8));
  const shares = Array.from({ length: threads }, (_, thread) =>
    seeds.filter((_seed, index) => index % threads === thread),
  );
  const reports = await Promise.all(shares.map((share) => runOn({ seeds: share })));
  return reports.reduce((all, one) => ({
    ran: all.ran + one.ran,
    steps: all.steps + one.steps,
    edits: all.edits + one.edits,
    rejected: all.rejected + one.rejected,
    failures: [...all.failures, ...one.failures],
  }));
}

/** The fewest events after which the seed still fails; a run with fewer events is a prefix of the longer one. */
async function shortest(seed: number): Promise<number> {
  for (let events = 5; events < EVENTS; events += 5)
    if ((await runSchedule({ seed, events })).violations.length > 0) return events;
  return EVENTS;
}

/** The violated invariants, and the command that replays them. */
export async function describe(failure: Outcome): Promise<string> {
  const events = await shortest(failure.seed);
  const broken = failure.violations.map(({ rule, what }) => `  ${rule}: ${what}`);
  const again = `node packages/testkit/src/simulator/run/replay.ts ${failure.seed} ${events}`;
  return [
    `seed ${failure.seed} fails:`,
    ...broken,
    `replay it with: ${again}`,
    'keep it in FAILED_SEEDS (packages/testkit/src/simulator/run/seeds.ts)',
  ].join('\n');
}
