// The tests in phases (groupOrder): pure, database, simulator, processes, browser. `npm test` runs one phase after the other.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LANES, LongestFirst } from './e2e/support/lanes.ts';
import { useMemoryFolder } from './tools/test/memory-folder.mjs';
import { PROCESS_TESTS, SIMULATOR_TESTS } from './tools/test/phases.mjs';

useMemoryFolder();

const PURE = { groupOrder: 0 };
const DATABASE = { groupOrder: 1 };
const SIMULATOR = { groupOrder: 2 };
const PROCESSES = { groupOrder: 3 };
const BROWSER = { groupOrder: 4 };

/** One worker per processor, where the default is one less. */
const maxWorkers = availableParallelism();

/** Tests that wait for a database or for other processes a part of the time: one worker more keeps the processors busy. */
const maxWaitingWorkers = maxWorkers + 1;

/** Process tests wait a third of the time, for programs to start and stop and for time limits of the program. */
const maxProcessWorkers = maxWorkers + 2;

/** How long an assertion that is repeated waits for other processes, on a machine that is busy with other work. */
const expect = { poll: { timeout: 30_000 } };

/** For tests with a database, a server or a rendering process. */
const SLOW = { testTimeout: 60_000, hookTimeout: 120_000, expect };

/** A worker loads the program once and not again for each file. */
const isolate = false;

/** In MB. A heap that starts small is marked again and again, which takes a tenth of the processor time of these workers. */
const HEAP_AT_START = 600;

const POSTGRES = 'packages/testkit/src/postgres/setup.ts';

export default defineConfig({
  test: {
    // In the same order every time, as in a new clone: by default, files that failed or took long in the last run go first.
    cache: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'core',
          maxWorkers,
          isolate,
          sequence: PURE,
          include: ['packages/{core,locales}/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          maxWorkers,
          isolate,
          sequence: PURE,
          include: ['packages/web/{src,build}/**/*.test.{ts,tsx}'],
          expect,
        },
      },
      {
        test: {
          name: 'tools',
          maxWorkers,
          isolate,
          sequence: PURE,
          include: ['tools/**/*.test.ts', 'tools/**/*.test.mjs'],
          exclude: PROCESS_TESTS,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          execArgv: [`--initial-old-space-size=${HEAP_AT_START}`],
          maxWorkers: maxWaitingWorkers,
          isolate,
          sequence: DATABASE,
          include: ['packages/server/src/**/*.test.ts'],
          exclude: PROCESS_TESTS,
          ...SLOW,
        },
      },
      {
        test: {
          name: 'testkit',
          execArgv: [`--initial-old-space-size=${HEAP_AT_START}`],
          maxWorkers: maxWaitingWorkers,
          isolate,
          sequence: DATABASE,
          include: ['packages/testkit/src/**/*.test.ts'],
          exclude: [...PROCESS_TESTS, ...SIMULATOR_TESTS],
          globalSetup: [POSTGRES],
          ...SLOW,
        },
      },
      { test: { name: 'simulator', maxWorkers: 1, sequence: SIMULATOR, include: SIMULATOR_TESTS, ...SLOW } },
      {
        test: {
          name: 'processes',
          maxWorkers: maxProcessWorkers,
          isolate,
          sequence: PROCESSES,
          include: PROCESS_TESTS,
          globalSetup: [POSTGRES],
          // Starting a program takes ten times as long on a machine that is busy with other work.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // One worker and one browser per lane.
          maxWorkers: LANES,
          isolate,
          sequence: BROWSER,
          globalSetup: ['e2e/support/setup.ts'],
          setupFiles: ['e2e/support/each-file.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As long as the browser waits for an element.
          expect,
        },
      },
    ],
  },
});
