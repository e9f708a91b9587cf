// My work: the tasks of all projects that wait for one person, and how they are grouped.
import { z } from 'zod';
import { endpoint, several } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { PIN_STATUSES } from '../../site/rows/pins.ts';
import { ASSIGNEE_TYPES, type TaskRow } from '../../site/rows/tasks.ts';
import { PIN_COLOUR_NAMES } from '../../site/values/pin-colours.ts';
import { planCrop } from '../../site/values/plan-crop.ts';
import { taskEntry } from './contract.ts';
import { TASK_MOVE_NAMES } from './status.ts';

/** Groups of My work, most urgent first. */
export const WORK_GROUPS = ['overdue', 'today', 'week', 'later', 'verify'] as const;
export type WorkGroup = (typeof WORK_GROUPS)[number];

/** The Sunday that ends the week of a day (YYYY-MM-DD). */
function endOfWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + ((7 - date.getUTCDay()) % 7));
  return date.toISOString().slice(0, 10);
}

/** The group of a task; `today` is YYYY-MM-DD in its project's zone. */
export function workGroup({ status, dueDate }: Pick<TaskRow, 'status' | 'dueDate'>, today: string): WorkGroup {
  if (status === 'done') return 'verify';
  if (dueDate === null) return 'later';
  if (dueDate < today) return 'overdue';
  if (dueDate === today) return 'today';
  return dueDate <= endOfWeek(today) ? 'week' : 'later';
}

/** A task and its pin, as the issue card shows them. */
export const issue = z.strictObject({
  ...taskEntry.pick({
    id: true,
    projectId: true,
    pinId: true,
    number: true,
    title: true,
    status: true,
    shownStatus: true,
    dueDate: true,
    assigneeId: true,
    assigneeName: true,
    companyName: true,
    craft: true,
    pinNumber: true,
    pinTitle: true,
    planId: true,
    planName: true,
  }).shape,
  assigneeType: z.enum(ASSIGNEE_TYPES).nullable(),
  /** Of another person, where the reader may see it; otherwise empty. */
  assigneePhone: z.string(),
  /** The beginning of it. */
  description: z.string(),
  projectTitle: z.string(),
  /** The day on site, YYYY-MM-DD. */
  today: z.string(),
  pinStatus: z.enum(PIN_STATUSES),
  /** The room of the pin; empty if it is not known. */
  room: z.string(),
  categoryTitle: z.string().nullable(),
  categoryColour: z.enum(PIN_COLOUR_NAMES).nullable(),
  /** The newest photo of the pin or the task. */
  thumb: z.string().nullable(),
  crop: planCrop.nullable(),
  /** The move that advances the task, if the reader may make it. */
  move: z.enum(TASK_MOVE_NAMES).nullable(),
});
export type Issue = z.infer<typeof issue>;

/** Maximum tasks of one part. */
export const MAX_WORK = 500;

const part = z.strictObject({ content: z.array(issue), /** There are more than were requested. */ more: z.boolean() });

export const listMyWork = endpoint({
  name: 'listMyWork',
  summary: 'Lists the tasks of all projects that the caller must complete or verify',
  method: 'GET',
  path: '/api/tasks-api/my-work',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    /** Maximum tasks of each part. */
    size: z.coerce.number().int().min(1).max(MAX_WORK).default(100),
    project: several(id),
    craft: several(line(120, 1)),
  }),
  reply: z.strictObject({
    /** Unfinished tasks assigned to the caller or one of the caller's teams, the next due first. */
    assigned: part,
    /** Tasks awaiting verification by the caller, the longest waiting first. */
    verify: part,
  }),
});
