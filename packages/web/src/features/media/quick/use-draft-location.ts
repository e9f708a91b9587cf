// Locks the drafts of a pin for this page, so that two tabs never continue the same draft.
import { useEffect, useMemo, useState } from 'react';
import type { DraftLocation } from './drafts.ts';

export const lockOf = (pinId: string): string => `plumbline.begun.${pinId}`;

/** Undefined until the lock is held, and while another tab holds it. */
export function useDraftLocation(projectId: string, pinId: string): DraftLocation | undefined {
  const [mine, setMine] = useState(false);
  useEffect(() => {
    let left = false;
    let leave: () => void = () => undefined;
    const stay = new Promise<void>((resolve) => {
      leave = resolve;
    });
    void navigator.locks.request(lockOf(pinId), { ifAvailable: true }, (free) => {
      if (!free || left) return;
      setMine(true);
      return stay;
    });
    return () => {
      left = true;
      leave();
    };
  }, [pinId]);
  return useMemo(() => (mine ? { projectId, pinId } : undefined), [mine, projectId, pinId]);
}
