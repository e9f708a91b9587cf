// A version of a building model as a row: its file and its storeys, each with the plan that was drawn from it.
import { z } from 'zod';
import { id, instant, line } from '../../kernel/text.ts';
import { drawingFrame, modelMetres, modelPoint } from '../geometry/drawing-frame.ts';
import { located } from '../geometry/model-location.ts';

/** Global ids of IFC: 22 characters that stay with an element from version to version. */
export const globalId = line(64, 1);

export const MOST_STOREYS = 500;

export const modelStorey = z.strictObject({
  globalId,
  name: line(200),
  /** Height of the floor in the model, in metres. */
  elevation: modelMetres,
  /** The plan that shows the storey; null where none was wanted. */
  planId: id.nullable(),
  /** What the plan's own space, the sheet of its first revision, shows of the model. */
  frame: drawingFrame,
});
export type ModelStorey = z.infer<typeof modelStorey>;

export const modelRow = z.strictObject({
  id,
  projectId: id,
  /** The folder of the plan tree that the model stands for; its storeys are the plans in it. */
  planId: id,
  version: line(40, 1),
  /** What positions in the file's geometry are counted from, so that they stay exact far from zero. */
  origin: modelPoint,
  /** Lowest first. */
  storeys: z.array(modelStorey).max(MOST_STOREYS),
  elements: z.int().min(0),
  triangles: z.int().min(0),
  /** Elements whose shape could not be made: they are missing. */
  leftOut: z.int().min(0),
  /** Where on the earth its file says that it lies; null where it says nothing. */
  located: located.nullable(),
  /** Blobs: geometry and properties in one file, and the file that was brought. */
  packBlobId: id,
  originalBlobId: id,
  originalName: line(255, 1),
  fileSize: z.int().min(0),
  createdBy: id,
  createdAt: instant,
});
export type ModelRow = z.infer<typeof modelRow>;

/** The version that is shown: the newest. */
export function newestModel<M extends Pick<ModelRow, 'createdAt' | 'id'>>(versions: readonly M[]): M | undefined {
  return [...versions].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))[0];
}
