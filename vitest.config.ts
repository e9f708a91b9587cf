import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests of the server wait for their database half of the time: one worker a processor, where the usual count is one less. */
const maxWorkers = availableParallelism();

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'core', maxWorkers, include: ['packages/{core,locales}/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          maxWorkers,
          include: ['packages/{server,testkit}/src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', maxWorkers, include: ['packages/web/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'tools',
          maxWorkers,
          include: ['tools/**/*.test.ts', 'tools/**/*.test.mjs'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // Last, and one after the other: a browser, the program and its database keep two processors busy.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          globalSetup: ['e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
