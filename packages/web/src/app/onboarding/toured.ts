// Records which users have seen the tour in this browser: once each.
import { keep } from '../../ui/keep.ts';

const KEY = 'plumbline.toured';

const shown = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Not for users who have seen it, nor in automated browsers. */
export const shouldOfferTour = (userId: string): boolean => !navigator.webdriver && !shown().includes(userId);

export function markTourSeen(userId: string): void {
  keep(KEY, [...new Set([...shown(), userId])].join(' '));
}
