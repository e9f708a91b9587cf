// Pin positions in a building model: where the pins of its
// storeys appear, and where a tap on an element places one. Pure.

import { intoElement, modelPositionAt, pointInFrame } from '@plumbline/core/site/geometry/drawing-frame';
import type { ModelRow, ModelStorey } from '@plumbline/core/site/rows/models';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { BakedStorey } from './engine/bake.ts';
import type { Vec } from './engine/camera.ts';

type Model = Pick<ModelRow, 'origin' | 'storeys'>;

/** Height in metres above the storey's floor at which a pin placed on the drawing appears; the drawing is cut there. */
const CAMERA_HEIGHT_M = 1.1;

/** Relative to the model's origin, like everything drawn; undefined for pins of no storey. */
export function positionOfPin(
  { origin, storeys }: Model,
  pin: Pick<PinRow, 'planId' | 'x' | 'y' | 'modelPosition'>,
): Vec | undefined {
  if (pin.modelPosition)
    return [pin.modelPosition.x - origin[0], pin.modelPosition.y - origin[1], pin.modelPosition.z - origin[2]];
  const storey = storeys.find((one) => one.planId !== null && one.planId === pin.planId);
  if (!storey || pin.x === null || pin.y === null) return undefined;
  const { x, y } = modelPositionAt(storey.frame, { x: pin.x, y: pin.y });
  return [x - origin[0], y - origin[1], storey.elevation + CAMERA_HEIGHT_M - origin[2]];
}

/** The storey of a position, among those with a plan: the element's own, else the highest whose floor is below it. */
export function storeyWithPlan({ origin, storeys }: Model, storey: number, height: number): ModelStorey | undefined {
  const own = storeys[storey];
  if (own?.planId) return own;
  const withPlan = storeys.filter((one) => one.planId !== null);
  return withPlan.findLast((one) => one.elevation - origin[2] <= height + 0.3) ?? withPlan[0];
}

/** Pin position for the action when an element is tapped; undefined when no storey has a plan. */
export function positionOnElement(
  model: Model,
  { baked, storey, element, point }: { baked: BakedStorey; storey: number; element: number; point: Vec },
) {
  const home = storeyWithPlan(model, storey, point[2]);
  if (!home?.planId) return undefined;
  const [ox, oy, oz] = model.origin;
  const place = { x: point[0] + ox, y: point[1] + oy, z: point[2] + oz };
  const [x, y, z] = intoElement(baked.placements.subarray(12 * element, 12 * element + 12), [...point]);
  const globalId = baked.elements[element]?.globalId ?? '';
  return {
    planId: home.planId,
    ...pointInFrame(home.frame, place.x, place.y),
    modelPosition: { ...place, element: globalId ? { globalId, x, y, z } : null },
  };
}
