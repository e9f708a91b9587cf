// The pins of an open plan: positioned on the current sheet, filtered, and what the user may do with them.
import { can } from '@plumbline/core/access/capabilities';
import { canEditPin } from '@plumbline/core/features/pins/rules';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useMemo } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import type { PlanRoute } from '../../../shared/navigation/addresses.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { readFilter } from '../../../shared/site/pins/pin-filter-url.ts';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { useToday } from '../../../shared/site/today.ts';
import type { PlanGroup } from '../plan-group.ts';
import { onSheet, type SheetTransform } from '../sheets/sheet-transform.ts';
import { pinLayer } from './pin-layer.ts';

export type PlanPinsOptions = {
  place: PlanRoute;
  plan: PlanRow;
  group: PlanGroup | undefined;
  transform: SheetTransform;
  /** Pins are drawn. */
  visible: boolean;
};

export type PlanPins = ReturnType<typeof usePlanPins>;

export function usePlanPins({ place, plan, group, transform, visible }: PlanPinsOptions) {
  const { projectId, planId, pinId } = place;
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const categories = useCategories(projectId);
  const inPlanSpace = useJoinedPins(projectId, planId, group?.row);
  const row = useRow('pin', pinId);
  const pins = useMemo(
    () => inPlanSpace?.map((one) => ({ ...one, pin: onSheet(transform, one.pin) })),
    [inPlanSpace, transform],
  );
  const selected = useMemo(() => row && onSheet(transform, row), [row, transform]);
  const filter = useMemo(() => readFilter(place.search), [place.search]);
  const selectedId = pinId ?? null;
  const layer = useMemo(
    () => pinLayer((visible && pins) || [], { filter, selectedId, categories, today }),
    [visible, pins, filter, selectedId, categories, today],
  );
  // A pin placed while viewing a group would not be in the group, and so not be visible.
  const mayPlace = !group && actor !== undefined && can(actor.role, 'pin.create') && !plan.updating && plan.active;
  const mayMove = actor !== undefined && selected !== undefined && canEditPin(actor, selected) && !plan.updating;
  const allowed = useMemo(() => ({ place: mayPlace, move: mayMove }), [mayPlace, mayMove]);
  const { id, x = null, y = null } = selected?.planId === planId ? selected : {};
  return {
    /** With positions in plan space, as they are stored; in `pins` they are on the sheet. */
    inPlanSpace,
    pins,
    layer,
    filter,
    categories,
    selectedId,
    /** Position of the selected pin, if it is on this plan. */
    selectedAt: id !== undefined && x !== null && y !== null ? { id, x, y } : undefined,
    allowed,
  };
}
