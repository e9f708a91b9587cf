// Search across projects: plans, pins and tasks that the caller may see in any of them.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { PIN_STATUSES } from '../../site/rows/pins.ts';
import { TASK_STATUSES } from '../../site/rows/tasks.ts';

const place = {
  id,
  projectId: id,
  projectTitle: z.string(),
  /** The plan itself, or that of the pin. */
  planId: id.nullable(),
  planName: z.string().nullable(),
};

export const foundPlan = z.strictObject({ ...place, sheetNumber: z.string() });
export const foundPin = z.strictObject({
  ...place,
  number: z.number().int().nullable(),
  title: z.string(),
  status: z.enum(PIN_STATUSES),
});
export const foundTask = z.strictObject({
  ...place,
  number: z.number().int().nullable(),
  /** Empty if the task is named by its pin. */
  title: z.string(),
  pinTitle: z.string(),
  status: z.enum(TASK_STATUSES),
});
export type FoundPlan = z.infer<typeof foundPlan>;
export type FoundPin = z.infer<typeof foundPin>;
export type FoundTask = z.infer<typeof foundTask>;

/** Fewer characters match too much to be useful. */
export const MIN_SEARCH_LENGTH = 2;
/** Maximum results of each kind. */
export const MAX_FOUND = 50;

const part = <T extends z.ZodType>(found: T) =>
  z.strictObject({ content: z.array(found), /** There are more than were requested. */ more: z.boolean() });

export const searchProjects = endpoint({
  name: 'searchProjects',
  summary: 'Finds plans, pins and tasks in all projects of the caller, most recently changed first',
  method: 'GET',
  path: '/api/projects-api/search',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({
    /** Parts of words, all of which must occur. */
    search: line(200, MIN_SEARCH_LENGTH),
    /** Maximum results of each kind. */
    size: z.coerce.number().int().min(1).max(MAX_FOUND).default(8),
  }),
  reply: z.strictObject({ plans: part(foundPlan), pins: part(foundPin), tasks: part(foundTask) }),
});
