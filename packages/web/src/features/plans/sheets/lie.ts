// Converts between plan space, where pins are stored, and the sheet being shown.
import { type Alignment, AS_IS, applyTo, invert, type Spot } from '@plumbline/core/site/geometry/alignment';
import { useMemo } from 'react';

export type Lie = { toSheet(spot: Spot): Spot; toPlan(spot: Spot): Spot };

const STRAIGHT: Lie = { toSheet: (spot) => spot, toPlan: (spot) => spot };

function lieOf(its: Alignment | null | undefined): Lie {
  // Most sheets are aligned like the first one: positions need no conversion.
  if (!its || its.every((part, i) => part === AS_IS[i])) return STRAIGHT;
  const back = invert(its);
  return { toSheet: (spot) => applyTo(back, spot), toPlan: (spot) => applyTo(its, spot) };
}

export function useLie(its: Alignment | null | undefined): Lie {
  return useMemo(() => lieOf(its), [its]);
}

/** The same rows with positions on the sheet. */
export function onSheet<P extends { x: number | null; y: number | null }>(lie: Lie, pin: P): P {
  if (lie === STRAIGHT || pin.x === null || pin.y === null) return pin;
  return { ...pin, ...lie.toSheet({ x: pin.x, y: pin.y }) };
}
