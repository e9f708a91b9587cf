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

const STRAIGHT: SheetTransform = { toSheet: (spot) => spot, toPlan: (spot) => spot };

function lieOf(its: Alignment | null | undefined): SheetTransform {
  // Most sheets are aligned like the first one: positions need no conversion.
  if (!its || its.every((part, i) => part === IDENTITY_ALIGNMENT[i])) return STRAIGHT;
  const back = invert(its);
  return { toSheet: (spot) => applyTo(back, spot), toPlan: (spot) => applyTo(its, spot) };
}

export function useSheetTransform(its: Alignment | null | undefined): SheetTransform {
  return useMemo(() => lieOf(its), [its]);
}

/** The same rows with positions on the sheet. */
export function onSheet<P extends { x: number | null; y: number | null }>(lie: SheetTransform, pin: P): P {
  if (lie === STRAIGHT || pin.x === null || pin.y === null) return pin;
  return { ...pin, ...lie.toSheet({ x: pin.x, y: pin.y }) };
}
