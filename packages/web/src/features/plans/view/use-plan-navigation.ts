// Navigation within an open plan. Its URLs contain the current view, so that a shared link shows the same part.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type PlanRoute, planAddress } from '../../../shared/navigation/addresses.ts';
import type { ViewState } from '../../../viewer/camera/geometry.ts';
import { savedView, saveView } from '../opening/plan-memory.ts';
import type { PlanGroup } from '../plan-group.ts';
import { readView, writeView } from './view-address.ts';

/** Milliseconds without movement before the view is written. */
const IDLE_MS = 500;

export function usePlanNavigation(place: PlanRoute, group: PlanGroup | undefined) {
  const navigate = useNavigate();
  const { requestedView, updateAddress, withView } = useViewAddress();
  const addressOf = group?.addressOf ?? planAddress;
  /** `replace`: Back does not return here. */
  const go = useCallback(
    (change: Partial<PlanRoute>, replace = false) =>
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

/** `requestedView`: of the URL the plan was opened with. `withView` adds the view to other URLs of the same plan. */
function useViewAddress() {
  const router = useRouter();
  const { at, detail } = useSearch({ strict: false }) as { at?: unknown; detail?: unknown };
  const [requestedView] = useState(() => readView(at));
  const latest = useRef(requestedView ? writeView(requestedView) : '');
  // A view that jumps to a detail may do so before the first one is reported.
  const opened = useRef(detail !== undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (on: string) => {
    const { pathname, search, hash } = router.history.location;
    // The address of the next screen, while that is still loading.
    if (pathname !== on) return;
    const query = new URLSearchParams(search);
    if (query.get('at') === latest.current) return;
    query.set('at', latest.current);
    router.history.replace(`${pathname}?${query}${hash}`);
  };
  return {
    requestedView,
    updateAddress: (view: ViewState) => {
      // The initial view is not written: it is fitted to this screen and would not suit another.
      if (!opened.current) {
        opened.current = true;
        return;
      }
      latest.current = writeView(view);
      clearTimeout(timer.current);
      timer.current = setTimeout(write, IDLE_MS, router.history.location.pathname);
    },
    withView: useCallback((href: string) => (latest.current === '' ? href : `${href}?at=${latest.current}`), []),
  };
}
