// The georeference of a plan and the markup drawn onto it, as rows.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';
import { planCoordinate } from '../geometry/alignment-schema.ts';
import { HALF_WORLD } from '../geometry/mercator.ts';
import { PIN_COLOUR_NAMES } from '../values/pin-colours.ts';

/** Twice the world: plans may lie at its edge, but not arbitrarily far out. */
const entry = z
  .number()
  .min(-2 * HALF_WORLD)
  .max(2 * HALF_WORLD);
const MIN_DETERMINANT = 1e-6;

export const geoRow = z
  .tuple([entry, entry, entry, entry, entry, entry])
  // Upright, not mirrored: the plan's y runs downwards, the earth's upwards.
  .refine(([a, b, , d, e]) => b * d - a * e > MIN_DETERMINANT, { error: 'NOT_VALID' });

/** Real length in metres of a plan's side: from a detail of a bolt to a whole valley. */
export const sideMetres = z.number().min(0.001).max(1_000_000);

/** Maximum named layers of a plan. */
export const MAX_LAYERS = 40;

/** A named layer of a plan's markups, which everyone sees. */
export const markupLayer = z.strictObject({
  id,
  name: line(80, 1),
  /** Its markups cannot be added to, copied onto or removed. */
  locked: z.boolean(),
  /** False: removed, with what is drawn on it. */
  active: z.boolean(),
  createdBy: id,
});
export type MarkupLayer = z.infer<typeof markupLayer>;

/** The georeference, scale and markup layers of a plan's space; its id is the plan's. */
export const groundRow = z.strictObject({
  id,
  projectId: id,
  /** Where on earth; null if not specified. */
  geo: geoRow.nullable(),
  /** Real width and height of the whole plan space, in metres; null if no scale is known. */
  widthM: sideMetres.nullable(),
  heightM: sideMetres.nullable(),
  /** Attribution of the map the image is made from; must be shown with it. */
  attribution: line(300),
  /** Archives from before layers existed do not have them. */
  layers: z.array(markupLayer).max(MAX_LAYERS).default([]),
  changedBy: id,
  changedAt: instant,
});
export type GeoreferenceRow = z.infer<typeof groundRow>;

export const MARKUP_KINDS = [
  'line',
  'arrow',
  'rectangle',
  'cloud',
  'callout',
  'text',
  'freehand',
  'distance',
  'area',
  'angle',
  'count',
] as const;
export type MarkupKind = (typeof MARKUP_KINDS)[number];
/** Maximum points per markup, and cut-outs of an area. */
export const MAX_POINTS = 500;
const MAX_HOLES = 50;

/** A markup on a plan. `points` alternates x and y in plan space. */
export const markupRow = z.strictObject({
  id,
  projectId: id,
  planId: id,
  kind: z.enum(MARKUP_KINDS),
  points: z
    .array(planCoordinate)
    .min(2)
    .max(2 * MAX_POINTS),
  /** Of an area: the index of the first point of each cut-out, ascending. The points before the first are its outline. */
  holes: z.array(z.int().min(3).max(MAX_POINTS)).max(MAX_HOLES).default([]),
  text: text(500),
  colour: z.enum(PIN_COLOUR_NAMES),
  /** False: only its creator sees it. It can be shared, never the reverse: rows do not become invisible. */
  shared: z.boolean().default(true),
  /** A named layer; null for the layer of its creator, or the one for all if it is shared. */
  layerId: id.nullable().default(null),
  /** False: removed. */
  active: z.boolean(),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type MarkupRow = z.infer<typeof markupRow>;
