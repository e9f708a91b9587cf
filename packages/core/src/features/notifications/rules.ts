// Who is notified of a change: pure, based on the change and its context. Users are not notified of their own actions.
import type { CommentRow } from '../../site/rows/media.ts';
import type { MemberRow } from '../../site/rows/people.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import type { NotificationDetail, NotificationKind } from './kinds.ts';

/** A row of the audit log: the changed fields; `before` is null for a new row. */
export type RelevantChange = {
  entity: string;
  entityId: string;
  actorId: string | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>>;
};

export type ChangeContext = {
  /** The task itself, or the one a comment belongs to, in its current state. */
  task?:
    | Pick<TaskRow, 'id' | 'pinId' | 'number' | 'title' | 'status' | 'assigneeType' | 'assigneeId' | 'createdBy'>
    | undefined;
  /** The pin of the task or the comment. */
  pin?: Pick<PinRow, 'id' | 'planId' | 'number' | 'title' | 'createdBy'> | undefined;
  comment?: Pick<CommentRow, 'text' | 'mentions'> | undefined;
  member?: Pick<MemberRow, 'userId' | 'state'> | undefined;
  /** The user ids of a team. */
  membersOf: (teamId: string) => readonly string[];
};

export type NotificationRequest = { userId: string; kind: NotificationKind; detail: NotificationDetail };

/** Maximum length of a comment's excerpt. */
const MAX_TEXT_LENGTH = 200;

export function notificationsFor(change: RelevantChange, around: ChangeContext): NotificationRequest[] {
  if (change.entity === 'task') return ofTask(change, around);
  if (change.entity === 'comment') return ofComment(change, around);
  if (change.entity === 'member') return ofMember(change, around);
  return [];
}

function ofTask(
  { before, after, actorId }: RelevantChange,
  { task, pin, membersOf }: ChangeContext,
): NotificationRequest[] {
  // Drafts are private to their author.
  if (!task || task.status === 'draft') return [];
  const title = task.title === '' ? (pin?.title ?? '') : task.title;
  const about: NotificationDetail = {
    title,
    number: task.number,
    pinId: task.pinId,
    planId: pin?.planId ?? null,
    taskId: task.id,
  };
  const assignees = assigneesOf(task, membersOf);
  const others = (users: readonly string[]) => unique(users).filter((userId) => userId !== actorId);
  const given = before === null || before.status === 'draft' || 'assigneeId' in after;
  const wishes: NotificationRequest[] = [];
  if (given) {
    for (const userId of others(assignees)) wishes.push({ userId, kind: 'taskAssigned', detail: about });
    if (before === null || before.status === 'draft') return wishes;
  }
  const concerned = others(concernedBy(task, membersOf)).filter(
    (userId) => !wishes.some((wish) => wish.userId === userId),
  );
  if (changed(before, after, 'status')) {
    const detail = { ...about, from: word(before?.status), to: word(after.status) };
    for (const userId of concerned) wishes.push({ userId, kind: 'taskStatus', detail });
  }
  if (changed(before, after, 'dueDate')) {
    const detail = { ...about, from: word(before?.dueDate), to: word(after.dueDate) };
    for (const userId of concerned) wishes.push({ userId, kind: 'taskDue', detail });
  }
  return wishes;
}

function ofComment(
  { before, actorId }: RelevantChange,
  { comment, task, pin, membersOf }: ChangeContext,
): NotificationRequest[] {
  if (before !== null || !comment || !pin || task?.status === 'draft') return [];
  const about: NotificationDetail = {
    title: task ? task.title || pin.title : pin.title,
    number: task ? task.number : pin.number,
    pinId: pin.id,
    planId: pin.planId,
    ...(task && { taskId: task.id }),
    text: comment.text.slice(0, MAX_TEXT_LENGTH),
  };
  const mentioned = unique(comment.mentions).filter((userId) => userId !== actorId);
  const concerned = unique([pin.createdBy, ...(task ? [task.createdBy, ...assigneesOf(task, membersOf)] : [])]).filter(
    (userId) => userId !== actorId && !mentioned.includes(userId),
  );
  return [
    ...mentioned.map((userId): NotificationRequest => ({ userId, kind: 'mention', detail: about })),
    ...concerned.map((userId): NotificationRequest => ({ userId, kind: 'comment', detail: about })),
  ];
}

function ofMember({ before, after, actorId }: RelevantChange, { member }: ChangeContext): NotificationRequest[] {
  if (!member || member.userId === actorId || member.state !== 'active') return [];
  const joined = before === null || changed(before, after, 'state');
  return joined ? [{ userId: member.userId, kind: 'memberInvited', detail: {} }] : [];
}

/** The users whom a task concerns: its assignees and its author. */
export const concernedBy = (
  task: Pick<TaskRow, 'assigneeType' | 'assigneeId' | 'createdBy'>,
  membersOf: ChangeContext['membersOf'],
): string[] => unique([...assigneesOf(task, membersOf), task.createdBy]);

function assigneesOf(
  { assigneeType, assigneeId }: Pick<TaskRow, 'assigneeType' | 'assigneeId'>,
  membersOf: ChangeContext['membersOf'],
): readonly string[] {
  if (assigneeId === null) return [];
  if (assigneeType === 'User') return [assigneeId];
  return assigneeType === 'TeamGroup' ? membersOf(assigneeId) : [];
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];
const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const changed = (before: RelevantChange['before'], after: RelevantChange['after'], field: string): boolean =>
  field in after && after[field] !== before?.[field];
