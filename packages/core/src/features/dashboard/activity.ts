// Turns a change of a project into an entry of the activity feed. Pure; changes of no interest yield none.
import type { Entity } from '../../site/entities.ts';
import { HISTORY_LABELS } from '../../site/history-fields.ts';

export const ACTIVITY_GROUPS = ['pins', 'tasks', 'media', 'comments', 'plans', 'people', 'project'] as const;
export type ActivityGroup = (typeof ACTIVITY_GROUPS)[number];

/** The entities whose changes make up each group of the feed. */
export const ENTITIES_OF: Readonly<Record<ActivityGroup, readonly Entity[]>> = {
  pins: ['pin'],
  tasks: ['task'],
  media: ['post'],
  comments: ['comment'],
  plans: ['plan', 'revision'],
  people: ['member', 'team'],
  project: ['project', 'category', 'field'],
};

export const ACTIVITY_KINDS = [
  'pinSet',
  'pinClosed',
  'pinReopened',
  'pinInactive',
  'pinMoved',
  'pinChanged',
  'taskGiven',
  'taskStatus',
  'taskHanded',
  'taskDue',
  'taskChanged',
  'photos',
  'sketch',
  'film',
  'recording',
  'files',
  'mediaInactive',
  'mediaChanged',
  'comment',
  'commentEdited',
  'planAdded',
  'folderAdded',
  'planInactive',
  'planChanged',
  'folderInactive',
  'folderChanged',
  'revisionAdded',
  'memberJoined',
  'memberAccepted',
  'memberLeft',
  'memberChanged',
  'teamMade',
  'teamChanged',
  'projectMade',
  'projectChanged',
  'categoryChanged',
  'fieldAdded',
  'fieldChanged',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** The fields that an entry names: those with a label, and two groups of values, which have one each. */
export const ACTIVITY_FIELDS = [
  ...(Object.keys(HISTORY_LABELS) as (keyof typeof HISTORY_LABELS)[]),
  'ratings',
  'fields',
] as const;
export type ActivityField = (typeof ACTIVITY_FIELDS)[number];

type Side = Readonly<Record<string, unknown>>;
export type ActivityChange = { entity: string; before: Side | null; after: Side; actorId?: string | null };
export type ActivityText = {
  kind: ActivityKind;
  text: string;
  from: string | null;
  to: string | null;
  /** What was changed, for kinds that say no more than that. */
  fields: ActivityField[];
};

const MAX_TEXT_LENGTH = 280;
const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const words = (value: unknown): string => (word(value) ?? '').slice(0, MAX_TEXT_LENGTH);
const plain = (kind: ActivityKind, text = ''): ActivityText => ({ kind, text, from: null, to: null, fields: [] });
const between = (kind: ActivityKind, from: unknown, to: unknown): ActivityText => ({
  ...plain(kind),
  ...{ from: word(from), to: word(to) },
});
const changed = ({ before, after }: ActivityChange, field: string): boolean => before !== null && field in after;
const edited = (kind: ActivityKind, change: ActivityChange, text = ''): ActivityText => ({
  ...plain(kind, text),
  fields: ACTIVITY_FIELDS.filter((field) => changed(change, field)),
});
/** Changes of fields that users do not know are no news. */
const ifNamed = (entry: ActivityText): ActivityText | undefined => (entry.fields.length > 0 ? entry : undefined);

function ofPin(change: ActivityChange): ActivityText | undefined {
  if (change.before === null) return plain('pinSet');
  if (changed(change, 'status')) {
    const to = word(change.after.status);
    return plain(to === 'closed' ? 'pinClosed' : to === 'inactive' ? 'pinInactive' : 'pinReopened');
  }
  const moved = ['planId', 'x', 'y', 'modelPosition'].some((field) => changed(change, field));
  return moved ? plain('pinMoved') : ifNamed(edited('pinChanged', change));
}

function ofTask(change: ActivityChange, row: Side): ActivityText | undefined {
  const { before, after } = change;
  // Drafts are not announced; a published draft counts as an assignment.
  if ((before === null && after.status === 'draft') || (before?.status === 'draft' && after.status === 'inactive'))
    return undefined;
  if (before === null || (before.status === 'draft' && changed(change, 'status')))
    return { ...plain('taskGiven', words(after.description)), to: word(after.assigneeId ?? row.assigneeId) };
  if (changed(change, 'status')) return between('taskStatus', before.status, after.status);
  if (changed(change, 'assigneeId')) return { ...plain('taskHanded'), to: word(after.assigneeId) };
  if (changed(change, 'dueDate')) return between('taskDue', before.dueDate, after.dueDate);
  return ifNamed(edited('taskChanged', change));
}

type File = { mime?: unknown; sketch?: unknown };

function ofPost(change: ActivityChange): ActivityText {
  const { before, after } = change;
  if (before !== null) {
    if (changed(change, 'active') && after.active === false) return plain('mediaInactive');
    return edited('mediaChanged', change, words(after.caption));
  }
  const files = Array.isArray(after.files) ? (after.files as File[]) : [];
  const all = (test: (file: File) => boolean): boolean => files.length > 0 && files.every(test);
  const is = (kind: string) => (file: File) => (word(file.mime) ?? '').startsWith(kind);
  const kind: ActivityKind = files.some((file) => file.sketch)
    ? 'sketch'
    : all(is('video/'))
      ? 'film'
      : all(is('audio/'))
        ? 'recording'
        : all(is('image/'))
          ? 'photos'
          : 'files';
  return plain(kind, words(after.caption));
}

/** Fields of a plan that its revisions and pins change. */
const PLAN_UPKEEP: ReadonlySet<string> = new Set(['currentRevisionId', 'updating', 'lastActivity']);

function ofPlan(change: ActivityChange, row: Side): ActivityText | undefined {
  const { before, after } = change;
  const isFolder = row.type === 'Folder';
  if (before === null) return plain(isFolder ? 'folderAdded' : 'planAdded', words(row.name));
  if (Object.keys(after).every((field) => PLAN_UPKEEP.has(field))) return undefined;
  if (changed(change, 'active') && after.active === false)
    return plain(isFolder ? 'folderInactive' : 'planInactive', words(row.name));
  return edited(isFolder ? 'folderChanged' : 'planChanged', change, words(row.name));
}

/** States of people who are not, or no longer, in the project. */
const ABSENT: ReadonlySet<string> = new Set(['removed', 'inactive', 'deactivated']);

function ofMember(change: ActivityChange, row: Side): ActivityText | undefined {
  const name = `${word(row.firstName) ?? ''} ${word(row.lastName) ?? ''}`.trim() || words(row.email);
  const { before, after } = change;
  if (before === null) {
    // Creators of a project are its first members.
    return after.userId === change.actorId && change.actorId ? undefined : plain('memberJoined', name);
  }
  if (changed(change, 'state')) {
    const [was, is] = [word(before.state) ?? '', word(after.state) ?? ''];
    if (ABSENT.has(is)) return plain('memberLeft', name);
    if (ABSENT.has(was)) return plain('memberJoined', name);
    if (is === 'active') return plain('memberAccepted', name);
  }
  // Names and numbers follow a person's account; they are no news of the project.
  return changed(change, 'role') ? { ...between('memberChanged', before.role, after.role), text: name } : undefined;
}

/** Undefined for changes that are not news. `row` is the current row, for values that the change does not contain. */
export function activityOf(change: ActivityChange, row: Side): ActivityText | undefined {
  const created = change.before === null;
  switch (change.entity) {
    case 'pin':
      return ofPin(change);
    case 'task':
      return ofTask(change, row);
    case 'post':
      return ofPost(change);
    case 'comment':
      return plain(created ? 'comment' : 'commentEdited', words(change.after.text ?? row.text));
    case 'plan':
      return ofPlan(change, row);
    case 'revision':
      return created ? { ...plain('revisionAdded', words(row.plan)), to: word(row.version) } : undefined;
    case 'member':
      return ofMember(change, row);
    case 'team':
      return created ? plain('teamMade', words(row.title)) : edited('teamChanged', change, words(row.title));
    case 'project':
      return created ? plain('projectMade', words(row.title)) : edited('projectChanged', change, words(row.title));
    case 'category':
      return created ? undefined : edited('categoryChanged', change, words(row.title));
    case 'field':
      return created ? plain('fieldAdded', words(row.title)) : edited('fieldChanged', change, words(row.title));
    default:
      return undefined;
  }
}
