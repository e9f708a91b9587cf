// Sums up checks and tests in the last line of the run.
import path from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[] }} Count */
/** @typedef {{ status: string, fullName: string }} Assertion */
/** @typedef {{ name: string, status: string, assertionResults: Assertion[] }} FileResult */

/** @param {Count[]} counts @returns {Count} */
export function sum(counts) {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      skippedNames: [...all.skippedNames, ...one.skippedNames],
    }),
    { passed: 0, failed: 0, skipped: 0, skippedNames: [] },
  );
}

/** @param {Count} count */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const SKIPPED = new Set(['pending', 'skipped', 'todo']);

/** @param {FileResult} file @param {string} root @returns {string[]} */
const skippedIn = ({ name, assertionResults }, root) =>
  assertionResults
    .filter(({ status }) => SKIPPED.has(status))
    .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`);

/**
 * Reads vitest's JSON report. A file that failed to load, and a run that failed without a failed test (an error outside
 * any test), each count as a failure. So does a missing report.
 * @param {string | undefined} report @param {number} exitCode @param {string} [root] @returns {Count}
 */
export function countTests(report, exitCode, root = '/') {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, skippedNames: [] };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number, testResults: FileResult[] }} */
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults } = JSON.parse(report);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = numFailedTests + broken;
  return {
    passed: numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    skippedNames: testResults.flatMap((file) => skippedIn(file, root)),
  };
}
