// Keeps focus near its position when the focused element is removed: a deleted link, a bar that closes.
import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** For a container whose items are removed: focus moves to the item now in their position, or to the last one. */
export function useFocusKept<Part extends HTMLElement>(): RefCallback<Part> {
  return useCallback((root: Part | null) => {
    if (!root) return undefined;
    let last: Element | null = null;
    let place = -1;
    const all = () => [...root.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const onFocus = (event: FocusEvent) => {
      last = event.target as Element;
      place = all().indexOf(event.target as HTMLElement);
    };
    const watch = new MutationObserver(() => {
      if (!last || last.isConnected || !isLost()) return;
      const left = all();
      (left[place] ?? left.at(-1))?.focus({ preventScroll: true });
    });
    root.addEventListener('focusin', onFocus);
    watch.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', onFocus);
      watch.disconnect();
    };
  }, []);
}

/** For a bar that closes when one of its buttons is pressed: focus moves to the current row of the adjacent list. */
export function useFocusBack<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const root = part.current;
    return () => {
      if (!root?.contains(document.activeElement)) return;
      const list = root.parentElement?.querySelector<HTMLElement>('[role="grid"]');
      requestAnimationFrame(() => {
        if (isLost())
          (list?.querySelector<HTMLElement>('[role="row"][tabindex="0"]') ?? list)?.focus({ preventScroll: true });
      });
    };
  }, []);
  return part;
}
