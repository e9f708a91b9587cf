// Lists of tasks, and the history of a task.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { changeEntry } from '../../site/history.ts';
import { ASSIGNEE_STATES, taskRow } from '../../site/rows/tasks.ts';
import { TASK_SORTS, taskFilter } from './filter.ts';

/** A task as shown in lists. */
export const taskEntry = z.strictObject({
  ...taskRow.shape,
  /** Includes `overdue`, based on today in the project's zone. */
  shownStatus: z.enum(['draft', 'open', 'overdue', 'rejected', 'done', 'closed', 'inactive']),
  assigneeName: z.string().nullable(),
  assigneeState: z.enum(ASSIGNEE_STATES).nullable(),
  createdByName: z.string(),
  pinNumber: z.int().nullable(),
  pinTitle: z.string(),
  planId: id.nullable(),
  planName: z.string().nullable(),
});
export type TaskEntry = z.infer<typeof taskEntry>;

/** Maximum number of companies suggested at once. */
export const MAX_COMPANY_SUGGESTIONS = 100;

const guard = { kind: 'project', needs: 'task.view' } as const;
const oneTask = z.strictObject({ projectId: id, taskId: id });

export const listTasks = endpoint({
  name: 'listTasks',
  summary: 'Lists tasks by filter, sorted and paged',
  method: 'GET',
  path: '/api/tasks-api/projects/:projectId/tasks',
  guard,
  params: z.strictObject({ projectId: id }),
  query: z.strictObject({
    ...paging,
    ...taskFilter.shape,
    sort: z.enum(TASK_SORTS).default('number'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: paged(taskEntry).extend({ /** Whether `totalElements` is exact. */ exact: z.boolean() }),
});

export const getTask = endpoint({
  name: 'getTask',
  summary: 'Gets a task',
  method: 'GET',
  path: '/api/tasks-api/projects/:projectId/tasks/:taskId',
  guard,
  params: oneTask,
  reply: taskEntry,
});

export const taskHistory = endpoint({
  name: 'taskHistory',
  summary: 'Lists the changes of a task and its content, newest first',
  method: 'GET',
  path: '/api/tasks-api/projects/:projectId/tasks/:taskId/history',
  guard,
  params: oneTask,
  query: z.strictObject(paging),
  reply: paged(changeEntry),
});

export const listTaskCompanies = endpoint({
  name: 'listTaskCompanies',
  summary: 'Lists companies of the organisation that can be named on a task, by name',
  method: 'GET',
  path: '/api/tasks-api/projects/:projectId/companies',
  guard: { kind: 'project', needs: 'task.create' },
  params: z.strictObject({ projectId: id }),
  query: z.strictObject({ /** Words that must all occur in the name or the craft. */ search: line(200).optional() }),
  /** The first matches; more are found by searching. */
  reply: z.strictObject({
    companies: z.array(z.strictObject({ name: z.string(), craft: z.string() })).max(MAX_COMPANY_SUGGESTIONS),
  }),
});
