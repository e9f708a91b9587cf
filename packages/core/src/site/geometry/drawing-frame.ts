// Where a storey's drawing lies in its building model: model metres ↔ plan space, and how the sheet of a later version
// maps onto the plan. The model's x points to the right of the sheet, its y upwards; z is height. Pure.
import { z } from 'zod';
import type { Alignment, PlanPoint } from './alignment.ts';

/** Bounds of a model coordinate in metres: nothing is built further out, and a millionth of a metre is noise. */
const MAX_COORDINATE_M = 100_000_000;
export const modelMetres = z.number().min(-MAX_COORDINATE_M).max(MAX_COORDINATE_M);

/** A point in a model: metres in the coordinates of its file, which may be far from zero. */
export const modelPoint = z.tuple([modelMetres, modelMetres, modelMetres]);
export type ModelPoint = z.infer<typeof modelPoint>;

/**
 * The part of the model's horizontal plane that a sheet shows: its left edge, its upper edge, and the size of the whole
 * sheet, in metres.
 */
export const drawingFrame = z.strictObject({
  left: modelMetres,
  top: modelMetres,
  widthM: z.number().min(0.001).max(1_000_000),
  heightM: z.number().min(0.001).max(1_000_000),
});
export type DrawingFrame = z.infer<typeof drawingFrame>;

/** The position on the sheet, as fractions, below (or above) a point of the model. */
export function pointInFrame({ left, top, widthM, heightM }: DrawingFrame, x: number, y: number): PlanPoint {
  return { x: (x - left) / widthM, y: (top - y) / heightM };
}

/** The model's x and y at a position on the sheet. */
export function modelPositionAt(
  { left, top, widthM, heightM }: DrawingFrame,
  point: PlanPoint,
): { x: number; y: number } {
  return { x: left + point.x * widthM, y: top - point.y * heightM };
}

/**
 * How a sheet with the frame `sheet` maps onto a plan whose space has the frame `plan`: exact, as both belong to one
 * model.
 */
export function alignFrames(sheet: DrawingFrame, plan: DrawingFrame): Alignment {
  return [
    sheet.widthM / plan.widthM,
    0,
    (sheet.left - plan.left) / plan.widthM,
    0,
    sheet.heightM / plan.heightM,
    (plan.top - sheet.top) / plan.heightM,
  ];
}

/**
 * The placement of an element: the columns of its rotation (three numbers each), then its origin in model metres.
 * Columns have length 1.
 */
export type Placement = ArrayLike<number>;

/** Converts a point from an element's own space to the model. */
export function fromElement(its: Placement, [u, v, w]: ModelPoint): ModelPoint {
  const m = (i: number): number => its[i] ?? 0;
  return [
    m(0) * u + m(3) * v + m(6) * w + m(9),
    m(1) * u + m(4) * v + m(7) * w + m(10),
    m(2) * u + m(5) * v + m(8) * w + m(11),
  ];
}

/** Converts a point of the model to an element's own space. */
export function intoElement(its: Placement, [x, y, z]: ModelPoint): ModelPoint {
  const m = (i: number): number => its[i] ?? 0;
  const [dx, dy, dz] = [x - m(9), y - m(10), z - m(11)];
  return [m(0) * dx + m(1) * dy + m(2) * dz, m(3) * dx + m(4) * dy + m(5) * dz, m(6) * dx + m(7) * dy + m(8) * dz];
}
