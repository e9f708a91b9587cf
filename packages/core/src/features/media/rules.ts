// Who may see posts and comments.
import { can } from '../../access/capabilities.ts';
import type { Actor } from '../../site/actor.ts';
import type { PostFile } from '../../site/rows/media.ts';
import type { ModelRow } from '../../site/rows/models.ts';
import type { PinRow } from '../../site/rows/pins.ts';
import type { RevisionRow } from '../../site/rows/plans.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';
import type { TaskRow } from '../../site/rows/tasks.ts';
import { canSeePin, canSeeTask } from '../../site/visibility.ts';

/** Which posts and comments of a visible pin an actor sees: all, or only those on tasks assigned to the actor. */
export function seesFullPin(actor: Pick<Actor, 'role'>): boolean {
  return can(actor.role, 'post.view', { own: true, assigned: false });
}

/** A post or comment is visible with its pin; one on a task only with that task. `tasks` are the pin's. */
export function canSeeMedia(
  actor: Actor,
  item: { taskId: string | null },
  pin: PinRow,
  tasks: readonly TaskRow[],
): boolean {
  if (!canSeePin(actor, pin, tasks)) return false;
  if (item.taskId === null) return seesFullPin(actor);
  const task = tasks.find((one) => one.id === item.taskId);
  return task !== undefined && canSeeTask(actor, task);
}

const PROJECT_BLOBS = ['pictureBlobId', 'headerLogoBlobId', 'footerLogoBlobId'] as const;
const REVISION_BLOBS = [
  'packBlobId',
  'textBlobId',
  'linesBlobId',
  'thumbBlobId',
  'previewBlobId',
  'originalBlobId',
] as const;

/** The file itself, the still of a video, and the image a sketch was drawn on. */
const blobsOfFile = ({ blobId, poster, sketch }: PostFile): string[] => [
  ...new Set([blobId, ...(poster ? [poster.blobId] : []), ...(sketch?.original ? [sketch.original.blobId] : [])]),
];

/** The blobs a row refers to. */
export function blobsOf(entity: string, row: object): string[] {
  if (entity === 'revision') {
    const revision = row as Pick<RevisionRow, (typeof REVISION_BLOBS)[number]>;
    return REVISION_BLOBS.flatMap((field) => revision[field] ?? []);
  }
  if (entity === 'model') {
    const { packBlobId, originalBlobId } = row as Pick<ModelRow, 'packBlobId' | 'originalBlobId'>;
    return [packBlobId, originalBlobId];
  }
  if (entity === 'project') {
    const project = row as Pick<ProjectRow, (typeof PROJECT_BLOBS)[number]>;
    return PROJECT_BLOBS.flatMap((field) => project[field] ?? []);
  }
  if (entity === 'post' && 'files' in row) return (row.files as PostFile[]).flatMap(blobsOfFile);
  if (entity === 'comment' && 'attachments' in row) return (row.attachments as PostFile[]).flatMap(blobsOfFile);
  return [];
}
