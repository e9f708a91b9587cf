import type { ReportDefinition } from '@plumbline/core/features/reports/definitions';
import { expect, test } from 'vitest';
import { copyOf } from './copy-definition.ts';

const scheduled = (title: string) =>
  ({ title, recipients: ['a@example.org'], schedule: { every: 'day' } }) as unknown as ReportDefinition;

test.each([
  ['Weekly', 'Weekly (2)'],
  ['Weekly (2)', 'Weekly (3)'],
  ['Weekly (north)', 'Weekly (north) (2)'],
  ['x'.repeat(200), `${'x'.repeat(196)} (2)`],
])('the copy of %s is named %s', (title, copy) => {
  expect(copyOf(scheduled(title)).title).toBe(copy);
});

test('a copy has no schedule', () => {
  expect(copyOf(scheduled('Weekly'))).toMatchObject({ schedule: null, recipients: ['a@example.org'] });
});
