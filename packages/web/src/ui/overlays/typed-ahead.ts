// What is typed while a box that begins with a search is still being fetched: it belongs into that search, not onto the page behind.
import { useEffect } from 'react';

let typed = '';

/** What was typed ahead; asked for once, by the search that begins with it. */
export function takeTyped(): string {
  const text = typed;
  typed = '';
  return text;
}

/** Stands where the box will stand. Escape calls it off. */
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
