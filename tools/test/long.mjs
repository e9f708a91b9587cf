// Tests at sizes that are too slow for every run of the suite, which contains a small version of each. `npm run
// test-long` runs all, `npm run test-long -- kills uploads` only these.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../launch/project.mjs';

/** @typedef {{ about: string, project: string, file: string, environment: Record<string, string> }} LongTest */

/** @type {Record<string, LongTest>} */
export const LONG_TESTS = {
  kills: {
    about: 'the program is killed 50 times during pushes',
    project: 'processes',
    file: 'packages/testkit/src/sync/faults/kill.test.ts',
    environment: { KILLS: '50' },
  },
  rolling: {
    about: 'PostgreSQL crashes and every process is replaced, three times, while devices push',
    project: 'processes',
    file: 'packages/testkit/src/program/faults/rolling-restart.test.ts',
    environment: { ROUNDS: '3' },
  },
  schedules: {
    about: '1,000 random schedules of concurrent edits against PostgreSQL',
    project: 'testkit',
    file: 'packages/testkit/src/sync/schedules/schedule.test.ts',
    environment: { SCHEDULES: '1000' },
  },
  devices: {
    about: '1,000 random schedules of offline devices against PostgreSQL',
    project: 'testkit',
    file: 'packages/testkit/src/sync/devices.test.ts',
    environment: { SCHEDULES: '1000' },
  },
  'browser-kills': {
    about: 'a browser is killed 200 times while it saves pins, tasks, comments and photos',
    project: 'e2e',
    file: 'e2e/devices/browser-kills.test.ts',
    environment: { BROWSER_KILLS: '200' },
  },
  'download-kills': {
    about: 'a browser is killed 100 times in the stages of downloads',
    project: 'e2e',
    file: 'e2e/devices/download-kills.test.ts',
    environment: { DOWNLOAD_KILLS: '100' },
  },
  'offline-walk': {
    about: 'every address of the app without a network, with pictures in offline-walk/',
    project: 'e2e',
    file: 'e2e/devices/offline-walk.test.ts',
    environment: { OFFLINE_WALK_PICTURES: 'offline-walk' },
  },
  webkit: {
    about: 'the app in WebKit, the engine of Safari, as a phone; needs the packages webkit2gtk-driver and xvfb',
    project: 'e2e',
    file: 'e2e/devices/webkit.test.ts',
    environment: { WEBKIT: 'on' },
  },
  backup: {
    about: 'a backup under load with 1,200 edits and 2,000 files, the loss of everything, and its restore',
    project: 'testkit',
    file: 'packages/testkit/src/backups/drill.test.ts',
    environment: { BACKUP_EDITS: '200', BACKUP_FILES: '2000' },
  },
  sets: {
    about: 'a set of 200 pages with a broken one',
    project: 'testkit',
    file: 'packages/testkit/src/interface/plans/plan-sets.test.ts',
    environment: { SET_PAGES: '200' },
  },
  scans: {
    about: '200 scanned pages, read by Tesseract',
    project: 'testkit',
    file: 'packages/testkit/src/interface/markups/scanned-sheets.test.ts',
    environment: { SCANNED_PAGES: '200' },
  },
  uploads: {
    about: 'a file of 1 GB over the worst connection, through 48 cuts and 20 kills',
    project: 'processes',
    file: 'packages/testkit/src/program/uploads.test.ts',
    environment: { FULL_SIZE: 'on' },
  },
  nodes: {
    about:
      'the program is started by the oldest and the newest Node of every supported release, downloaded for the test',
    project: 'processes',
    file: 'tools/launch/launch.test.mjs',
    environment: { NODE_VERSIONS: '18.0.0,18,20.0.0,20,22.0.0,22,24.0.0,24' },
  },
  debian: {
    about: 'the program is started on Debian 12 and 13 with their own Node; needs root and the package debootstrap',
    project: 'processes',
    file: 'tools/launch/launch.test.mjs',
    environment: { DEBIAN_RELEASES: 'bookworm,trixie' },
  },
  build: {
    about: 'two builds of the web application, which must have the same bytes',
    project: 'tools',
    file: 'tools/release/build-twice.test.mjs',
    environment: { BUILD_TWICE: 'on' },
  },
  requests: {
    about: '20,000 random requests to every endpoint',
    project: 'testkit',
    file: 'packages/testkit/src/interface/service/every-endpoint.test.ts',
    environment: { FUZZ_RUNS: '20000' },
  },
};

/** The tests with these names, or all. @param {readonly string[]} names @returns {[string, LongTest][]} */
export function chosen(names) {
  const unknown = names.find((name) => !Object.hasOwn(LONG_TESTS, name));
  if (unknown !== undefined)
    throw new Error(`no long test is called ${unknown}: there are ${Object.keys(LONG_TESTS).join(', ')}`);
  return Object.entries(LONG_TESTS).filter(([name]) => names.length === 0 || names.includes(name));
}

/** @param {LongTest} test */
function passes({ project, file, environment }) {
  const args = [path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', `--project=${project}`, file];
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const failed = [];
  for (const [name, test] of chosen(process.argv.slice(2))) {
    console.log(`${name}: ${test.about}`);
    if (!passes(test)) failed.push(name);
  }
  console.log(failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
