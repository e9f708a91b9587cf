// From plan space, where pins are kept, to the sheet that is looked at, and back.
import { type Alignment, AS_IS, applyTo, invert, type Spot } from '@plumbline/core/site/geometry/alignment';
import { useMemo } from 'react';

export type Lie = { toSheet(spot: Spot): Spot; toPlan(spot: Spot): Spot };

const STRAIGHT: Lie = { toSheet: (spot) => spot, toPlan: (spot) => spot };

function lieOf(its: Alignment | null | undefined): Lie {
  // Most sheets lie as the first one does: then places are passed on as they are.
  if (!its || its.every((part, i) => part === AS_IS[i])) return STRAIGHT;
  const back = invert(its);
  return { toSheet: (spot) => applyTo(back, spot), toPlan: (spot) => applyTo(its, spot) };
}

export function useLie(its: Alignment | null | undefined): Lie {
  return useMemo(() => lieOf(its), [its]);
}

/** The same rows with their places on the sheet. */
export function onSheet<P extends { x: number | null; y: number | null }>(lie: Lie, pin: P): P {
  if (lie === STRAIGHT || pin.x === null || pin.y === null) return pin;
  return { ...pin, ...lie.toSheet({ x: pin.x, y: pin.y }) };
}
