// Lists of groups and of the pins in one. Groups are changed by synchronising.
import { z } from 'zod';
import { endpoint, paged, paging } from '../../kernel/endpoint.ts';
import { id, line } from '../../kernel/text.ts';
import { groupRow } from '../../site/rows/groups.ts';
import { listPins } from '../pins/contract.ts';

/** A group as lists show it. Counts are of what the caller may see. */
export const groupEntry = z.strictObject({
  ...groupRow.omit({ pinIds: true }).shape,
  createdByName: z.string(),
  pins: z.int().min(0),
  /** Whether `pins` is the whole truth; above 100 it is not. */
  exact: z.boolean(),
});
export type GroupEntry = z.infer<typeof groupEntry>;

/** `count`: by the pins the caller sees in them; all above 100 are alike. */
export const GROUP_SORTS = ['title', 'count', 'createdAt', 'changedAt'] as const;

const BASE = '/api/pins-api/projects/:projectId/groups';
const inProject = z.strictObject({ projectId: id });
const one = z.strictObject({ projectId: id, groupId: id });
const guard = { kind: 'project', needs: 'group.view' } as const;

export const groupQuery = z.strictObject({
  /** Words that all occur in the title. */
  search: line(200).optional(),
  state: z.enum(['active', 'inactive', 'all']).default('active'),
  sort: z.enum(GROUP_SORTS).default('title'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

export const listGroups = endpoint({
  name: 'listGroups',
  summary: 'Groups of a project, sorted and paged',
  method: 'GET',
  path: BASE,
  guard,
  params: inProject,
  query: z.strictObject({ ...paging, ...groupQuery.shape }),
  reply: paged(groupEntry),
});

export const getGroup = endpoint({
  name: 'getGroup',
  summary: 'One group with its pins or its filter',
  method: 'GET',
  path: `${BASE}/:groupId`,
  guard,
  params: one,
  reply: z.strictObject({ ...groupRow.shape, createdByName: z.string() }),
});

export const listGroupPins = endpoint({
  name: 'listGroupPins',
  summary: 'The pins of a group, filtered, sorted and paged as any list of pins',
  method: 'GET',
  path: `${BASE}/:groupId/pins`,
  guard,
  params: one,
  query: listPins.query,
  reply: listPins.reply,
});
