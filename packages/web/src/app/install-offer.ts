// The browser's offer to install the app. It is made once per page load, often before anyone has signed in, so it is
// caught from the start of the page and kept for the banner.
import { keep } from '../ui/keep.ts';

/** The browser event fired when the app can be installed (not in the DOM types). */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const DISMISSED_KEY = 'plumbline.installDismissed';

let offer: InstallPrompt | undefined;
let notify: (() => void) | undefined;

function setOffer(next: InstallPrompt | undefined): void {
  offer = next;
  notify?.();
}

/** Keeps the offer for the banner, unless this browser's user has dismissed or accepted it before. */
export function catchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (localStorage.getItem(DISMISSED_KEY) === null) setOffer(event as InstallPrompt);
  });
}

export const installOffer = (): InstallPrompt | undefined => offer;

export function watchInstallOffer(changed: () => void): () => void {
  notify = changed;
  return () => {
    notify = undefined;
  };
}

export function dismissInstallOffer(): void {
  keep(DISMISSED_KEY, new Date().toISOString());
  setOffer(undefined);
}
