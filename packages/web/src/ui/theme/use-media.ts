// Whether a media query matches, kept up to date; for the few places where the layout needs different elements, not
// just styles.
import { useCallback, useSyncExternalStore } from 'react';

/** Widest phone layout. */
export const PHONE = '(max-width: 767px)';
/** A phone, or a tablet held upright: side by side, neither a drawing nor what belongs to it has enough room. */
export const HANDHELD = '(max-width: 767px), (max-width: 1024px) and (orientation: portrait)';
/** Handheld, except a phone held sideways: a sheet from below would leave a drawing no height there. */
export const SHEETED =
  '(max-width: 639px), (max-width: 767px) and (min-height: 481px), (max-width: 1024px) and (orientation: portrait)';
/** The menu is closed by default, and closes on navigation, at this width and below. */
export const NARROW = '(max-width: 1024px)';
/** Too narrow for a table of many columns: a list with two-line rows is used instead. */
export const TABLET = '(max-width: 900px)';
/** A finger instead of a mouse. */
export const TOUCH = '(pointer: coarse)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
