import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LANES } from './e2e/lanes.ts';

/** Tests of the server wait for their database half of the time: one worker a processor, where the usual count is one less. */
const maxWorkers = availableParallelism();

/** With a database, a server or a rendering process. */
const SLOW = { testTimeout: 60_000, hookTimeout: 120_000 };

/** A worker reads the program once, and not again for each of its files. */
const isolate = false;

/** Journeys share an installation: they go in one order everywhere, whatever took long the last time. */
class JourneysByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = (one: TestSpecification) => one.project.name === 'e2e';
    const sorted = await super.sort(files);
    const journeys = sorted.filter(isJourney).sort((one, other) => one.moduleId.localeCompare(other.moduleId));
    return [...sorted.filter((one) => !isJourney(one)), ...journeys];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: JourneysByName },
    projects: [
      { test: { name: 'core', maxWorkers, isolate, include: ['packages/{core,locales}/src/**/*.test.ts'] } },
      // Looks at the processes it has started: in one that others have worked in there may be more.
      { test: { name: 'server', maxWorkers, include: ['packages/server/src/**/*.test.ts'], ...SLOW } },
      {
        test: {
          name: 'testkit',
          maxWorkers,
          isolate,
          include: ['packages/testkit/src/**/*.test.ts'],
          globalSetup: ['packages/testkit/src/postgres/setup.ts'],
          ...SLOW,
        },
      },
      { test: { name: 'web', maxWorkers, isolate, include: ['packages/web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'tools',
          maxWorkers,
          isolate,
          include: ['tools/**/*.test.ts', 'tools/**/*.test.mjs'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // Last: browsers, programs and databases keep the processors busy.
          maxWorkers: LANES,
          sequence: { groupOrder: 1 },
          globalSetup: ['e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As long as the browser waits for what is to be seen.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
