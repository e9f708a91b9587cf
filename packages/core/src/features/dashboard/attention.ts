// What needs attention first in a project: who is late, and which tasks have no assignee. Reminders to those who are late.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { day, id } from '../../kernel/text.ts';
import { ASSIGNEE_TYPES } from '../../site/rows/tasks.ts';

/** Maximum assignees listed as late, most overdue tasks first. */
export const MAX_LATE = 50;
/** Maximum tasks one reminder is about, the longest overdue first. */
export const MAX_REMINDED_TASKS = 50;

const count = z.int().min(0);
const params = z.strictObject({ projectId: id });

export const projectAttention = endpoint({
  name: 'projectAttention',
  summary: 'Lists who is late in a project, and counts what needs attention; limited to what the caller may see',
  method: 'GET',
  path: '/api/projects-api/projects/:projectId/attention',
  guard: { kind: 'project', needs: 'task.view' },
  params,
  reply: z.strictObject({
    /** In the project's zone. */
    today: day,
    /** Assignees of overdue tasks. */
    late: z.array(
      z.strictObject({
        assigneeType: z.enum(ASSIGNEE_TYPES).nullable(),
        assigneeId: id.nullable(),
        assigneeName: z.string().nullable(),
        companyName: z.string(),
        tasks: count,
        /** The earliest due date. */
        since: day,
      }),
    ),
    /** Open tasks without a due date. */
    undated: count,
    /** Open pins without an unfinished task. */
    untasked: count,
    /** Pins created since the beginning of yesterday. */
    newPins: count,
  }),
});

export const remindAssignee = endpoint({
  name: 'remindAssignee',
  summary: 'Reminds a member, or the members of a team, of their overdue tasks; at most once a day per task',
  method: 'POST',
  path: '/api/projects-api/projects/:projectId/reminders',
  guard: { kind: 'project', needs: 'task.create' },
  params,
  body: z.strictObject({ assigneeId: id }),
  reply: z.strictObject({ /** Notifications sent; 0 where all were sent earlier today. */ sent: count }),
});
