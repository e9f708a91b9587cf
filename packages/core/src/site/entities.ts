// The single list of entities kept in a project, sent to devices and changed by actions.
import type { z } from 'zod';
import type { Tx } from '../kernel/tx.ts';
import { type FieldRow, fieldRow } from './rows/fields.ts';
import { type GroupRow, groupRow } from './rows/groups.ts';
import { type GeoreferenceRow, groundRow, type MarkupRow, markupRow } from './rows/maps.ts';
import { type CommentRow, commentRow, type PostRow, postRow } from './rows/media.ts';
import { type ModelRow, modelRow } from './rows/models.ts';
import { type ContactRow, contactRow, type MemberRow, memberRow, type TeamRow, teamRow } from './rows/people.ts';
import { type PinRow, pinRow } from './rows/pins.ts';
import { type PlanRow, planRow, type RevisionRow, revisionRow } from './rows/plans.ts';
import { type CategoryRow, categoryRow, type ProjectRow, projectRow } from './rows/projects.ts';
import { type SavedViewRow, savedViewRow } from './rows/saved-views.ts';
import { type TaskRow, taskRow } from './rows/tasks.ts';

export type Rows = {
  project: ProjectRow;
  member: MemberRow;
  contact: ContactRow;
  team: TeamRow;
  category: CategoryRow;
  field: FieldRow;
  plan: PlanRow;
  revision: RevisionRow;
  model: ModelRow;
  ground: GeoreferenceRow;
  markup: MarkupRow;
  pin: PinRow;
  task: TaskRow;
  post: PostRow;
  comment: CommentRow;
  group: GroupRow;
  savedView: SavedViewRow;
};
export type Entity = keyof Rows;
/** The transaction that actions run in. */
export type SiteTx = Tx<Rows>;

type Declaration<E extends Entity> = {
  row: z.ZodType<Rows[E]> & z.ZodObject;
  /** Fields `find` may look up by; each store keeps an index for them. */
  indexes: readonly (keyof Rows[E] & string)[];
};

/** Entity → row schema and look-up fields, in order of dependency: a row only refers to rows of earlier entities. */
export const ENTITIES: { readonly [E in Entity]: Declaration<E> } = {
  project: { row: projectRow, indexes: [] },
  member: { row: memberRow, indexes: ['userId', 'projectId'] },
  contact: { row: contactRow, indexes: ['contactId', 'projectId'] },
  team: { row: teamRow, indexes: ['projectId'] },
  category: { row: categoryRow, indexes: ['projectId'] },
  field: { row: fieldRow, indexes: ['projectId'] },
  plan: { row: planRow, indexes: ['projectId', 'parentId'] },
  revision: { row: revisionRow, indexes: ['planId'] },
  model: { row: modelRow, indexes: ['projectId', 'planId'] },
  ground: { row: groundRow, indexes: ['projectId'] },
  markup: { row: markupRow, indexes: ['planId'] },
  pin: { row: pinRow, indexes: ['planId', 'projectId'] },
  task: { row: taskRow, indexes: ['pinId', 'projectId'] },
  post: { row: postRow, indexes: ['pinId'] },
  comment: { row: commentRow, indexes: ['pinId', 'taskId'] },
  group: { row: groupRow, indexes: ['projectId'] },
  savedView: { row: savedViewRow, indexes: ['projectId'] },
};
export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];
