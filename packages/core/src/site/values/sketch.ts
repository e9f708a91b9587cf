// Marks drawn over an image, as data in pixels of that image. The image itself is never changed; a flattened copy with
// the marks is stored beside them for reports and previews.
import { z } from 'zod';
import { id, text } from '../../kernel/text.ts';

/** The colours of marks: distinguishable on photos, on drawings and for colour-blind users. */
export const MARK_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'black', 'white'] as const;
export type MarkColour = (typeof MARK_COLOURS)[number];

/** Pixels; marks may extend beyond the edge, within limits. */
const pixel = z.int().min(-20_000).max(60_000);
const extent = z.int().min(0).max(60_000);
const strokes = { colour: z.enum(MARK_COLOURS), width: z.int().min(1).max(400) };
const box = { x: pixel, y: pixel, width: extent, height: extent };

/** Numbers per freehand line: alternating x and y. */
const MAX_POINTS = 4_000;

const between = { ...strokes, x1: pixel, y1: pixel, x2: pixel, y2: pixel };
const within = { colour: strokes.colour, stroke: strokes.width, ...box };

export const mark = z.discriminatedUnion('kind', [
  z.strictObject({ id, kind: z.literal('arrow'), ...between }),
  z.strictObject({ id, kind: z.literal('line'), ...between }),
  z.strictObject({ id, kind: z.literal('rectangle'), ...within }),
  z.strictObject({ id, kind: z.literal('ellipse'), ...within }),
  z.strictObject({
    id,
    kind: z.literal('freehand'),
    ...strokes,
    points: z
      .array(pixel)
      .min(4)
      .max(MAX_POINTS)
      .refine((points) => points.length % 2 === 0, { error: 'NOT_VALID' }),
  }),
  z.strictObject({
    id,
    kind: z.literal('text'),
    colour: strokes.colour,
    x: pixel,
    y: pixel,
    size: z.int().min(4).max(2_000),
    text: text(500, 1),
  }),
  z.strictObject({
    id,
    kind: z.literal('number'),
    colour: strokes.colour,
    x: pixel,
    y: pixel,
    size: z.int().min(4).max(2_000),
    number: z.int().min(1).max(999),
  }),
  /** Blurs what it covers, such as faces and number plates. */
  z.strictObject({ id, kind: z.literal('blur'), ...box }),
]);
export type Mark = z.infer<typeof mark>;
export type MarkKind = Mark['kind'];

const MAX_MARKS = 300;
/** Numbers in all freehand lines together; keeps a sketch far below the size limit of one edit. */
const MAX_ALL_POINTS = 40_000;

export const marks = z
  .array(mark)
  .min(1)
  .max(MAX_MARKS)
  .refine(
    (all) => all.reduce((sum, one) => sum + (one.kind === 'freehand' ? one.points.length : 0), 0) <= MAX_ALL_POINTS,
    { error: 'TOO_LONG' },
  )
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, { error: 'ALREADY_IN_USE' });

/** The background of a sketch. */
export const BACKGROUNDS = ['photo', 'plan', 'blank'] as const;
export type Background = (typeof BACKGROUNDS)[number];
