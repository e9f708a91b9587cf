// Plans, their folders and their revisions as rows.
import { z } from 'zod';
import { day, id, instant, line } from '../../kernel/text.ts';
import { alignment } from '../geometry/alignment-schema.ts';
import { ROTATIONS } from '../geometry/rotation.ts';

export const PLAN_TYPES = ['Plan', 'BimCloud', 'Map'] as const;

/** An entry of the plan tree. Folders have no revision. */
export const planRow = z.strictObject({
  id,
  projectId: id,
  type: z.enum(['Plan', 'Folder']),
  planType: z.enum(PLAN_TYPES),
  parentId: id.nullable(),
  name: line(200, 1),
  sheetNumber: line(40),
  active: z.boolean(),
  /** A revision is being added: pins cannot be placed until it is done. */
  updating: z.boolean(),
  currentRevisionId: id.nullable(),
  createdBy: id,
  createdAt: instant,
  lastActivity: instant,
});
export type PlanRow = z.infer<typeof planRow>;

/** One level of a tile pyramid, in pixels; levels are listed smallest first. */
export const pyramid = z.strictObject({
  width: z.int().positive(),
  height: z.int().positive(),
  tileSize: z.int().positive(),
  levels: z.int().positive(),
});

/** Clockwise rotation in degrees that turns a page or image into the sheet. */
export const turn = z.literal(ROTATIONS);

/** Maximum scale regions of a revision, and corners of a region. */
export const MAX_SCALE_REGIONS = 60;
const MAX_REGION_CORNERS = 60;

/** A part of the sheet with its own scale, usually one view. */
export const scaleRegion = z.strictObject({
  id,
  name: line(80),
  /** Outline on the sheet, not in plan space: alternating x and y. */
  points: z
    .array(z.number().min(0).max(1))
    .min(6)
    .max(2 * MAX_REGION_CORNERS),
  /** The N of 1:N at the sheet's size in points; null for a view that is not to scale. */
  scale: z.number().min(0.01).max(1_000_000).nullable(),
  /** Read from the sheet's text, not confirmed by a person. */
  proposed: z.boolean(),
});
export type ScaleRegion = z.infer<typeof scaleRegion>;

/** Maximum rooms of a sheet, and corners of an outline. */
export const MAX_ROOMS = 500;
export const MAX_ROOM_CORNERS = 64;
export const MAX_ROOM_NAME = 120;

/** A room that a sheet names. Positions are fractions of the sheet. */
export const roomLabel = z.strictObject({
  name: line(MAX_ROOM_NAME, 1),
  /** The box of the name as written: x, y, width, height. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Corners, x and y in turn; empty if the walls are not known. */
  outline: z.array(z.number()).max(2 * MAX_ROOM_CORNERS),
});
export type RoomLabel = z.infer<typeof roomLabel>;

/** A revision: immutable files and the geometry that every pin of the plan relies on. */
export const revisionRow = z.strictObject({
  id,
  projectId: id,
  planId: id,
  version: line(40, 1),
  /** As stated by the drawing; null if it is not known. */
  date: day.nullable(),
  active: z.boolean(),
  pageNumber: z.int().min(1),
  /** In addition to the rotation of the page or image itself. */
  rotation: turn,
  /** Sheet size in points (1/72 inch) after rotation; for images at 72 dpi. */
  widthPt: z.number().positive(),
  heightPt: z.number().positive(),
  pyramid,
  /** From this sheet into plan space; null until a user has aligned a sheet of different dimensions to the plan. */
  alignment: alignment.nullable(),
  /** Archives from before scale regions existed do not have them. */
  scaleRegions: z.array(scaleRegion).max(MAX_SCALE_REGIONS).default([]),
  rooms: z.array(roomLabel).max(MAX_ROOMS),
  /** Blobs: the tile pack, the text layer (null if there is none), two thumbnails, and the uploaded original. */
  packBlobId: id,
  textBlobId: id.nullable(),
  /** Blob with the lines that measuring snaps to; null until they have been read. */
  linesBlobId: id.nullable(),
  thumbBlobId: id,
  previewBlobId: id,
  originalBlobId: id,
  originalName: line(255, 1),
  fileSize: z.int().min(0),
  createdBy: id,
  createdAt: instant,
});
export type RevisionRow = z.infer<typeof revisionRow>;
