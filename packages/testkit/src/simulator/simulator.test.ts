// The protocol under every kind of trouble at once, and the proof that the simulator would notice if it were broken.
import { expect, test } from 'vitest';
import { DEVICE_FLAWS, type Flaw, SERVER_FLAWS } from './flaws.ts';
import { describe as explain, runSchedules } from './run-schedules.ts';
import { runSchedule } from './world.ts';

/** Schedules of one run. */
const SCHEDULES = 10_000;

test('a schedule is the same each time', async () => {
  const once = await runSchedule({ seed: 7 });
  expect(await runSchedule({ seed: 7 })).toEqual(once);
  expect(once.edits).toBeGreaterThan(0);
});

test(`${SCHEDULES} schedules keep every promise`, { timeout: 600_000 }, async () => {
  const report = await runSchedules(10_000, SCHEDULES);
  const [first] = report.failures;
  expect(first ? await explain(first) : '').toBe('');
  expect(report.ran).toBe(SCHEDULES);
  // Empty schedules would keep every promise as well.
  expect(report.edits).toBeGreaterThan(SCHEDULES * 8);
  expect(report.rejected).toBeGreaterThan(SCHEDULES / 4);
});

/** Seeds tried before a flaw counts as unnoticed. */
const TRIES = 2_000;

async function firstFailure(flaw: Flaw): Promise<number | undefined> {
  for (let seed = 1; seed <= TRIES; seed += 1)
    if ((await runSchedule({ seed, flaws: [flaw] })).violations.length > 0) return seed;
  return undefined;
}

test.each([...SERVER_FLAWS, ...DEVICE_FLAWS])('is noticed: %s', { timeout: 600_000 }, async (flaw) => {
  expect(await firstFailure(flaw), 'the first seed that fails').toBeDefined();
});
