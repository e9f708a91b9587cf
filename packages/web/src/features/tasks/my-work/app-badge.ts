// The number on the icon of the installed app, where the browser supports it.

type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export function setAppBadge(count: number): void {
  const { setAppBadge: set, clearAppBadge: clear } = navigator as Badged;
  const done = count > 0 ? set?.call(navigator, count) : clear?.call(navigator);
  // An app that is not installed has no icon.
  done?.catch(() => undefined);
}
