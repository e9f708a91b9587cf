// The actions on tasks.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { enteredDay, id, text } from '../../kernel/text.ts';
import { dayInZone } from '../../kernel/time-zone.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { isAssignableContact, isAssignableMember, isAssignableTeam, isVarious } from '../../site/assignable.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { assignee, type TaskRow, type taskContent, taskInput } from '../../site/rows/tasks.ts';
import { nextOfSeries, nextTaskId } from '../../site/values/repeat.ts';
import { canSeeTask, isUnpublished, taskTarget, visiblePin } from '../../site/visibility.ts';
import { checkDependencies, MAX_DEPENDENCIES, requireDependenciesDone } from './dependencies.ts';
import { statusAfter } from './rules.ts';
import { FINISHING, TASK_LOCKED, TASK_MOVE_NAMES, TASK_MOVES, type TaskMove } from './status.ts';

async function seenTask(tx: SiteTx, actor: Actor, taskId: string): Promise<TaskRow> {
  const task = await tx.get('task', taskId);
  if (!task || !canSeeTask(actor, task)) throw new AppError('not_found');
  return task;
}

async function editableTask(tx: SiteTx, actor: Actor, taskId: string, capability: 'task.edit' | 'task.delegate') {
  const task = await seenTask(tx, actor, taskId);
  requireCapability(actor, capability, taskTarget(actor, task));
  if (TASK_LOCKED.includes(task.status)) throw new AppError('task_locked');
  const pin = await tx.get('pin', task.pinId);
  if (pin && pin.status !== 'open') throw new AppError('pin_locked');
  return task;
}

/** Whether the assignee exists and can be assigned tasks now. */
async function isAssignable(tx: SiteTx, type: NonNullable<TaskRow['assigneeType']>, id: string): Promise<boolean> {
  switch (type) {
    case 'User':
      return (await tx.find('member', 'userId', id)).some(isAssignableMember);
    case 'Contact':
      return (await tx.find('contact', 'contactId', id)).some(isAssignableContact);
    case 'TeamGroup': {
      const team = await tx.get('team', id);
      return team !== undefined && isAssignableTeam(team);
    }
    case 'Various':
      return isVarious(id, tx.projectId);
  }
}

/** Refuses an assignee that does not exist or can no longer be assigned tasks. */
export async function checkAssignee(
  tx: SiteTx,
  { assigneeType, assigneeId }: z.output<typeof assignee>,
): Promise<void> {
  if (assigneeType === null && assigneeId === null) return;
  if (assigneeType !== null && assigneeId !== null && (await isAssignable(tx, assigneeType, assigneeId))) return;
  refuseFields({ path: 'assigneeId', outcome: 'UNKNOWN' });
}

/** Anyone who may see the pin through this task must receive it, with all its content, when the assignment changes. */
export async function touchPinContent(tx: SiteTx, task: TaskRow): Promise<void> {
  await tx.touch('pin', task.pinId);
  for (const post of await tx.find('post', 'pinId', task.pinId)) await tx.touch('post', post.id);
  for (const comment of await tx.find('comment', 'pinId', task.pinId)) await tx.touch('comment', comment.id);
}

/**
 * Creates the task that follows a repeating one, once: it has the same id on device and server. It is created when the
 * task is finished, not when its day passes, so that neglected tasks do not pile up.
 */
async function makeNext(tx: SiteTx, task: TaskRow): Promise<void> {
  if (task.repeat === null) return;
  const id = nextTaskId(task.id);
  if (await tx.get('task', id)) return;
  const zone = (await tx.get('project', tx.projectId))?.timezone ?? 'UTC';
  const now = tx.now();
  const next = nextOfSeries(task, dayInZone(new Date(now), zone));
  if (!next) return;
  const row: TaskRow = {
    ...task,
    ...next,
    id,
    number: await tx.nextNumber('task'),
    status: 'open',
    dependsOn: [],
    subStatus: '',
    createdAt: now,
    changedAt: now,
    doneBy: null,
    doneAt: null,
  };
  tx.put('task', row);
  await touchPinContent(tx, row);
}

const EMPTY: z.output<typeof taskContent> = {
  title: '',
  description: '',
  dueDate: null,
  reminderDays: null,
  repeat: null,
  dependsOn: [],
  companyName: '',
  craft: '',
  subStatus: '',
};

export const createTask = defineAction({
  name: 'task.create',
  needs: 'task.create',
  input: z.strictObject({
    id,
    pinId: id,
    draft: z.boolean().default(false),
    ...assignee.shape,
    content: taskInput.partial().default({}),
  }),
  async run(tx, actor, input) {
    requireCapability(actor, 'task.create');
    const { pin } = await visiblePin(tx, actor, input.pinId);
    if (pin.status !== 'open') throw new AppError('pin_locked');
    if (await tx.get('task', input.id)) throw new AppError('already_exists');
    if (!input.draft && input.assigneeId === null) throw new AppError('assignee_needed');
    await checkAssignee(tx, input);
    await checkDependencies(tx, actor, input.id, { before: [], after: input.content.dependsOn ?? [] });
    const task: TaskRow = {
      id: input.id,
      projectId: tx.projectId,
      pinId: pin.id,
      number: await tx.nextNumber('task'),
      status: input.draft ? 'draft' : 'open',
      ...EMPTY,
      description: pin.title,
      ...dropUndefined(input.content),
      assigneeType: input.assigneeType,
      assigneeId: input.assigneeId,
      createdBy: actor.userId,
      createdAt: tx.now(),
      changedAt: tx.now(),
      doneBy: null,
      doneAt: null,
    };
    tx.put('task', task);
    await touchPinContent(tx, task);
  },
});

export const updateTask = defineAction({
  name: 'task.update',
  needs: 'task.edit',
  input: z.strictObject({ id, set: taskInput.partial() }),
  async run(tx, actor, { id: taskId, set }) {
    const task = await editableTask(tx, actor, taskId, 'task.edit');
    if (set.dependsOn) await checkDependencies(tx, actor, taskId, { before: task.dependsOn, after: set.dependsOn });
    tx.put('task', { ...task, ...dropUndefined(set), changedAt: tx.now() });
  },
});

export const dependTask = defineAction({
  name: 'task.depend',
  needs: 'task.edit',
  /** Added and removed individually, so that concurrent additions are both kept. */
  input: z.strictObject({ id, add: z.array(id).max(MAX_DEPENDENCIES), remove: z.array(id).max(MAX_DEPENDENCIES) }),
  async run(tx, actor, { id: taskId, add, remove }) {
    const task = await editableTask(tx, actor, taskId, 'task.edit');
    const before = task.dependsOn;
    const after = [...new Set([...before, ...add])].filter((one) => !remove.includes(one));
    await checkDependencies(tx, actor, taskId, { before, after });
    tx.put('task', { ...task, dependsOn: after, changedAt: tx.now() });
  },
});

export const delegateTask = defineAction({
  name: 'task.delegate',
  needs: 'task.delegate',
  input: z.strictObject({ id, ...assignee.shape }),
  async run(tx, actor, { id: taskId, assigneeType, assigneeId }) {
    const task = await editableTask(tx, actor, taskId, 'task.delegate');
    if (task.status !== 'draft' && assigneeId === null) throw new AppError('assignee_needed');
    await checkAssignee(tx, { assigneeType, assigneeId });
    const next: TaskRow = { ...task, assigneeType, assigneeId, changedAt: tx.now() };
    tx.put('task', next);
    await touchPinContent(tx, next);
  },
});

export const extendTask = defineAction({
  name: 'task.extend',
  needs: 'task.edit',
  input: z.strictObject({ id, dueDate: enteredDay }),
  async run(tx, actor, { id: taskId, dueDate }) {
    const task = await editableTask(tx, actor, taskId, 'task.edit');
    if (task.dueDate !== null && dueDate <= task.dueDate) {
      throw new AppError('invalid_input', { fields: [{ path: 'dueDate', outcome: 'BEFORE_START' }] });
    }
    tx.put('task', { ...task, dueDate, changedAt: tx.now() });
  },
});

/**
 * Moves a task if its status allows it: finishing a repeating task creates the next one, publishing shares it with
 * others.
 */
export async function moveTask(tx: SiteTx, actor: Actor, task: TaskRow, move: TaskMove): Promise<void> {
  const to = statusAfter(task, move);
  const now = tx.now();
  const done =
    move === 'markDone'
      ? { doneBy: actor.userId, doneAt: now }
      : to === 'open' || to === 'rejected'
        ? { doneBy: null, doneAt: null }
        : {};
  const put = task.status === 'draft' && to === 'inactive' ? { assigneeType: null, assigneeId: null } : {};
  const next: TaskRow = { ...task, ...put, status: to, ...done, changedAt: now };
  tx.put('task', next);
  // Leaving the draft status makes the task and its content visible to others.
  if (isUnpublished(task) && !isUnpublished(next)) await touchPinContent(tx, next);
  if (FINISHING.includes(move)) await makeNext(tx, task);
}

export const setTaskStatus = defineAction({
  name: 'task.setStatus',
  needs: 'task.view',
  /** `comment` is stored as a comment on the task, such as the reason of a rejection. */
  input: z.strictObject({
    id,
    move: z.enum(TASK_MOVE_NAMES),
    comment: z.strictObject({ id, text: text(10_000, 1) }).optional(),
  }),
  async run(tx, actor, { id: taskId, move, comment }) {
    const task = await seenTask(tx, actor, taskId);
    const rule = TASK_MOVES[move];
    requireCapability(actor, rule.needs, taskTarget(actor, task));
    if (!(rule.from as readonly string[]).includes(task.status)) throw new AppError('already_changed');
    if (statusAfter(task, move) === 'open' && task.assigneeId === null) throw new AppError('assignee_needed');
    const pin = await tx.get('pin', task.pinId);
    if (pin && pin.status !== 'open') throw new AppError('pin_locked');
    if (FINISHING.includes(move)) await requireDependenciesDone(tx, task);
    await moveTask(tx, actor, task, move);
    if (comment) {
      // An existing id belongs to another comment, which must not be overwritten.
      if (await tx.get('comment', comment.id)) throw new AppError('already_exists');
      tx.put('comment', {
        id: comment.id,
        projectId: tx.projectId,
        pinId: task.pinId,
        taskId,
        text: comment.text,
        attachments: [],
        mentions: [],
        edited: false,
        createdBy: actor.userId,
        createdAt: tx.now(),
      });
    }
  },
});
