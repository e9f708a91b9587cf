// Sums up checks and tests in the last line of the run.
import path from 'node:path';

/**
 * `failures` names each failed test or check and says how it failed.
 * @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[], failures: string[] }} Count
 */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] | null }} Assertion */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: Assertion[] }} FileResult */

/** @param {Count[]} counts @returns {Count} */
export function sum(counts) {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      skippedNames: [...all.skippedNames, ...one.skippedNames],
      failures: [...all.failures, ...one.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, skippedNames: [], failures: [] },
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

const MAX_MESSAGE_LINES = 25;

/** The end of the output is often all that is kept of a run, so a message is kept short. @param {string} message */
const shortened = (message) =>
  message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, MAX_MESSAGE_LINES)
    .join('\n  ');

/** @param {FileResult} file */
const isBroken = (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');

/** @param {FileResult} file @param {string} root @returns {string[]} */
function failuresIn(file, root) {
  const name = path.relative(root, file.name);
  if (isBroken(file)) return [`${name}\n  ${shortened(file.message ?? '')}`];
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n  ${shortened(failureMessages?.join('\n') ?? '')}`);
}

/**
 * Reads vitest's JSON report. A file that failed to load, and a run that failed without a failed test (an error outside
 * any test), each count as a failure. So does a missing report.
 * @param {string | undefined} report @param {number} exitCode @param {string} [root] @returns {Count}
 */
export function countTests(report, exitCode, root = '/') {
  if (report === undefined)
    return { passed: 0, failed: 1, skipped: 0, skippedNames: [], failures: ['vitest ended without a report'] };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number, testResults: FileResult[] }} */
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, testResults } = JSON.parse(report);
  const failed = numFailedTests + testResults.filter(isBroken).length;
  const outside = failed === 0 && exitCode !== 0;
  return {
    passed: numPassedTests,
    failed: outside ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    skippedNames: testResults.flatMap((file) => skippedIn(file, root)),
    failures: outside ? ['an error outside any test'] : testResults.flatMap((file) => failuresIn(file, root)),
  };
}
