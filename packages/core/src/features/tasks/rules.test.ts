import { describe, expect, it } from 'vitest';
import type { Role } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import { TASK_STATUSES, type TaskRow, type TaskStatus } from '../../site/rows/tasks.ts';
import { exampleTask } from '../../testing/rows.ts';
import { canEditTask, moveTo, undoingMoves } from './rules.ts';
import { TASK_MOVES } from './status.ts';

const [me, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const person = (role: Role): Actor => ({ userId: me, role, teamIds: new Set() });

const task = (status: TaskStatus, change: Partial<TaskRow> = {}): TaskRow =>
  exampleTask({
    id: other,
    pinId: other,
    status,
    assigneeType: 'User',
    assigneeId: other,
    createdBy: other,
    ...change,
  });

describe('the columns a card can be moved to', () => {
  const allowed = (actor: Actor, row: TaskRow) =>
    TASK_STATUSES.flatMap((status) => {
      const move = moveTo(actor, row, status);
      return move ? [`${status} by ${move}`] : [];
    });

  it.each<[TaskStatus, string[]]>([
    ['draft', ['open by publish', 'inactive by deactivate']],
    ['open', ['done by markDone', 'closed by close', 'inactive by deactivate']],
    ['rejected', ['done by markDone', 'closed by close', 'inactive by deactivate']],
    ['done', ['open by reopen', 'rejected by reject', 'closed by close', 'inactive by deactivate']],
    ['closed', ['open by reopen', 'inactive by deactivate']],
    ['inactive', ['open by reopen']],
  ])('from %s, for an administrator', (status, expected) => {
    expect(allowed(person('administrator'), task(status)).sort()).toEqual(expected.sort());
  });

  it.each<[TaskStatus, string[]]>([
    ['open', ['done by markDone']],
    ['rejected', ['done by markDone']],
    ['done', ['open by undone']],
    ['closed', []],
    ['inactive', []],
  ])('from %s, for the assignee', (status, expected) => {
    expect(allowed(person('subcontractor'), task(status, { assigneeId: me }))).toEqual(expected);
    expect(allowed(person('subcontractor'), task(status))).toEqual([]);
    expect(allowed(person('internalViewer'), task(status))).toEqual([]);
  });
});

describe('the undo path', () => {
  const back = (actor: Actor, before: TaskRow, status: TaskStatus) =>
    undoingMoves(actor, before, { ...before, status });

  it.each<[TaskStatus, TaskStatus, string[] | undefined]>([
    ['open', 'done', ['reopen']],
    ['open', 'closed', ['reopen']],
    ['open', 'inactive', ['reopen']],
    ['rejected', 'done', ['reject']],
    ['closed', 'open', ['close']],
    ['rejected', 'closed', undefined],
    ['closed', 'inactive', undefined],
    ['draft', 'open', undefined],
  ])('from %s to %s and back, for an administrator', (before, after, expected) => {
    expect(back(person('administrator'), task(before), after)).toEqual(expected);
  });

  it("never attributes someone else's work to the current user", () => {
    const mine = task('done', { doneBy: me });
    expect(back(person('administrator'), mine, 'open')).toEqual(['markDone']);
    expect(back(person('administrator'), mine, 'closed')).toEqual(['reopen', 'markDone']);
    const theirs = task('done', { doneBy: other });
    expect(back(person('administrator'), theirs, 'open')).toBeUndefined();
    expect(back(person('administrator'), theirs, 'closed')).toBeUndefined();
  });

  it('consists of valid status moves', () => {
    for (const before of TASK_STATUSES) {
      for (const after of TASK_STATUSES) {
        let status: TaskStatus = after;
        for (const move of back(person('administrator'), task(before, { doneBy: me }), after) ?? []) {
          expect(TASK_MOVES[move].from).toContain(status);
          status = TASK_MOVES[move].to;
        }
        if (status !== after) expect(status).toBe(before);
      }
    }
  });
});

it('lets the author and administrators change the due date while the task is open', () => {
  expect(canEditTask(person('contributor'), task('open', { createdBy: me }))).toBe(true);
  expect(canEditTask(person('contributor'), task('open'))).toBe(false);
  expect(canEditTask(person('administrator'), task('done'))).toBe(true);
  for (const status of ['closed', 'inactive'] as const)
    expect(canEditTask(person('administrator'), task(status))).toBe(false);
});
