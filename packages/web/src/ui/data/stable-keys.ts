// Keys for a virtual list. A new key function makes the virtualizer remeasure all rows, so it must stay the same while
// scrolling.
import { useCallback, useRef } from 'react';

/** Returns the key of a row by index; the same function as long as the keys are the same. */
export function useStableKeys(keys: readonly string[]): (index: number) => string | number {
  const kept = useRef(keys);
  const { current } = kept;
  if (current.length !== keys.length || keys.some((key, at) => key !== current[at])) kept.current = keys;
  const steady = kept.current;
  return useCallback((index) => steady[index] ?? index, [steady]);
}
