import { expect, test } from 'vitest';
import type { Role } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { TaskRow, TaskStatus } from '../../site/rows/tasks.ts';
import { exampleTask } from '../../testing/rows.ts';
import { canBulkEdit, offeredBulkChanges } from './bulk.ts';

const [me, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const person = (role: Role): Actor => ({ userId: me, role, teamIds: new Set() });
const task = (status: TaskStatus, assigneeId: string, createdBy = other): TaskRow =>
  exampleTask({ id: other, pinId: other, status, assigneeType: 'User', assigneeId, createdBy });

const offered = (role: Role, ...tasks: TaskRow[]) => {
  const { edit, assign, moves } = offeredBulkChanges(person(role), tasks);
  return { edit, assign, moves: [...moves].sort() };
};

test('a bulk edit offers only what the role may change of the chosen tasks', () => {
  const foreign = task('open', other);
  const assigned = task('open', me);
  expect(offered('administrator', foreign)).toEqual({
    edit: true,
    assign: true,
    moves: ['close', 'deactivate', 'markDone'],
  });
  expect(offered('contributor', foreign)).toEqual({ edit: false, assign: false, moves: [] });
  // An assignee may hand the task on, but not change its due date.
  expect(offered('contributor', foreign, assigned)).toEqual({ edit: false, assign: true, moves: ['markDone'] });
  expect(offered('contributor', task('open', other, me)).edit).toBe(true);
  for (const role of ['internalViewer', 'externalViewer', 'subcontractor'] as const) {
    expect(offered(role, foreign), role).toEqual({ edit: false, assign: false, moves: [] });
    expect(offered(role, assigned), role).toEqual({ edit: false, assign: false, moves: ['markDone'] });
  }
  expect(offered('administrator', task('closed', other))).toEqual({
    edit: false,
    assign: false,
    moves: ['deactivate', 'reopen'],
  });
});

test('tasks are offered for selection where at least one of them can be changed', () => {
  const foreign = task('open', other);
  expect(canBulkEdit(person('administrator'), [foreign])).toBe(true);
  expect(canBulkEdit(person('administrator'), [])).toBe(false);
  for (const role of ['contributor', 'internalViewer', 'externalViewer', 'subcontractor'] as const) {
    expect(canBulkEdit(person(role), [foreign]), role).toBe(false);
    expect(canBulkEdit(person(role), [foreign, task('open', me)]), role).toBe(true);
    expect(canBulkEdit(person(role), [task('closed', me)]), role).toBe(false);
  }
});
