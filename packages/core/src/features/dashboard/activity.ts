// Turns a change of a project into an entry of the activity feed. Pure; changes of no interest yield none.
import type { Entity } from '../../site/entities.ts';

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
  'revisionAdded',
  'memberJoined',
  'memberLeft',
  'memberChanged',
  'teamMade',
  'teamChanged',
  'projectMade',
  'projectChanged',
  'categoryChanged',
  'fieldChanged',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

type Side = Readonly<Record<string, unknown>>;
export type ActivityChange = { entity: string; before: Side | null; after: Side; actorId?: string | null };
/** `row` is the current content of the changed row. */
export type ActivityText = { kind: ActivityKind; text: string; from: string | null; to: string | null };

const MAX_TEXT_LENGTH = 280;
const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const words = (value: unknown): string => (word(value) ?? '').slice(0, MAX_TEXT_LENGTH);
const plain = (kind: ActivityKind, text = ''): ActivityText => ({ kind, text, from: null, to: null });
const changed = ({ before, after }: ActivityChange, field: string): boolean => before !== null && field in after;

function ofPin(change: ActivityChange): ActivityText {
  if (change.before === null) return plain('pinSet');
  if (changed(change, 'status')) {
    const to = word(change.after.status);
    return plain(to === 'closed' ? 'pinClosed' : to === 'inactive' ? 'pinInactive' : 'pinReopened');
  }
  const moved = ['planId', 'x', 'y', 'modelPosition'].some((field) => changed(change, field));
  return plain(moved ? 'pinMoved' : 'pinChanged');
}

function ofTask(change: ActivityChange): ActivityText | undefined {
  const { before, after } = change;
  // Drafts are not announced; a published draft counts as an assignment.
  if ((before === null && after.status === 'draft') || (before?.status === 'draft' && after.status === 'inactive'))
    return undefined;
  if (before === null || (before.status === 'draft' && changed(change, 'status')))
    return plain('taskGiven', words(after.description));
  if (changed(change, 'status'))
    return { kind: 'taskStatus', text: '', from: word(before.status), to: word(after.status) };
  if (changed(change, 'assigneeId')) return plain('taskHanded');
  if (changed(change, 'dueDate'))
    return { kind: 'taskDue', text: '', from: word(before.dueDate), to: word(after.dueDate) };
  return plain('taskChanged');
}

type File = { mime?: unknown; sketch?: unknown };

function ofPost(change: ActivityChange): ActivityText {
  const { before, after } = change;
  if (before !== null) {
    if (changed(change, 'active')) return plain(after.active === false ? 'mediaInactive' : 'mediaChanged');
    return plain('mediaChanged', words(after.caption));
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
  if (before === null) return plain(row.type === 'Folder' ? 'folderAdded' : 'planAdded', words(row.name));
  if (Object.keys(after).every((field) => PLAN_UPKEEP.has(field))) return undefined;
  const inactive = changed(change, 'active') && after.active === false;
  return plain(inactive ? 'planInactive' : 'planChanged', words(row.name));
}

function ofMember(change: ActivityChange, row: Side): ActivityText | undefined {
  const name = `${word(row.firstName) ?? ''} ${word(row.lastName) ?? ''}`.trim() || words(row.email);
  if (change.before === null) {
    // Creators of a project are its first members.
    return change.after.userId === change.actorId && change.actorId ? undefined : plain('memberJoined', name);
  }
  if (changed(change, 'state')) {
    const state = change.after.state;
    const gone = state === 'removed' || state === 'inactive' || state === 'deactivated';
    const back = ['removed', 'inactive', 'deactivated'].includes(word(change.before.state) ?? '');
    return plain(gone ? 'memberLeft' : back ? 'memberJoined' : 'memberChanged', name);
  }
  return plain('memberChanged', name);
}

/** Undefined for changes that are not news. `row` is the current row, for values that the change does not contain. */
export function activityOf(change: ActivityChange, row: Side): ActivityText | undefined {
  const created = change.before === null;
  switch (change.entity) {
    case 'pin':
      return ofPin(change);
    case 'task':
      return ofTask(change);
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
      return plain(created ? 'teamMade' : 'teamChanged', words(row.title));
    case 'project':
      return plain(created ? 'projectMade' : 'projectChanged', words(row.title));
    case 'category':
      return created ? undefined : plain('categoryChanged', words(row.title));
    case 'field':
      return plain('fieldChanged', words(row.title));
    default:
      return undefined;
  }
}
