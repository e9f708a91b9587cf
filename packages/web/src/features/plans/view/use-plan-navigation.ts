// Navigation within an open plan. Its URLs contain the current view, so that a shared link shows the same part.
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type PlanPlace, planAddress } from '../../../shared/navigation/addresses.ts';
import type { ViewState } from '../../../viewer/camera/geometry.ts';
import { savedView, saveView } from '../opening/plan-memory.ts';
import type { PlanGroup } from '../plan-group.ts';
import { useViewAddress } from './address/use-view-address.ts';

export function usePlanNavigation(place: PlanPlace, group: PlanGroup | undefined) {
  const navigate = useNavigate();
  const { requestedView, updateAddress, withView } = useViewAddress();
  const addressOf = group?.addressOf ?? planAddress;
  /** `replace`: Back does not return here. */
  const go = useCallback(
    (change: Partial<PlanPlace>, replace = false) =>
      void navigate({ href: withView(addressOf({ ...place, ...change })), replace }),
    [navigate, place, addressOf, withView],
  );
  return {
    go,
    /** Of the URL, or as this plan was last viewed. */
    initialView: requestedView ?? savedView(place.planId),
    onView: (view: ViewState) => {
      saveView(place.planId, view);
      updateAddress(view);
    },
  };
}
