// Records which users have seen the tour in this browser: once each.

const KEY = 'plumbline.toured';

const shown = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Not for users who have seen it, nor in automated browsers. */
export const shouldOfferTour = (userId: string): boolean => !navigator.webdriver && !shown().includes(userId);

export function markTourSeen(userId: string): void {
  localStorage.setItem(KEY, [...new Set([...shown(), userId])].join(' '));
}
