// The phases of the suite run one after the other, so that timing-sensitive tests never share the processors with
// CPU-intensive ones.
import { availableParallelism } from 'node:os';

/** @typedef {{ name: string, projects: string[], lanes: number, prepare?: string }} Phase `prepare`: a script that fills a folder. */

/**
 * Browser tests run in two lanes: they spend half of the time waiting for the page. Each lane has its own server and
 * browser.
 */
const BROWSER_LANES = Math.min(2, availableParallelism());

/** @type {readonly Phase[]} */
export const PHASES = [
  { name: 'pure', projects: ['core', 'web', 'tools'], lanes: 1 },
  { name: 'database', projects: ['server', 'testkit'], lanes: 1 },
  { name: 'simulator', projects: ['simulator'], lanes: 1 },
  { name: 'processes', projects: ['processes'], lanes: 1 },
  { name: 'browser', projects: ['e2e'], lanes: BROWSER_LANES, prepare: 'e2e/make-demo.ts' },
];

/** Tests that wait for real processes to start, stop or crash: for events, not for a time. */
export const PROCESS_TESTS = [
  'packages/testkit/src/program/**/*.test.ts',
  'packages/testkit/src/sync/faults/{kill,restart}.test.ts',
  'packages/server/src/**/{embedded,isolated,libreoffice,stores-in-trouble}.test.ts',
  'tools/launch/launch.test.mjs',
];

/** Keeps all cores busy. */
export const SIMULATOR_TESTS = ['packages/testkit/src/simulator/simulator.test.ts'];

/** @param {string} name */
export const phaseNamed = (name) => PHASES.find((phase) => phase.name === name);
