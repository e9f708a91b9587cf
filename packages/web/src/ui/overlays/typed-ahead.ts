// Captures what is typed while a dialog that starts with a search field is still loading: it belongs in that field, not
// in the page behind.
import { useEffect, useState } from 'react';

let typed = '';

/**
 * The text of the search field, which begins with what was captured. The captured text is cleared only once the field is
 * on screen: React may render it several times before that.
 */
export function useTypedAhead() {
  const state = useState(() => typed);
  useEffect(() => {
    typed = '';
  }, []);
  return state;
}

/** Rendered in place of the dialog until it loads. Escape cancels. */
export function TypedAhead({ onClose }: { onClose: () => void }): null {
  useEffect(() => {
    typed = '';
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
      else if ([...event.key].length === 1) typed += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, [onClose]);
  return null;
}
