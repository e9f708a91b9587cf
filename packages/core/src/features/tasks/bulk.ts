// Bulk changes of tasks: permitted changes are made, the rest is skipped and counted.
import { z } from 'zod';
import { can } from '../../access/capabilities.ts';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError } from '../../kernel/errors.ts';
import { enteredDay } from '../../kernel/text.ts';
import type { Actor } from '../../site/actor.ts';
import { manyChanges, manyIds } from '../../site/bulk.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import { assignee, type TaskRow, taskInput } from '../../site/rows/tasks.ts';
import { canSeeTask, taskTarget } from '../../site/visibility.ts';
import { checkAssignee, moveTask, touchPinContent } from './actions.ts';
import { isBlocking } from './dependencies.ts';
import { canEditTask, offeredMoves, statusAfter } from './rules.ts';
import { FINISHING, TASK_LOCKED, TASK_MOVE_NAMES, TASK_MOVES } from './status.ts';

/** Maximum days by which due dates are shifted, in either direction. */
export const MAX_SHIFT_DAYS = 366;

const taskBulkChange = z.strictObject({
  set: taskInput.pick({ dueDate: true, companyName: true, craft: true, subStatus: true }).partial().optional(),
  /** Shifts each task's existing due date by this many days. */
  shiftDays: z.int().min(-MAX_SHIFT_DAYS).max(MAX_SHIFT_DAYS).optional(),
  assignee: assignee.optional(),
  move: z.enum(TASK_MOVE_NAMES).optional(),
});
export type TaskBulkChange = z.output<typeof taskBulkChange>;

/**
 * Why a task is skipped: it or its pin is closed or inactive, no permission, its status does not allow the move, it has
 * no due date to shift, it would have no assignee, or it is blocked by an unfinished task.
 */
export type TaskSkipReason = 'locked' | 'pinLocked' | 'forbidden' | 'status' | 'undated' | 'assignee' | 'waits';

const edits = ({ set, shiftDays }: TaskBulkChange): boolean =>
  Object.keys(set ?? {}).length > 0 || shiftDays !== undefined;

/** Whether the change edits the content of tasks, with or without a status change. */
export const writesTask = (change: TaskBulkChange): boolean => edits(change) || change.assignee !== undefined;

const DAY = 86_400_000;

/** `due` shifted by whole days; undefined outside the years that can be entered. */
function shifted(due: string, days: number): string | undefined {
  return enteredDay.safeParse(new Date(Date.parse(`${due}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)).data;
}

function changedTask(task: TaskRow, { set, shiftDays, assignee: given }: TaskBulkChange): TaskRow {
  const dueDate = set?.dueDate === undefined ? task.dueDate : set.dueDate;
  const moved = dueDate === null || shiftDays === undefined ? dueDate : (shifted(dueDate, shiftDays) ?? dueDate);
  return { ...task, ...dropUndefined(set ?? {}), dueDate: moved, ...given };
}

type PinStatusOf = (pinId: string) => PinRow['status'] | undefined;

function skipReason(actor: Actor, task: TaskRow, change: TaskBulkChange, pin: PinStatusOf): TaskSkipReason | undefined {
  const { move, shiftDays, assignee: given } = change;
  const target = taskTarget(actor, task);
  const next = changedTask(task, change);
  if ((pin(task.pinId) ?? 'open') !== 'open') return 'pinLocked';
  if (edits(change) && !can(actor.role, 'task.edit', target)) return 'forbidden';
  if (given && !can(actor.role, 'task.delegate', target)) return 'forbidden';
  if (writesTask(change) && TASK_LOCKED.includes(task.status)) return 'locked';
  if (shiftDays !== undefined && (next.dueDate === null || next.dueDate === task.dueDate)) return 'undated';
  if (given && given.assigneeId === null && task.status !== 'draft') return 'assignee';
  if (!move) return undefined;
  if (!can(actor.role, TASK_MOVES[move].needs, target)) return 'forbidden';
  if (!(TASK_MOVES[move].from as readonly string[]).includes(task.status)) return 'status';
  return statusAfter(next, move) === 'open' && next.assigneeId === null ? 'assignee' : undefined;
}

/** What this actor may change of at least one of these tasks; closed pins are not considered. */
export function offeredBulkChanges(actor: Actor, tasks: readonly TaskRow[]) {
  const unlocked = tasks.filter((task) => !TASK_LOCKED.includes(task.status));
  return {
    edit: unlocked.some((task) => can(actor.role, 'task.edit', taskTarget(actor, task))),
    assign: unlocked.some((task) => can(actor.role, 'task.delegate', taskTarget(actor, task))),
    moves: new Set(tasks.flatMap((task) => offeredMoves(actor, task))),
  };
}

/** Whether a bulk edit can change any of these tasks. */
export const canBulkEdit = (actor: Actor, tasks: readonly TaskRow[]): boolean =>
  tasks.some((task) => canEditTask(actor, task) || offeredMoves(actor, task).length > 0);

type BulkContext = { pin: PinStatusOf; task: (id: string) => Pick<TaskRow, 'status'> | undefined };

/**
 * The skipped tasks with their reasons; all others are changed. Identical on every device and on the server. A task
 * blocked only by tasks that the same change finishes is finished with them.
 */
export function skippedTasks(
  actor: Actor,
  tasks: readonly TaskRow[],
  change: TaskBulkChange,
  context: BulkContext,
): Map<string, TaskSkipReason> {
  const passed = new Map<string, TaskSkipReason>();
  for (const task of tasks) {
    const why = skipReason(actor, task, change, context.pin);
    if (why) passed.set(task.id, why);
  }
  if (!change.move || !FINISHING.includes(change.move)) return passed;
  const finished = new Set(tasks.map(({ id }) => id).filter((id) => !passed.has(id)));
  const waits = (task: TaskRow) =>
    task.dependsOn.some((id) => {
      const awaited = context.task(id);
      return awaited !== undefined && isBlocking(awaited) && !finished.has(id);
    });
  // A task that cannot be finished blocks others, which may in turn block more.
  for (let before = -1; before !== passed.size; ) {
    before = passed.size;
    for (const task of tasks) {
      if (!finished.has(task.id) || !waits(task)) continue;
      passed.set(task.id, 'waits');
      finished.delete(task.id);
    }
  }
  return passed;
}

async function allowedTasks(
  tx: SiteTx,
  actor: Actor,
  ids: readonly string[],
  change: TaskBulkChange,
): Promise<TaskRow[]> {
  const tasks = (await tx.getMany('task', [...new Set(ids)])).filter((task) => canSeeTask(actor, task));
  const pins = new Map(
    (await tx.getMany('pin', [...new Set(tasks.map((task) => task.pinId))])).map((one) => [one.id, one]),
  );
  const finishes = change.move !== undefined && FINISHING.includes(change.move);
  const awaited = finishes ? await tx.getMany('task', [...new Set(tasks.flatMap((task) => task.dependsOn))]) : [];
  const byId = new Map(awaited.map((task) => [task.id, task]));
  const context: BulkContext = { pin: (pinId) => pins.get(pinId)?.status, task: (taskId) => byId.get(taskId) };
  const passed = skippedTasks(actor, tasks, change, context);
  return tasks.filter((task) => !passed.has(task.id));
}

export const editTasks = defineAction({
  name: 'task.editMany',
  // Each change checks its own permission on each task; an assignee, who marks the task done, may only be able to view
  // it.
  needs: 'task.view',
  input: manyChanges(z.strictObject({ ids: manyIds, ...taskBulkChange.shape })),
  async run(tx, actor, { changes }) {
    let done = 0;
    for (const { ids, ...change } of changes) {
      if (change.assignee) await checkAssignee(tx, change.assignee);
      for (const task of await allowedTasks(tx, actor, ids, change)) {
        const next: TaskRow = { ...changedTask(task, change), changedAt: tx.now() };
        if (change.move) await moveTask(tx, actor, next, change.move);
        else tx.put('task', next);
        if (change.assignee) await touchPinContent(tx, next);
        done += 1;
      }
    }
    // If nothing was permitted, the whole action is refused.
    if (done === 0) throw new AppError('forbidden');
  },
});
