// Converts between plan space, where pins are stored, and the sheet being shown.
import {
  type Alignment,
  applyTo,
  IDENTITY_ALIGNMENT,
  invert,
  type PlanPoint,
} from '@plumbline/core/site/geometry/alignment';
import { useMemo } from 'react';

export type SheetTransform = { toSheet(point: PlanPoint): PlanPoint; toPlan(point: PlanPoint): PlanPoint };

const IDENTITY: SheetTransform = { toSheet: (point) => point, toPlan: (point) => point };

function sheetTransform(alignment: Alignment | null | undefined): SheetTransform {
  // Most sheets are aligned like the first one: positions need no conversion.
  if (!alignment || alignment.every((part, i) => part === IDENTITY_ALIGNMENT[i])) return IDENTITY;
  const inverse = invert(alignment);
  return { toSheet: (point) => applyTo(inverse, point), toPlan: (point) => applyTo(alignment, point) };
}

export function useSheetTransform(alignment: Alignment | null | undefined): SheetTransform {
  return useMemo(() => sheetTransform(alignment), [alignment]);
}

/** The same row with its position on the sheet. */
export function onSheet<P extends { x: number | null; y: number | null }>(transform: SheetTransform, pin: P): P {
  if (transform === IDENTITY || pin.x === null || pin.y === null) return pin;
  return { ...pin, ...transform.toSheet({ x: pin.x, y: pin.y }) };
}
