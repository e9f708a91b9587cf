// Connects a plan's screen with its opening: hands the first frame over to the viewer, and keeps everything beside and
// over the drawing waiting until it is sharp, but only briefly.
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import { type StageKind, saveStage } from './plan-memory.ts';
import { openings } from './plan-opening.ts';

/** After this time tiles are no longer waited for. */
const MAX_WAIT_MS = 500;

export type PlanOpeningOptions = StageKind & {
  planId: string;
  /** Undefined if no drawing is expected. */
  revisionId: string | undefined;
  /** The element that contains the drawing. */
  frame: RefObject<HTMLElement | null>;
  viewer: PlanViewerHandle | null;
  /** CSS pixels of the drawing that a sheet covers. */
  bottom: number;
};

/** `settled`: nothing needs to wait for the drawing any more. Call `onDrawn` when the viewer has drawn it. */
export function usePlanOpening(options: PlanOpeningOptions): { settled: boolean; onDrawn: () => void } {
  const { planId, revisionId, frame, viewer, viewType, pin, bottom } = options;
  const [done, setDone] = useState(false);
  const waits = !done && viewType !== 'list' && revisionId !== undefined;
  const finish = useCallback(() => {
    openings.of(planId)?.finish();
    startTransition(() => setDone(true));
  }, [planId]);
  // Only once the drawing is on screen.
  const onDrawn = useCallback(() => void requestAnimationFrame(() => setTimeout(finish)), [finish]);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(finish, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [waits, finish]);

  const covered = useRef(bottom);
  covered.current = bottom;
  useEffect(() => {
    if (!viewer || !frame.current || revisionId === undefined) return;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    const box = { left, top, width, height, bottom: covered.current };
    saveStage({ viewType, pin }, box);
    openings.of(planId)?.handOver(revisionId, box);
  }, [viewer, frame, viewType, pin, planId, revisionId]);
  useEffect(() => () => openings.of(planId)?.cancel(), [planId]);
  return { settled: !waits, onDrawn };
}
