// Captures what is typed while a dialog that starts with a search field is still loading: it belongs in that field, not
// in the page behind.
import { useEffect } from 'react';

let typed = '';

/** The captured text; read once, by the search field when it mounts. */
export function takeTyped(): string {
  const text = typed;
  typed = '';
  return text;
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
