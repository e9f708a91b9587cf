// Any list as a spreadsheet file: the same rows in the same order and with the same filter as the list itself.
import { z } from 'zod';
import { ROLES } from '../../access/capabilities.ts';
import { endpoint, flag } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { MEMBER_STATES } from '../../site/rows/people.ts';
import { groupQuery } from '../groups/contract.ts';
import { activityFilter } from '../organisations/activity-log.ts';
import { MEMBER_SORTS } from '../people/listed.ts';
import { listPins } from '../pins/contract.ts';
import { listPlans } from '../plans/contract.ts';
import { listProjects } from '../projects/contract.ts';
import { listTasks } from '../tasks/contract.ts';

export const TABLE_FORMATS = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Maximum rows per file; a longer list is refused, so that a part is never mistaken for the whole. */
export const MAX_EXPORTED_ROWS = 100_000;

const file = {
  format: z.enum(TABLE_FORMATS).default('xlsx'),
  /** Language of column headers and of words in cells. */
  language: line(5, 2).default('en'),
};
const params = z.strictObject({ projectId: id });
const withoutPages = { page: true, size: true } as const;

const SUMMARY = 'as XLSX or CSV, with semicolons in languages with a decimal comma; nothing in it is run as a formula';

export const exportPins = endpoint({
  name: 'exportPins',
  summary: `Exports pins by filter, or those of a group, ${SUMMARY}`,
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/exports/pins',
  guard: { kind: 'project', needs: 'pin.view' },
  params,
  query: z.strictObject({
    ...listPins.query.omit(withoutPages).shape,
    ...file,
    /** Only pins of this group; a manual group in its own order unless another is requested. */
    group: id.optional(),
    asInGroup: flag.optional(),
  }),
  reply: z.void(),
});

export const exportGroups = endpoint({
  name: 'exportGroups',
  summary: `Exports the groups of a project ${SUMMARY}`,
  method: 'GET',
  path: '/api/pins-api/projects/:projectId/exports/groups',
  guard: { kind: 'project', needs: 'group.view' },
  params,
  query: z.strictObject({ ...groupQuery.shape, ...file }),
  reply: z.void(),
});

export const exportTasks = endpoint({
  name: 'exportTasks',
  summary: `Exports tasks by filter ${SUMMARY}`,
  method: 'GET',
  path: '/api/tasks-api/projects/:projectId/exports/tasks',
  guard: { kind: 'project', needs: 'task.view' },
  params,
  query: z.strictObject({ ...listTasks.query.omit(withoutPages).shape, ...file }),
  reply: z.void(),
});

export const exportPlans = endpoint({
  name: 'exportPlans',
  summary: `Exports plans and folders ${SUMMARY}`,
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/exports/plans',
  guard: { kind: 'project', needs: 'plan.view' },
  params,
  query: z.strictObject({ ...listPlans.query.omit(withoutPages).shape, ...file }),
  reply: z.void(),
});

export const exportMarkups = endpoint({
  name: 'exportMarkups',
  summary: `Exports the markups and measurements of a plan, or of all plans of a project, ${SUMMARY}`,
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/exports/markups',
  guard: { kind: 'project', needs: 'plan.view' },
  params,
  query: z.strictObject({ ...file, plan: id.optional() }),
  reply: z.void(),
});

export const exportMembers = endpoint({
  name: 'exportMembers',
  summary: `Exports the members of a project ${SUMMARY}`,
  method: 'GET',
  path: '/api/memberships-api/projects/:projectId/exports/members',
  guard: { kind: 'project', needs: 'member.view' },
  params,
  query: z.strictObject({
    ...file,
    search: line(200).default(''),
    /** Include inactive ones. */
    inactive: flag.default(false),
    role: z.enum(ROLES).optional(),
    state: z.enum(MEMBER_STATES).exclude(['removed']).optional(),
    sort: z.enum(MEMBER_SORTS).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.void(),
});

export const exportActivityLog = endpoint({
  name: 'exportActivityLog',
  summary: `Exports the activity log of the organisation ${SUMMARY}`,
  method: 'GET',
  path: '/api/organisation/exports/activity',
  guard: { kind: 'organisation' },
  query: z.strictObject({ ...activityFilter, ...file }),
  reply: z.void(),
});

export const exportProjects = endpoint({
  name: 'exportProjects',
  summary: `Exports the caller's projects ${SUMMARY}`,
  method: 'GET',
  path: '/api/projects-api/exports/projects',
  guard: { kind: 'user' },
  site: true,
  query: z.strictObject({ ...listProjects.query.omit(withoutPages).shape, ...file }),
  reply: z.void(),
});
