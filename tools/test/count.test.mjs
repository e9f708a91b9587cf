import { describe, expect, it } from 'vitest';
import { countTests, lastLine, sum } from './count.mjs';

const report = (/** @type {object} */ extra) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...extra,
  });

describe('countTests', () => {
  it('counts passed, failed and skipped tests', () => {
    const failed = {
      name: '/here/pins.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'pins close' },
        { status: 'skipped', fullName: 'pins open' },
      ],
    };
    const count = countTests(
      report({ numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [failed] }),
      1,
      '/here',
    );
    expect(count).toEqual({ passed: 3, failed: 1, skipped: 3, skippedNames: ['pins.test.ts: pins open'] });
  });

  it('counts a file that failed to load as a failure', () => {
    expect(countTests(report({ testResults: [{ status: 'failed', assertionResults: [] }] }), 1).failed).toBe(1);
  });

  it('counts an error outside any test as a failure', () => {
    expect(countTests(report({}), 1).failed).toBe(1);
  });

  it('counts a run without a report as a failure', () => {
    expect(countTests(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('lastLine', () => {
  it('mentions skipped tests only if there are any', () => {
    expect(
      lastLine(
        sum([
          { passed: 1, failed: 0, skipped: 0, skippedNames: [] },
          { passed: 2, failed: 1, skipped: 0, skippedNames: [] },
        ]),
      ),
    ).toBe('3 passed, 1 failed');
    expect(lastLine({ passed: 2, failed: 0, skipped: 1, skippedNames: [] })).toBe('2 passed, 0 failed, 1 skipped');
  });
});
