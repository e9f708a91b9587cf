// The single list of entities kept in a project, sent to devices and changed by actions.
import type { Tx } from '../kernel/tx.ts';
import type { FieldRow } from './rows/fields.ts';
import type { GroupRow } from './rows/groups.ts';
import type { GeoreferenceRow, MarkupRow } from './rows/maps.ts';
import type { CommentRow, PostRow } from './rows/media.ts';
import type { ModelRow } from './rows/models.ts';
import type { ContactRow, MemberRow, TeamRow } from './rows/people.ts';
import type { PinRow } from './rows/pins.ts';
import type { PlanRow, RevisionRow } from './rows/plans.ts';
import type { CategoryRow, ProjectRow } from './rows/projects.ts';
import type { SavedViewRow } from './rows/saved-views.ts';
import type { TaskRow } from './rows/tasks.ts';

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

/**
 * Entity → the fields that `find` may look up by; each store keeps an index for them. In order of dependency: a row only
 * refers to rows of earlier entities.
 */
export const INDEXES: { readonly [E in Entity]: readonly (keyof Rows[E] & string)[] } = {
  project: [],
  member: ['userId', 'projectId'],
  contact: ['contactId', 'projectId'],
  team: ['projectId'],
  category: ['projectId'],
  field: ['projectId'],
  plan: ['projectId', 'parentId'],
  revision: ['planId'],
  model: ['projectId', 'planId'],
  ground: ['projectId'],
  markup: ['planId'],
  pin: ['planId', 'projectId'],
  task: ['pinId', 'projectId'],
  post: ['pinId'],
  comment: ['pinId', 'taskId'],
  group: ['projectId'],
  savedView: ['projectId'],
};
export const ENTITY_NAMES = Object.keys(INDEXES) as Entity[];
