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
        { status: 'failed', fullName: 'pins close', failureMessages: ['expected 1 to be 2\n    at pins.test.ts:5'] },
        { status: 'skipped', fullName: 'pins open' },
      ],
    };
    const count = countTests(
      report({ numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [failed] }),
      1,
      '/here',
    );
    expect(count).toEqual({
      passed: 3,
      failed: 1,
      skipped: 3,
      skippedNames: ['pins.test.ts: pins open'],
      failures: ['pins.test.ts: pins close\n  expected 1 to be 2\n      at pins.test.ts:5'],
    });
  });

  it('counts a file that failed to load as a failure', () => {
    const broken = { name: '/here/pins.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
    expect(countTests(report({ testResults: [broken] }), 1, '/here')).toMatchObject({
      failed: 1,
      failures: ['pins.test.ts\n  no such module'],
    });
  });

  it('counts an error outside any test as a failure', () => {
    expect(countTests(report({}), 1)).toMatchObject({ failed: 1, failures: ['an error outside any test'] });
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
          { passed: 1, failed: 0, skipped: 0, skippedNames: [], failures: [] },
          { passed: 2, failed: 1, skipped: 0, skippedNames: [], failures: [] },
        ]),
      ),
    ).toBe('3 passed, 1 failed');
    expect(lastLine({ passed: 2, failed: 0, skipped: 1, skippedNames: [], failures: [] })).toBe(
      '2 passed, 0 failed, 1 skipped',
    );
  });
});
