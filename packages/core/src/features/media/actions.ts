// Posts and comments on pins and tasks.
import { z } from 'zod';
import { dropUndefined } from '../../kernel/drop-undefined.ts';
import { AppError } from '../../kernel/errors.ts';
import { id, instant, text } from '../../kernel/text.ts';
import { type Actor, requireCapability } from '../../site/actor.ts';
import { defineAction } from '../../site/define.ts';
import type { SiteTx } from '../../site/entities.ts';
import { keptFile, MAX_MENTIONS, POST_TYPES, type PostFile, postFile } from '../../site/rows/media.ts';
import { marks } from '../../site/values/sketch.ts';
import { canSeeTask, taskTarget, visiblePin } from '../../site/visibility.ts';
import { canSeeMedia } from './rules.ts';

/**
 * The post or comment with its pin. Throws `not_found` for missing and hidden ones alike; one's own post is hidden too
 * once its task belongs to someone else.
 */
async function seenMedia<E extends 'post' | 'comment'>(tx: SiteTx, actor: Actor, entity: E, itemId: string) {
  const item = await tx.get(entity, itemId);
  if (!item) throw new AppError('not_found');
  const { pin, tasks } = await visiblePin(tx, actor, item.pinId);
  if (!canSeeMedia(actor, item, pin, tasks)) throw new AppError('not_found');
  return { item, pin };
}

/** The pin, and the task if one is named; on a task, the permission may come from the task alone. */
async function openTarget(
  tx: SiteTx,
  actor: Actor,
  capability: 'post.create' | 'comment.create',
  pinId: string,
  taskId: string | null,
) {
  const { pin, target } = await visiblePin(tx, actor, pinId);
  if (pin.status !== 'open') throw new AppError('pin_locked');
  if (taskId === null) {
    // A user who is merely assigned works on the task, not on the pin as a whole.
    requireCapability(actor, capability, actor.role === 'subcontractor' ? { own: false, assigned: false } : target);
    return;
  }
  const task = await tx.get('task', taskId);
  if (!task || task.pinId !== pinId || !canSeeTask(actor, task)) throw new AppError('not_found');
  requireCapability(actor, capability, taskTarget(actor, task));
}

export const createPost = defineAction({
  name: 'post.create',
  needs: 'post.create',
  input: z.strictObject({
    id,
    pinId: id,
    taskId: id.nullable(),
    type: z.enum(POST_TYPES),
    caption: text(1_000).default(''),
    files: z.array(postFile).min(1).max(50),
    takenAt: instant.nullable().default(null),
  }),
  async run(tx, actor, input) {
    await openTarget(tx, actor, 'post.create', input.pinId, input.taskId);
    if (await tx.get('post', input.id)) throw new AppError('already_exists');
    tx.put('post', { ...input, projectId: tx.projectId, active: true, createdBy: actor.userId, createdAt: tx.now() });
  },
});

export const editPost = defineAction({
  name: 'post.edit',
  needs: 'post.edit',
  input: z.strictObject({
    id,
    caption: text(1_000).optional(),
    active: z.boolean().optional(),
    /** The task of the same pin it now belongs to, visible to its assignee; null: the pin as a whole. */
    taskId: id.nullable().optional(),
  }),
  async run(tx, actor, { id: postId, caption, active, taskId }) {
    const { item: post } = await seenMedia(tx, actor, 'post', postId);
    requireCapability(actor, 'post.edit', { own: post.createdBy === actor.userId, assigned: false });
    if (taskId !== undefined && taskId !== post.taskId) await openTarget(tx, actor, 'post.create', post.pinId, taskId);
    tx.put('post', { ...post, ...dropUndefined({ caption, active, taskId }) });
  },
});

/** The image a sketch is drawn on, without marks; undefined on blank paper. */
function unmarkedImageOf(file: PostFile): PostFile | undefined {
  if (!file.sketch) return file;
  return file.sketch.original ?? undefined;
}

/**
 * Draws on an image of a post, changes the drawing, or removes it (`flat` null). `blobId` is the image the user saw: if
 * someone else has drawn in the meantime, the newer drawing stays and this one is refused.
 */
export const sketchPost = defineAction({
  name: 'post.sketch',
  needs: 'post.edit',
  input: z.strictObject({
    id,
    blobId: id,
    drawing: z
      .strictObject({
        /** The image with the marks. */
        flat: keptFile,
        width: z.int().positive().max(20_000),
        height: z.int().positive().max(20_000),
        marks,
      })
      .nullable(),
  }),
  async run(tx, actor, { id: postId, blobId, drawing }) {
    const { item: post, pin } = await seenMedia(tx, actor, 'post', postId);
    requireCapability(actor, 'post.edit', { own: post.createdBy === actor.userId, assigned: false });
    if (pin.status !== 'open') throw new AppError('pin_locked');
    const file = post.files.find((one) => one.blobId === blobId);
    if (!file) throw new AppError('drawing_changed');
    const ground = unmarkedImageOf(file);
    // Blank paper without a drawing would leave no image.
    const next = drawing ? withSketch(file, ground, drawing) : ground;
    if (!next) throw new AppError('invalid_input', { fields: [{ path: 'drawing', outcome: 'REQUIRED' }] });
    tx.put('post', { ...post, files: post.files.map((one) => (one === file ? next : one)) });
  },
});

function withSketch(
  file: PostFile,
  ground: PostFile | undefined,
  { flat, ...layer }: { flat: z.infer<typeof keptFile>; width: number; height: number; marks: z.infer<typeof marks> },
): PostFile {
  const original = ground ? plain(ground) : null;
  return { ...flat, sketch: { ground: file.sketch?.ground ?? 'photo', original, ...layer } };
}

/** The file without fields specific to recordings or sketches. */
function plain({ blobId, name, mime, size, width, height }: PostFile): z.infer<typeof keptFile> {
  return { blobId, name, mime, size, width, height };
}

export const createComment = defineAction({
  name: 'comment.create',
  needs: 'comment.create',
  input: z.strictObject({
    id,
    pinId: id,
    taskId: id.nullable(),
    text: text(10_000, 1),
    attachments: z.array(postFile).max(20).default([]),
    mentions: z.array(id).max(MAX_MENTIONS).default([]),
  }),
  async run(tx, actor, input) {
    await openTarget(tx, actor, 'comment.create', input.pinId, input.taskId);
    if (await tx.get('comment', input.id)) throw new AppError('already_exists');
    tx.put('comment', {
      ...input,
      mentions: await members(tx, input.mentions),
      projectId: tx.projectId,
      edited: false,
      createdBy: actor.userId,
      createdAt: tx.now(),
    });
  },
});

/** The users who are active in the project, without duplicates: no one else is notified of a comment. */
async function members(tx: SiteTx, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const active = new Set(
    (await tx.find('member', 'projectId', tx.projectId))
      .filter((member) => member.state === 'active' && member.role !== 'none')
      .map((member) => member.userId),
  );
  return [...new Set(userIds)].filter((userId) => active.has(userId));
}

export const editComment = defineAction({
  name: 'comment.edit',
  needs: 'comment.edit',
  input: z.strictObject({ id, text: text(10_000, 1), mentions: z.array(id).max(MAX_MENTIONS).optional() }),
  async run(tx, actor, input) {
    const { item: comment } = await seenMedia(tx, actor, 'comment', input.id);
    requireCapability(actor, 'comment.edit', { own: comment.createdBy === actor.userId, assigned: false });
    const mentions = input.mentions ? await members(tx, input.mentions) : comment.mentions;
    tx.put('comment', { ...comment, text: input.text, mentions, edited: true });
  },
});
