// A task on a pin: someone is asked to complete something by a due date.
import { z } from 'zod';
import { day, enteredDay, id, instant, line, text } from '../../kernel/text.ts';
import { repeat, repeatInput } from '../values/repeat.ts';

/** The stored status. "Overdue" is derived: an open task whose due date has passed, see status.ts. */
export const TASK_STATUSES = ['draft', 'open', 'rejected', 'done', 'closed', 'inactive'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const ASSIGNEE_TYPES = ['User', 'Contact', 'TeamGroup', 'Various'] as const;

/** Inactive: still in the project, but without a role or suspended. */
export const ASSIGNEE_STATES = ['Active', 'Inactive', 'Removed'] as const;

/** The editable content of a task; all of it may be changed while the task is open. */
export const taskContent = z.strictObject({
  title: line(200),
  description: text(10_000),
  dueDate: day.nullable(),
  /** Days before the due date on which the assignee is reminded. */
  reminderDays: z.int().min(0).max(365).nullable(),
  repeat: repeat.nullable(),
  dependsOn: z.array(id).max(100),
  companyName: line(200),
  craft: line(120),
  subStatus: line(80),
});

/** The content as users enter it. */
export const taskInput = taskContent.extend({ dueDate: enteredDay.nullable(), repeat: repeatInput.nullable() });

export const assignee = z.strictObject({ assigneeType: z.enum(ASSIGNEE_TYPES).nullable(), assigneeId: id.nullable() });

export const taskRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  number: z.int().positive().nullable(),
  status: z.enum(TASK_STATUSES),
  ...taskContent.shape,
  ...assignee.shape,
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
  doneBy: id.nullable(),
  doneAt: instant.nullable(),
});
export type TaskRow = z.infer<typeof taskRow>;
