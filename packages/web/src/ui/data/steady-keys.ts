// Keys for a list of which only what is in sight stands in the page. All of its rows are measured anew with each new function that
// names them: while one scrolls it has to stay the same.
import { useCallback, useRef } from 'react';

/** Names rows by these keys; the same function as long as the keys are the same. */
export function useSteadyKeys(keys: readonly string[]): (index: number) => string | number {
  const kept = useRef(keys);
  const { current } = kept;
  if (current.length !== keys.length || keys.some((key, at) => key !== current[at])) kept.current = keys;
  const steady = kept.current;
  return useCallback((index) => steady[index] ?? index, [steady]);
}
