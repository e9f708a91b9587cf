// Posts (photos and files) and comments on pins and tasks.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';
import { GROUNDS, marks } from '../values/sketch.ts';

export const POST_TYPES = ['Visuals', 'Audio', 'Documents'] as const;

/** A file that is kept. The blob is complete and hashed before any row names it. */
export const keptFile = z.strictObject({
  blobId: id,
  name: line(255, 1),
  mime: line(120, 1),
  size: z.int().positive(),
  /** Pixels as shown (after orientation); null for what has none. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});
export type KeptFile = z.infer<typeof keptFile>;

/** The marks on a picture. The file that carries it is the flattened picture; this is what it was made of. */
export const sketch = z.strictObject({
  ground: z.enum(GROUNDS),
  /** The picture without marks, as it was taken; null on blank paper. */
  original: keptFile.nullable(),
  /** Pixels of the ground, in which the marks are measured. */
  width: z.int().positive().max(20_000),
  height: z.int().positive().max(20_000),
  marks,
});
export type Sketch = z.infer<typeof sketch>;

/** A file of a post. What is optional came later: devices that do not know it leave it out. */
export const postFile = z.strictObject({
  ...keptFile.shape,
  /** Of a recording: milliseconds. */
  duration: z.int().positive().optional(),
  /** Of a film: a picture out of it. */
  poster: keptFile.optional(),
  sketch: sketch.optional(),
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

/** People one comment turns to. */
export const MAX_MENTIONS = 50;

export const commentRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  taskId: id.nullable(),
  text: text(10_000, 1),
  attachments: z.array(postFile).max(20),
  /** Members the text turns to, each once. */
  mentions: z.array(id).max(MAX_MENTIONS),
  edited: z.boolean(),
  createdBy: id,
  createdAt: instant,
});
export type CommentRow = z.infer<typeof commentRow>;
