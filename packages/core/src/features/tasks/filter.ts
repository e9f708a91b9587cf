// The filter language of tasks: the same fields in the URL, in the local list and in the server's query.
import { z } from 'zod';
import { several } from '../../kernel/endpoint.ts';
import { day, id, line } from '../../kernel/text.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import { MAX_ROOM_NAME } from '../../site/rows/plans.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { shownStatus } from './status.ts';

export const taskFilter = z.strictObject({
  /**
   * Words that must all occur in title, description, company, craft or sub-status, the title of the pin, or the number
   * of either with or without `#`.
   */
  search: line(200).optional(),
  status: several(z.enum(['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive'])),
  assignee: several(id),
  creator: several(id),
  plan: several(id),
  /** Rooms of the pins. */
  room: several(line(MAX_ROOM_NAME, 1)),
  pin: several(id),
  company: several(line(200, 1)),
  craft: several(line(120, 1)),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  /** Without a due date. */
  due: z.literal('none').optional(),
});
export type TaskFilter = z.output<typeof taskFilter>;

export const TASK_SORTS = ['number', 'title', 'status', 'dueDate', 'createdAt', 'changedAt'] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

const among = <T>(requested: readonly T[] | undefined, value: T | null): boolean =>
  requested === undefined || requested.length === 0 || (value !== null && requested.includes(value));

/** The fields of a task's pin that filters need. */
export type PinOfTask = Pick<PinRow, 'planId' | 'title' | 'number' | 'room'>;

/**
 * The text that a task is searched by, in lower case; it includes the title and number of its pin. The server stores it
 * as `search_text`.
 */
export function taskSearchText(task: TaskRow, pin: Pick<PinRow, 'title' | 'number'>): string {
  const { title, description, companyName, craft, subStatus, number } = task;
  const own = [title, description, companyName, craft, subStatus, `#${number ?? ''}`];
  return [...own, pin.title, `#${pin.number ?? ''}`].join('\n').toLowerCase();
}

function hasWords(task: TaskRow, pin: PinOfTask, search: string): boolean {
  const text = taskSearchText(task, pin);
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

/** `today` is YYYY-MM-DD in the project's zone. */
export function matchesTask(filter: TaskFilter, task: TaskRow, pin: PinOfTask, today: string): boolean {
  if (!among(filter.status, shownStatus(task, today)) || !among(filter.assignee, task.assigneeId)) return false;
  if (!among(filter.creator, task.createdBy) || !among(filter.pin, task.pinId)) return false;
  if (!among(filter.plan, pin.planId) || !among(filter.craft, task.craft)) return false;
  if (!among(filter.company, task.companyName) || !among(filter.room, pin.room)) return false;
  if (filter.dueFrom && (task.dueDate === null || task.dueDate < filter.dueFrom)) return false;
  if (filter.dueTo && (task.dueDate === null || task.dueDate > filter.dueTo)) return false;
  if (filter.due && task.dueDate !== null) return false;
  return !filter.search || hasWords(task, pin, filter.search);
}
