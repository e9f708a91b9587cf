// The checks besides the tests: each counts as one, fails with the tool's output, or is skipped with a reason.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { askRegistry, checkAdvisories } from '../check-advisories.mjs';
import { checkJourneys } from '../check-journeys.mjs';
import { buildWeb } from '../launch/build-web.mjs';
import { ROOT } from '../launch/project.mjs';

/** @typedef {{ result: 'passed' | 'failed' | 'skipped', output: string }} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Check */

/**
 * Runs a script of an installed package; passes if it exits with 0.
 * @param {string} script @param {string[]} args @returns {Promise<Outcome>}
 */
function script(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT });
    let output = '';
    const collect = (/** @type {Buffer} */ piece) => {
      output += piece;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ result: 'failed', output: String(error) }));
    child.on('close', (code) => resolve({ result: code === 0 ? 'passed' : 'failed', output }));
  });
}

/** @param {string[]} problems @returns {Outcome} */
const outcomeOf = (problems) => ({ result: problems.length === 0 ? 'passed' : 'failed', output: problems.join('\n') });

/**
 * Sources that need the same settings are checked together: what one of them imports is read once. A single thread, because
 * other checks run beside it and its threads would repeat each other's work.
 * @type {Check[]}
 */
const TYPES = Object.entries({
  server: 'tools/test/types-server.json',
  web: 'packages/web',
  journeys: 'tools/test/types-journeys.json',
  core: 'packages/core',
  'service worker': 'packages/web/src/sw',
}).map(([name, config]) => ({
  name: `types: ${name}`,
  run: () => script('node_modules/typescript/bin/tsc', ['-p', config, '--singleThreaded']),
}));

/** @returns {Promise<Outcome>} */
async function registry() {
  const found = await askRegistry();
  return found === undefined ? { result: 'skipped', output: 'registry does not answer' } : outcomeOf(found);
}

/** Rebuilds the WebAssembly modules and compares the bytes; their compiler is as large as all other dependencies of a start. */
async function tileEncoder() {
  const isInstalled = existsSync(path.join(ROOT, 'tools/tile-kernel/node_modules/assemblyscript'));
  if (isInstalled) return script('tools/tile-kernel/build.mjs', ['--check']);
  /** @type {Outcome} */
  const skipped = { result: 'skipped', output: 'compiler missing: run npm ci in tools/tile-kernel' };
  return skipped;
}

const SECRETS = ['--secretlintrc', 'tools/secretlintrc.json', '--secretlintignore', '.gitignore', '**/*'];
const HOSTS = ['--path', 'package-lock.json', '--type', 'npm', '--validate-https', '--allowed-hosts', 'npm'];

/** @type {Check[]} */
export const CHECKS = [
  {
    name: 'format and lint',
    run: () => script('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  },
  ...TYPES,
  { name: 'boundaries', run: () => script('tools/check-boundaries.mjs', []) },
  { name: 'journeys wait', run: async () => outcomeOf(checkJourneys()) },
  { name: 'secrets', run: () => script('node_modules/secretlint/bin/secretlint.js', SECRETS) },
  { name: 'lockfile', run: () => script('node_modules/lockfile-lint/bin/lockfile-lint.js', HOSTS) },
  { name: 'advisories: own list', run: async () => outcomeOf(checkAdvisories()) },
  { name: 'advisories: registry', run: registry },
  { name: 'tile encoder rebuilds', run: tileEncoder },
  {
    name: 'web builds',
    run: () =>
      buildWeb(process.execPath).then(
        () => outcomeOf([]),
        (error) => outcomeOf([String(error)]),
      ),
  },
];
