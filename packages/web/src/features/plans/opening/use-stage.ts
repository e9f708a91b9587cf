// The position of the drawing on screen: remembered for the next plan, and compared with the still image shown first.
import { type RefObject, useEffect, useRef } from 'react';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import { checkPicture, endPicture } from './first-picture.ts';
import { rememberStage, type StageKind } from './plan-memory.ts';

/** `bottom`: CSS pixels of the drawing that a sheet covers. */
export function useStage(
  frame: RefObject<HTMLElement | null>,
  viewer: PlanViewerHandle | null,
  { viewType, pin }: StageKind,
  bottom: number,
  { planId, revisionId }: { planId: string; revisionId: string | undefined },
): void {
  const covered = useRef(bottom);
  covered.current = bottom;
  useEffect(() => {
    if (!viewer || !frame.current || revisionId === undefined) return;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    const box = { left, top, width, height, bottom: covered.current };
    rememberStage({ viewType, pin }, box);
    checkPicture(revisionId, box);
  }, [viewer, frame, viewType, pin, revisionId]);
  useEffect(() => () => endPicture(planId), [planId]);
}
