// Runs vitest for one phase and counts its tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../launch/project.mjs';
import { countTests, sum } from './count.mjs';

const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');

/** @param {string} script @param {string[]} args @param {Record<string, string>} [environment] @returns {Promise<number>} */
const runNode = (script, args, environment = {}) =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit', env });
    child.on('error', () => resolve(1));
    child.on('close', (exit) => resolve(exit ?? 1));
  });

/** @param {string[]} args @param {string} file @param {Record<string, string>} environment @returns {Promise<import('./count.mjs').Count>} */
async function runVitest(args, file, environment) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode(VITEST, ['run', ...reporters, ...args], environment);
  let report;
  try {
    report = readFileSync(file, 'utf8');
  } catch {
    // The count reports it as a failure.
  }
  return countTests(report, code, ROOT);
}

/**
 * Runs the phase with its lanes in parallel. Lanes are shards of the run.
 * @param {import('./phases.mjs').Phase} phase
 * @param {{ filters?: string[], report?: string | undefined }} [options]
 */
export async function runTests({ name, projects, lanes, prepare }, { filters = [], report } = {}) {
  const folder = report ?? mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const prepared = prepare && mkdtempSync(path.join(tmpdir(), 'plumbline-prepared-'));
  const args = [...projects.map((project) => `--project=${project}`), ...filters];
  try {
    if (prepare && prepared && (await runNode(path.join(ROOT, prepare), [prepared])) !== 0)
      return countTests(undefined, 1);
    const environment = prepared ? { PLUMBLINE_PREPARED: prepared } : {};
    return sum(
      await Promise.all(
        Array.from({ length: lanes }, (_, lane) => {
          const shard = lanes > 1 ? [`--shard=${lane + 1}/${lanes}`] : [];
          const file = path.join(folder, lanes > 1 ? `${name}-${lane + 1}.json` : `${name}.json`);
          return runVitest([...args, ...shard], file, environment);
        }),
      ),
    );
  } finally {
    if (prepared) rmSync(prepared, { recursive: true, force: true });
    if (!report) rmSync(folder, { recursive: true, force: true });
  }
}
