// Who has been shown around in this browser: once each.

const KEY = 'plumbline.toured';

const shown = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Not whoever has seen it, nor a program that drives a browser. */
export const mayTour = (userId: string): boolean => !navigator.webdriver && !shown().includes(userId);

export function noteToured(userId: string): void {
  localStorage.setItem(KEY, [...new Set([...shown(), userId])].join(' '));
}
