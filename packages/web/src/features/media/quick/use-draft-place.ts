// Where this page keeps what is begun at a pin: one page for each pin, so that two tabs do not go on with the same.
import { useEffect, useMemo, useState } from 'react';
import type { DraftPlace } from './drafts.ts';

export const lockOf = (pinId: string): string => `plumbline.begun.${pinId}`;

/** Undefined until it is known to be ours, and where another tab has it. */
export function useDraftPlace(projectId: string, pinId: string): DraftPlace | undefined {
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
