// The whole suite: checks, then every test; ends with one line that sums both up.
// Arguments go to vitest and leave the checks out: `npm test -- pins`. `--checks-only` is the other half.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './launch/say.mjs';
import { CHECKS } from './test/checks.mjs';
import { countTests, lastLine, sum } from './test/count.mjs';

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
  };
}

/** @param {string[]} args @returns {Promise<import('./test/count.mjs').Count>} */
async function runTests(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const file = path.join(folder, 'report.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const code = await new Promise((resolve) => {
      const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], { cwd: ROOT, stdio: 'inherit' });
      child.on('error', () => resolve(1));
      child.on('close', (exit) => resolve(exit ?? 1));
    });
    let report;
    try {
      report = readFileSync(file, 'utf8');
    } catch {
      // Told as a failure by the count.
    }
    return countTests(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const args = process.argv.slice(2);
const checksOnly = args[0] === '--checks-only';
const counts = [];
if (checksOnly || args.length === 0) for (const check of CHECKS) counts.push(await runCheck(check));
else console.log('checks left out: arguments were given for the tests alone');
if (!checksOnly) counts.push(await runTests(args));
const total = sum(counts);
console.log(lastLine(total));
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
