// Runs the whole suite: checks, then every test, phase by phase; ends with one line that sums up both.
// `--checks-only` runs only the checks, `--phases=processes,browser` only these phases, `--report=FOLDER` keeps
// vitest's reports. Other arguments go to vitest, without checks and in one run: `npm test -- pins`.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { CHECKS } from './test/checks.mjs';
import { lastLine, sum } from './test/count.mjs';
import { useMemoryFolder } from './test/memory-folder.mjs';
import { PHASES, phaseNamed } from './test/phases.mjs';
import { ownChildSeconds } from './test/processor-time.mjs';
import { runTests } from './test/run-tests.mjs';

/** @param {import('./test/checks.mjs').Check} check */
async function runCheck({ name, run }) {
  const start = performance.now();
  const { result, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (result === 'failed') console.log(output.trimEnd());
  const reason = result === 'skipped' ? `: ${output}` : ` (${seconds} s)`;
  console.log(`${result}  ${name}${reason}`);
  return {
    passed: Number(result === 'passed'),
    failed: Number(result === 'failed'),
    skipped: Number(result === 'skipped'),
    skippedNames: result === 'skipped' ? [`check: ${name}${reason}`] : [],
    failures: result === 'failed' ? [`check: ${name}`] : [],
  };
}

/** Runs as many checks at once as there are processors: most of them use only one. */
async function runChecks() {
  const waiting = CHECKS.values();
  /** @type {import('./test/count.mjs').Count[]} */
  const done = [];
  const runNext = async () => {
    for (const check of waiting) done.push(await runCheck(check));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return done;
}

/** @param {string} names */
const phasesNamed = (names) =>
  names.split(',').map((name) => {
    const phase = phaseNamed(name);
    if (phase) return phase;
    throw new Error(`unknown phase ${name}; available: ${PHASES.map((one) => one.name).join(', ')}`);
  });

/** @type {{ report?: string, phases?: string, checksOnly: boolean, filters: string[] }} */
const options = { checksOnly: false, filters: [] };
for (const arg of process.argv.slice(2)) {
  const [, name, value] = /^--(report|phases)=(.+)$/u.exec(arg) ?? [];
  if (arg === '--checks-only') options.checksOnly = true;
  else if (name === 'report') options.report = value;
  else if (name === 'phases') options.phases = value;
  else options.filters.push(arg);
}
const { report, filters, checksOnly } = options;
useMemoryFolder();
if (report) mkdirSync(report, { recursive: true });
const counts = [];
const everything = filters.length === 0 && options.phases === undefined;
if (checksOnly || everything) counts.push(...(await runChecks()));
else console.log('checks skipped: the arguments select tests');
if (!checksOnly) {
  if (filters.length > 0) counts.push(await runTests({ name: 'selected', projects: [] }, { filters, report }));
  else {
    for (const phase of options.phases ? phasesNamed(options.phases) : PHASES) {
      const [start, before] = [performance.now(), ownChildSeconds()];
      const count = await runTests(phase, { report });
      const seconds = Math.round((performance.now() - start) / 1000);
      const used = Math.round((ownChildSeconds() ?? 0) - (before ?? 0));
      console.log(`phase ${phase.name}: ${lastLine(count)} (${seconds} s, ${used} s of processor time)`);
      counts.push(count);
    }
  }
}
const total = sum(counts);
for (const name of total.skippedNames) console.log(`skipped  ${name}`);
for (const failure of total.failures) console.log(`failed   ${failure}`);
console.log(lastLine(total));
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
