// What a page load does by itself and a change of screens does not: the new place is told, and the focus is in it where it was lost.
import { type RefObject, useEffect, useState } from 'react';

const NAME = ' – Plumbline';

/** The name of the screen that has come, to be spoken; a screen has come when it has given the window its name. */
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
      // A page that was loaded as a whole is told by the browser.
      if (loaded || !before.endsWith(NAME)) return;
      setPlace(before.slice(0, -NAME.length));
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    });
    seen.observe(title, { childList: true, characterData: true, subtree: true });
    return () => seen.disconnect();
  }, [main]);
  return place;
}
