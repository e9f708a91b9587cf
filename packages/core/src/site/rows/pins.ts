// A pin: a numbered position on a plan (or without one) that carries all other content.
import { z } from 'zod';
import { id, instant, line, text } from '../../kernel/text.ts';
import { planCoordinate } from '../geometry/alignment-schema.ts';
import { fieldValue } from './fields.ts';
import { MAX_ROOM_NAME } from './plans.ts';

export const PIN_STATUSES = ['open', 'closed', 'inactive'] as const;
export type PinStatus = (typeof PIN_STATUSES)[number];

/** The editable content of a pin; all of it may be changed while the pin is open. */
export const pinContent = z.strictObject({
  title: line(200),
  categoryId: id.nullable(),
  /** Proposed from the position on the plan; may be corrected. */
  room: line(MAX_ROOM_NAME),
  notes: text(10_000),
  tags: z.array(line(60, 1).refine((tag) => !/\s/u.test(tag), { error: 'NOT_VALID' })).max(50),
  /** Rating scale id → level, 1 is the lowest. */
  ratings: z.record(line(40, 1), z.int().min(1).max(10)),
  t1: text(2_000),
  t2: text(2_000),
  t3: text(2_000),
  /** Field id → value; unset fields are absent. */
  fields: z.record(id, fieldValue),
});

export type PinContent = z.infer<typeof pinContent>;

/**
 * A dataset record linked to a pin, with its title at the time of linking, so that it can be read without the dataset.
 */
export const linkedRecord = z.strictObject({ datasetId: id, recordId: id, key: line(200, 1), title: line(400) });
export type LinkedRecord = z.infer<typeof linkedRecord>;

/** Maximum links per pin, of either kind. */
export const MAX_LINKS = 50;

/** Metres in a building model, in the coordinates of its file. */
const modelPlace = { x: z.number(), y: z.number(), z: z.number() };

/** Position of a pin in a building model, in addition to its position on the storey's plan. */
export const pinModelPosition = z.strictObject({
  ...modelPlace,
  /**
   * The element it sits on by its global id, and the position in that element's own space, so that it moves with the
   * element.
   */
  element: z.strictObject({ globalId: line(64, 1), ...modelPlace }).nullable(),
  /** The element is missing from the model's newest version: the pin has kept its position. */
  lost: z.boolean(),
});

export const pinRow = z.strictObject({
  id,
  projectId: id,
  /** Null for a pin without a plan, which then has no position. */
  planId: id.nullable(),
  /** In plan space; a later sheet may extend beyond the first one, whose corners are 0 and 1. */
  x: planCoordinate.nullable(),
  y: planCoordinate.nullable(),
  /** Null for a pin that was never placed on a building model. */
  modelPosition: pinModelPosition.nullable(),
  /** Null until the server has assigned one. */
  number: z.int().positive().nullable(),
  status: z.enum(PIN_STATUSES),
  ...pinContent.shape,
  /** Related pins; shown on both sides. */
  links: z.array(id).max(MAX_LINKS),
  records: z.array(linkedRecord).max(MAX_LINKS),
  createdBy: id,
  createdAt: instant,
  changedAt: instant,
});
export type PinRow = z.infer<typeof pinRow>;
