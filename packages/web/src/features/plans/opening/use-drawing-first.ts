// The drawing comes first: what stands beside and over it waits until it is sharp, and never longer than a moment.
import { startTransition, useCallback, useEffect, useState } from 'react';
import { endPicture } from './first-picture.ts';

/** Milliseconds after which nobody waits for tiles any more. */
const LONGEST = 500;

/** `waits`: there is a drawing to come. */
export function useDrawingFirst(waits: boolean): { settled: boolean; settle: () => void } {
  const [done, setDone] = useState(false);
  const end = useCallback(() => {
    endPicture();
    startTransition(() => setDone(true));
  }, []);
  // Only when what is drawn has come to the screen.
  const settle = useCallback(() => void requestAnimationFrame(() => setTimeout(end)), [end]);
  useEffect(() => {
    if (done || !waits) return;
    const timer = setTimeout(end, LONGEST);
    return () => clearTimeout(timer);
  }, [done, waits, end]);
  return { settled: done || !waits, settle };
}
