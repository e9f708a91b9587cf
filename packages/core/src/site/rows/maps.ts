// How a plan lies on the ground, and what has been drawn onto it, as rows.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';
import { planCoordinate } from '../geometry/alignment-schema.ts';
import { HALF_WORLD } from '../geometry/mercator.ts';
import { PIN_COLOUR_NAMES } from '../values/pin-colours.ts';

/** Twice the world: plans may lie at its edge, never beyond all reason. */
const entry = z
  .number()
  .min(-2 * HALF_WORLD)
  .max(2 * HALF_WORLD);
const SMALLEST = 1e-6;

export const geoRow = z
  .tuple([entry, entry, entry, entry, entry, entry])
  // Upright, not mirrored: the plan's y runs downwards, the earth's upwards.
  .refine(([a, b, , d, e]) => b * d - a * e > SMALLEST, { error: 'NOT_VALID' });

/** Metres on site that a plan's side may stand for: a detail of a bolt to a whole valley. */
export const sideMetres = z.number().min(0.001).max(1_000_000);

/** How a plan's space lies on the ground; its id is the plan's. */
export const groundRow = z.strictObject({
  id,
  projectId: id,
  /** Where on the earth; null where nobody has said. */
  geo: geoRow.nullable(),
  /** What the whole width and height of plan space are on site, in metres; null where no scale is known. */
  widthM: sideMetres.nullable(),
  heightM: sideMetres.nullable(),
  /** Whose map the picture is made of; to be shown with it. */
  attribution: line(300),
  changedBy: id,
  changedAt: instant,
});
export type GroundRow = z.infer<typeof groundRow>;

export const MARKUP_KINDS = ['line', 'arrow', 'rectangle', 'text', 'freehand', 'distance', 'area'] as const;
export type MarkupKind = (typeof MARKUP_KINDS)[number];
/** Points of one markup. */
export const MAX_POINTS = 500;

/** Something drawn onto a plan. `points` are x and y in plan space by turns. */
export const markupRow = z.strictObject({
  id,
  projectId: id,
  planId: id,
  kind: z.enum(MARKUP_KINDS),
  points: z
    .array(planCoordinate)
    .min(2)
    .max(2 * MAX_POINTS),
  text: text(500),
  colour: z.enum(PIN_COLOUR_NAMES),
  /** False: taken away. */
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type MarkupRow = z.infer<typeof markupRow>;
