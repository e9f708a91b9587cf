// Checks that the suite is reproducible: runs it several times, and its process and browser phases under CPU load. `npm
// run suite-series -- [runs] [busy runs] [folder]`; finished runs of the same commit count. `--phases=pure,simulator`
// runs only these phases, with and without load.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './launch/project.mjs';

/** @typedef {{ name: string, busy: number, phases: string | undefined }} Plan */
/** @typedef {{ seconds: number, exitCode: number, lastLine: string, slowest: [file: string, seconds: number][] }} Result */

const BUSY_PROCESSES = 4;
/** Ends with this script, however that ends: processes that stayed would slow down every later run. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);';
const BUSY_PHASES = 'processes,browser';
const MAX_LISTED_FILES = 20;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { phases: { type: 'string' } } });
const [runs = 10, busyRuns = 3] = positionals.slice(0, 2).map(Number);
const { phases: only } = values;
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const folder = path.resolve(positionals[2] ?? path.join(tmpdir(), `plumbline-series-${commit}`));

/** @type {Plan[]} */
const plans = [
  ...Array.from({ length: runs }, (_, index) => ({ name: `${only ?? 'whole'} ${index + 1}`, busy: 0, phases: only })),
  ...Array.from({ length: busyRuns }, (_, index) => ({
    name: `${only ?? ''} busy ${index + 1}`.trim(),
    busy: BUSY_PROCESSES,
    phases: only ?? BUSY_PHASES,
  })),
];

/** Starts processes that keep the processors busy until they are stopped. @param {number} count */
function startBusy(count) {
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' }));
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}

/** @param {string} report folder with vitest's reports @returns {[string, number][]} */
function slowestIn(report) {
  /** @type {[string, number][]} */
  const files = globSync('*.json', { cwd: report }).flatMap((name) =>
    JSON.parse(readFileSync(path.join(report, name), 'utf8')).testResults.map(
      (/** @type {{ name: string, startTime: number, endTime: number }} */ file) => [
        path.relative(ROOT, file.name),
        (file.endTime - file.startTime) / 1000,
      ],
    ),
  );
  return files.toSorted(([, one], [, other]) => other - one).slice(0, MAX_LISTED_FILES);
}

/** @param {Plan} plan @returns {Promise<Result>} */
async function runOnce({ name, busy, phases }) {
  const report = path.join(folder, `${name} reports`);
  rmSync(report, { recursive: true, force: true });
  const stop = startBusy(busy);
  const start = performance.now();
  let output = '';
  const args = ['tools/launch.mjs', 'test', `--report=${report}`, ...(phases ? [`--phases=${phases}`] : [])];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ piece) => {
      output += piece;
    });
  try {
    const exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
    const seconds = Math.round((performance.now() - start) / 1000);
    writeFileSync(path.join(folder, `${name}.log`), output);
    const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
    return { seconds, exitCode, lastLine, slowest: slowestIn(report) };
  } finally {
    stop();
  }
}

/** Atomic, so that an interruption never leaves a partial result. @param {string} file @param {Result} result */
function keep(file, result) {
  writeFileSync(`${file}.new`, JSON.stringify(result));
  renameSync(`${file}.new`, file);
}

mkdirSync(folder, { recursive: true });
console.log(`commit ${commit}, results in ${folder}`);
if (execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) !== '')
  throw new Error('there are uncommitted changes: a series tests one commit');
/** @type {[Plan, Result][]} */
const results = [];
for (const plan of plans) {
  const file = path.join(folder, `${plan.name}.json`);
  const known = existsSync(file);
  const result = known ? /** @type {Result} */ (JSON.parse(readFileSync(file, 'utf8'))) : await runOnce(plan);
  if (!known) keep(file, result);
  results.push([plan, result]);
  console.log(`${plan.name}: ${result.lastLine} (${result.seconds} s)${known ? ', from before' : ''}`);
}

const minutes = (/** @type {number} */ seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
console.log('\n| run | busy processes | duration | result | slowest file |\n|---|---|---|---|---|');
for (const [{ name, busy }, { seconds, lastLine, slowest }] of results) {
  const [file, time] = slowest[0] ?? ['', 0];
  console.log(`| ${name} | ${busy} | ${minutes(seconds)} | ${lastLine} | ${file} (${Math.round(time)} s) |`);
}
const [last] = results.filter(([{ busy }]) => busy === 0).toReversed();
if (last) {
  console.log(`\nThe slowest files of ${last[0].name}:\n\n| file | seconds |\n|---|---|`);
  for (const [file, seconds] of last[1].slowest) console.log(`| ${file} | ${seconds.toFixed(1)} |`);
}
process.exitCode = results.every(([, { exitCode }]) => exitCode === 0) ? 0 : 1;
