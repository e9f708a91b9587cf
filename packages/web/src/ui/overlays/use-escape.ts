// Closing a panel by Escape.
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Escape closes the panel from anywhere inside it, also after a click on its text, which moves the focus to what is around
 * it, and after a dialog it opened has closed. Open overlays handle their own Escape.
 */
export function useEscape(panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const late = useRef(onEscape);
  late.current = onEscape;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      const box = panel.current;
      const isOurs = target instanceof Node && box && (box.contains(target) || target.contains(box));
      if (event.key === 'Escape' && isOurs && !event.defaultPrevented) late.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [panel]);
}
