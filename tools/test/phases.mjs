// The phases of the suite run one after the other, so that timing-sensitive tests never share the processors with
// CPU-intensive ones.

/** @typedef {{ name: string, projects: string[] }} Phase */

/** @type {readonly Phase[]} */
export const PHASES = [
  { name: 'pure', projects: ['core', 'web', 'tools'] },
  { name: 'database', projects: ['server', 'testkit'] },
  { name: 'simulator', projects: ['simulator'] },
  { name: 'processes', projects: ['processes'] },
  { name: 'browser', projects: ['e2e'] },
];

/** Tests that wait for real processes to start, stop or crash: for events, not for a time. */
export const PROCESS_TESTS = [
  'packages/testkit/src/program/**/*.test.ts',
  'packages/testkit/src/sync/faults/{kill,restart}.test.ts',
  'packages/server/src/**/{embedded,external-program,isolated,libreoffice,ffmpeg,tesseract,failing-stores}.test.ts',
  'tools/launch/launch.test.mjs',
];

/** Keeps all cores busy. */
export const SIMULATOR_TESTS = ['packages/testkit/src/simulator/simulator.test.ts'];

/** @param {string} name */
export const phaseNamed = (name) => PHASES.find((phase) => phase.name === name);
