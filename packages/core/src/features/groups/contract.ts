// Lists of groups and of the pins in a group. Groups are changed through sync.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { groupRow } from '../../site/rows/groups.ts';
import { listPins } from '../pins/contract.ts';

/** A group as shown in lists. Counts cover what the caller may see. */
export const groupEntry = z.strictObject({
  ...groupRow.omit({ pinIds: true }).shape,
  createdByName: z.string(),
  pins: z.int().min(0),
  /** Whether the count `pins` is exact; above 100 it is not. */
  exact: z.boolean(),
});
export type GroupEntry = z.infer<typeof groupEntry>;

/** `count`: by the number of pins visible to the caller; all above 100 sort alike. */
export const GROUP_SORTS = ['title', 'count', 'createdAt', 'changedAt'] as const;

const BASE = '/api/pins-api/projects/:projectId/groups';
const inProject = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, groupId: id });
const guard = { kind: 'project', needs: 'group.view' } as const;

export const groupQuery = z.strictObject({
  /** Words that must all occur in the title. */
  search: line(200).optional(),
  state: z.enum(['active', 'inactive', 'all']).default('active'),
  sort: z.enum(GROUP_SORTS).default('title'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'Lists the groups of a project, sorted and paged',
  method: 'GET',
  path: BASE,
  guard,
  params: inProject,
  query: z.strictObject({ ...paging, ...groupQuery.shape }),
  reply: paged(groupEntry),
});

export const getGroup = endpoint({
  name: 'getGroup',
  summary: 'Gets a group with its pins or its filter',
  method: 'GET',
  path: `${BASE}/:groupId`,
  guard,
  params: one,
  reply: z.strictObject({ ...groupRow.shape, createdByName: z.string() }),
});

export const listGroupPins = endpoint({
  name: 'listGroupPins',
  summary: 'Lists the pins of a group, filtered, sorted and paged',
  method: 'GET',
  path: `${BASE}/:groupId/pins`,
  guard,
  params: one,
  query: listPins.query,
  reply: listPins.reply,
});
