// Posts (photos and files) and comments on pins and tasks.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';

export const POST_TYPES = ['Visuals', 'Audio', 'Documents'] as const;

/** A file of a post. The blob is complete and hashed before any row names it. */
export const postFile = z.strictObject({
  blobId: id,
  name: line(255, 1),
  mime: line(120, 1),
  size: z.int().positive(),
  /** Pixels as shown (after orientation); null for what has none. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});
export type PostFile = z.infer<typeof postFile>;

export const postRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  /** Set when the post belongs to one task of the pin, such as its after-photo. */
  taskId: id.nullable(),
  type: z.enum(POST_TYPES),
  caption: text(1_000),
  files: z.array(postFile).min(1).max(50),
  active: z.boolean(),
  /** When it was taken, where the file says so. */
  takenAt: instant.nullable(),
  createdBy: id,
  createdAt: instant,
});
export type PostRow = z.infer<typeof postRow>;

export const commentRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  taskId: id.nullable(),
  text: text(10_000, 1),
  attachments: z.array(postFile).max(20),
  edited: z.boolean(),
  createdBy: id,
  createdAt: instant,
});
export type CommentRow = z.infer<typeof commentRow>;
