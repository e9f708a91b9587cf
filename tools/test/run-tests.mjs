// Runs vitest for one phase and counts its tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../launch/project.mjs';
import { countTests } from './count.mjs';

const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');

/** @param {string[]} args @returns {Promise<number>} */
const runVitest = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [VITEST, 'run', ...args], { cwd: ROOT, stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('close', (exit) => resolve(exit ?? 1));
  });

/**
 * @param {import('./phases.mjs').Phase} phase
 * @param {{ filters?: string[], report?: string | undefined }} [options]
 */
export async function runTests({ name, projects }, { filters = [], report: kept } = {}) {
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'plumbline-test-'));
  const file = path.join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const code = await runVitest([...reporters, ...projects.map((project) => `--project=${project}`), ...filters]);
    let report;
    try {
      report = readFileSync(file, 'utf8');
    } catch {
      // The count reports it as a failure.
    }
    return countTests(report, code, ROOT);
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}
