// Keyboard shortcuts of the plan screen, and those of the drawing when nothing has focus.
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react';

export type PlanKeys = {
  /** The element that contains the drawing. */
  frame: RefObject<HTMLElement | null>;
  onSearch: () => void;
  onPlace: (() => void) | undefined;
  /** Cancels the current action; undefined if there is none. */
  onLeave: (() => void) | undefined;
};

const WRITING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** Elements that use keys themselves, or whose keys reach the screen anyway. */
const OWN_KEYS = `${WRITING}, a, button, .plan-screen`;

export function usePlanKeys({ frame, onSearch, onPlace, onLeave }: PlanKeys) {
  useEffect(() => {
    // Drawing shortcuts work right after opening a plan, before the drawing has been focused.
    const pass = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.target as Element).closest(OWN_KEYS)) return;
      const surface = frame.current?.querySelector('.plv-viewport');
      if (surface?.dispatchEvent(new KeyboardEvent('keydown', event)) === false) event.preventDefault();
    };
    window.addEventListener('keydown', pass);
    return () => window.removeEventListener('keydown', pass);
  }, [frame]);
  return (event: ReactKeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest(WRITING)) return;
    if (event.key === '/') onSearch();
    else if (event.key === 'p' && onPlace) onPlace();
    else if (event.key === 'Escape' && onLeave) onLeave();
    else return;
    event.preventDefault();
  };
}
