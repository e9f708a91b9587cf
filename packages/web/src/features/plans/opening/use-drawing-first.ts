// The drawing comes first: everything beside and over it waits until it is sharp, but only briefly.
import { startTransition, useCallback, useEffect, useState } from 'react';
import { endPicture } from './first-picture.ts';

/** Milliseconds after which tiles are no longer waited for. */
const LONGEST = 500;

/** `waits`: a drawing is expected. */
export function useDrawingFirst(waits: boolean): { settled: boolean; settle: () => void } {
  const [done, setDone] = useState(false);
  const end = useCallback(() => {
    endPicture();
    startTransition(() => setDone(true));
  }, []);
  // Only once the drawing has been painted on screen.
  const settle = useCallback(() => void requestAnimationFrame(() => setTimeout(end)), [end]);
  useEffect(() => {
    if (done || !waits) return;
    const timer = setTimeout(end, LONGEST);
    return () => clearTimeout(timer);
  }, [done, waits, end]);
  return { settled: done || !waits, settle };
}
