// Does for client-side navigation what a page load does automatically: announces the new screen and moves lost focus
// into it.
import { type RefObject, useEffect, useState } from 'react';

const NAME = ' – Plumbline';

/** The name of the new screen, to be announced; a screen has arrived once it has set the document title. */
export function useArrival(main: RefObject<HTMLElement | null>): string {
  const [place, setPlace] = useState('');
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    let before = document.title;
    const seen = new MutationObserver(() => {
      const loaded = !before.endsWith(NAME);
      if (document.title === before) return;
      before = document.title;
      // The browser itself announces a full page load.
      if (loaded || !before.endsWith(NAME)) return;
      setPlace(before.slice(0, -NAME.length));
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    });
    seen.observe(title, { childList: true, characterData: true, subtree: true });
    return () => seen.disconnect();
  }, [main]);
  return place;
}
