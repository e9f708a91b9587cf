// Posts (photos and files) and comments on pins and tasks.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';
import { BACKGROUNDS, marks } from '../values/sketch.ts';

export const POST_TYPES = ['Visuals', 'Audio', 'Documents'] as const;

/** A stored file. The blob is complete and hashed before any row names it. */
export const keptFile = z.strictObject({
  blobId: id,
  name: line(255, 1),
  mime: line(120, 1),
  size: z.int().positive(),
  /** Pixels as displayed (after orientation); null if the file has no dimensions. */
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
});
export type StoredFile = z.infer<typeof keptFile>;

/** The marks on an image. The file that carries the sketch is the flattened image; this is its source. */
export const sketch = z.strictObject({
  ground: z.enum(BACKGROUNDS),
  /** The image without marks, as taken; null on blank paper. */
  original: keptFile.nullable(),
  /** Size in pixels of the background, the unit of the marks. */
  width: z.int().positive().max(20_000),
  height: z.int().positive().max(20_000),
  marks,
});
export type Sketch = z.infer<typeof sketch>;

/** A file of a post. Optional fields were added later: older devices omit them. */
export const postFile = z.strictObject({
  ...keptFile.shape,
  /** Duration of a recording, in milliseconds. */
  duration: z.int().positive().optional(),
  /** Still image of a video. */
  poster: keptFile.optional(),
  sketch: sketch.optional(),
});
export type PostFile = z.infer<typeof postFile>;

export const postRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  /** Set if the post belongs to one task of the pin, such as its after-photo. */
  taskId: id.nullable(),
  type: z.enum(POST_TYPES),
  caption: text(1_000),
  files: z.array(postFile).min(1).max(50),
  active: z.boolean(),
  /** When it was taken, if the file says so. */
  takenAt: instant.nullable(),
  createdBy: id,
  createdAt: instant,
});
export type PostRow = z.infer<typeof postRow>;

/** Maximum number of people one comment may mention. */
export const MAX_MENTIONS = 50;

export const commentRow = z.strictObject({
  id,
  projectId: id,
  pinId: id,
  taskId: id.nullable(),
  text: text(10_000, 1),
  attachments: z.array(postFile).max(20),
  /** Members mentioned in the text, without duplicates. */
  mentions: z.array(id).max(MAX_MENTIONS),
  edited: z.boolean(),
  createdBy: id,
  createdAt: instant,
});
export type CommentRow = z.infer<typeof commentRow>;
