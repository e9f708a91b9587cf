// A version of a building model as a row: its file and its storeys, each with the plan drawn from it.
import { z } from 'zod';
import { id, instant, line } from '../../kernel/text.ts';
import { drawingFrame, modelMetres, modelPoint } from '../geometry/drawing-frame.ts';
import { located } from '../geometry/model-location.ts';

/** IFC global ids: 22 characters that identify an element across versions. */
export const globalId = line(64, 1);

export const MAX_STOREYS = 500;

export const modelStorey = z.strictObject({
  globalId,
  name: line(200),
  /** Height of the floor in the model, in metres. */
  elevation: modelMetres,
  /** The plan that shows the storey; null if none was requested. */
  planId: id.nullable(),
  /** The part of the model covered by the plan's own space, which is the sheet of its first revision. */
  frame: drawingFrame,
});
export type ModelStorey = z.infer<typeof modelStorey>;

export const modelRow = z.strictObject({
  id,
  projectId: id,
  /** The folder of the plan tree that represents the model; its storeys are the plans in it. */
  planId: id,
  version: line(40, 1),
  /** Origin of the positions in the file's geometry, so that they stay exact far from zero. */
  origin: modelPoint,
  /** Lowest first. */
  storeys: z.array(modelStorey).max(MAX_STOREYS),
  elements: z.int().min(0),
  triangles: z.int().min(0),
  /** Number of elements whose geometry could not be built and is missing. */
  leftOut: z.int().min(0),
  /** Where on earth the file says the model is located; null if it does not say. */
  located: located.nullable(),
  /** Blobs: geometry and properties in one file, and the uploaded original. */
  packBlobId: id,
  originalBlobId: id,
  originalName: line(255, 1),
  fileSize: z.int().min(0),
  createdBy: id,
  createdAt: instant,
});
export type ModelRow = z.infer<typeof modelRow>;

/** The version that is displayed: the newest. */
export function newestModel<M extends Pick<ModelRow, 'createdAt' | 'id'>>(versions: readonly M[]): M | undefined {
  return [...versions].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))[0];
}
