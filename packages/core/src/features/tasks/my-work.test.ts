import { expect, test } from 'vitest';
import { workGroup } from './my-work.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';
const due = (dueDate: string | null, status: 'open' | 'rejected' | 'done' = 'open') =>
  workGroup({ status, dueDate }, TODAY);

test('tasks are grouped by due date; the week ends on Sunday', () => {
  expect(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-29', '2026-11-30', null].map((day) => due(day))).toEqual([
    'overdue',
    'today',
    'week',
    'week',
    'later',
    'later',
  ]);
  expect(workGroup({ status: 'open', dueDate: '2026-11-30' }, '2026-11-29')).toBe('later');
  expect(due('2026-11-24', 'rejected')).toBe('overdue');
});

test('done tasks wait for verification, whatever their due date', () => {
  expect([due('2026-11-24', 'done'), due(null, 'done')]).toEqual(['verify', 'verify']);
});
