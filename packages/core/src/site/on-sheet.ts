// Whether positions are on a sheet of a plan, such as the one that it currently shows.
import { AppError } from '../kernel/errors.ts';
import type { SiteTx } from './entities.ts';
import { type Alignment, applyTo, IDENTITY_ALIGNMENT, invert, type PlanPoint } from './geometry/alignment.ts';
import type { PlanRow } from './rows/plans.ts';

/** Fraction of the sheet's side that rounding may add. */
const ROUNDING = 1e-9;

/** Whether a position in plan space is on the sheet of a revision with this alignment. */
export function onSheet(alignment: Alignment, point: PlanPoint): boolean {
  const { x, y } = applyTo(invert(alignment), point);
  return [x, y].every((part) => part >= -ROUNDING && part <= 1 + ROUNDING);
}

/** The pins of a plan that a revision with this alignment does not show: its sheet covers a smaller part of the building. */
export function pinsOutside<P extends { readonly x: number | null; readonly y: number | null }>(
  alignment: Alignment,
  pins: readonly P[],
): P[] {
  return pins.filter(({ x, y }) => x !== null && y !== null && !onSheet(alignment, { x, y }));
}

/**
 * Rejects a pin position outside the sheet of the current revision with `outside_plan`. `x` and `y` are in plan space.
 */
export async function requireOnPlan(tx: Pick<SiteTx, 'get'>, plan: PlanRow, x: number, y: number): Promise<void> {
  const shown = plan.currentRevisionId === null ? undefined : await tx.get('revision', plan.currentRevisionId);
  if (!onSheet(shown?.alignment ?? IDENTITY_ALIGNMENT, { x, y })) throw new AppError('outside_plan');
}
