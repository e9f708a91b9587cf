// Posts and comments on pins and tasks.
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { id, instant, text } from '../../kernel/text.ts';
import { seenPin } from '../pins/seen.ts';
import { type Actor, demand } from '../sync/actor.ts';
import { defineAction } from '../sync/define.ts';
import type { SiteTx } from '../sync/entities.ts';
import { canSeeTask, taskTarget } from '../tasks/rules.ts';
import { POST_TYPES, postFile } from './schema.ts';

/** The pin, and the task where one is named; on a task the right may come from the task alone. */
async function openPlace(
  tx: SiteTx,
  actor: Actor,
  capability: 'post.create' | 'comment.create',
  pinId: string,
  taskId: string | null,
) {
  const { pin, target } = await seenPin(tx, actor, pinId);
  if (pin.status !== 'open') throw new AppError('pin_locked');
  if (taskId === null) {
    // Who is only assigned works on the task, not on the pin as a whole.
    demand(actor, capability, actor.role === 'subcontractor' ? { own: false, assigned: false } : target);
    return;
  }
  const task = await tx.get('task', taskId);
  if (!task || task.pinId !== pinId || !canSeeTask(actor, task)) throw new AppError('not_found');
  demand(actor, capability, taskTarget(actor, task));
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
    await openPlace(tx, actor, 'post.create', input.pinId, input.taskId);
    if (await tx.get('post', input.id)) throw new AppError('already_exists');
    tx.put('post', { ...input, projectId: tx.projectId, active: true, createdBy: actor.userId, createdAt: tx.now() });
  },
});

export const editPost = defineAction({
  name: 'post.edit',
  needs: 'post.edit',
  input: z.strictObject({ id, caption: text(1_000).optional(), active: z.boolean().optional() }),
  async run(tx, actor, { id: postId, caption, active }) {
    const post = await tx.get('post', postId);
    if (!post) throw new AppError('not_found');
    await seenPin(tx, actor, post.pinId);
    demand(actor, 'post.edit', { own: post.createdBy === actor.userId, assigned: false });
    tx.put('post', { ...post, caption: caption ?? post.caption, active: active ?? post.active });
  },
});

export const createComment = defineAction({
  name: 'comment.create',
  needs: 'comment.create',
  input: z.strictObject({
    id,
    pinId: id,
    taskId: id.nullable(),
    text: text(10_000, 1),
    attachments: z.array(postFile).max(20).default([]),
  }),
  async run(tx, actor, input) {
    await openPlace(tx, actor, 'comment.create', input.pinId, input.taskId);
    if (await tx.get('comment', input.id)) throw new AppError('already_exists');
    tx.put('comment', {
      ...input,
      projectId: tx.projectId,
      edited: false,
      createdBy: actor.userId,
      createdAt: tx.now(),
    });
  },
});

export const editComment = defineAction({
  name: 'comment.edit',
  needs: 'comment.edit',
  input: z.strictObject({ id, text: text(10_000, 1) }),
  async run(tx, actor, input) {
    const comment = await tx.get('comment', input.id);
    if (!comment) throw new AppError('not_found');
    await seenPin(tx, actor, comment.pinId);
    demand(actor, 'comment.edit', { own: comment.createdBy === actor.userId, assigned: false });
    tx.put('comment', { ...comment, text: input.text, edited: true });
  },
});
