// Keys of a plan's screen: its own shortcuts, and those of the drawing also where nothing has the focus.
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react';

export type PlanKeys = {
  /** Holds the drawing. */
  frame: RefObject<HTMLElement | null>;
  onSearch: () => void;
  onPlace: (() => void) | undefined;
  /** Ends what is under way; undefined where nothing is. */
  onLeave: (() => void) | undefined;
};

const WRITING = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** Where keys are for something else, or come to the screen by themselves. */
const TAKEN = `${WRITING}, a, button, .plan-screen`;

export function usePlanKeys({ frame, onSearch, onPlace, onLeave }: PlanKeys) {
  useEffect(() => {
    // Whoever has just come has not touched the drawing yet, and presses a key for it all the same.
    const pass = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.target as Element).closest(TAKEN)) return;
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
