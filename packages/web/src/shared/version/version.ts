// Which version is running and whether a newer one is available. It waits for the user; accepting it ends the session
// and reloads the page.
import { forgetToken } from '../../api/token.ts';
import { activateWaiting, fetchWaiting, startWorker, waitingVersion } from './worker.ts';

export type VersionState =
  | { word: 'current' }
  | { word: 'checking' }
  /** The server has a newer one. */
  | { word: 'available' }
  /** Being downloaded to this device. */
  | { word: 'installing' }
  /** Downloaded and ready to start. */
  | { word: 'ready' }
  /** The server could not be reached. */
  | { word: 'unknown' };

/** Milliseconds between checks of the server's version. */
const CHECK_INTERVAL_MS = 15 * 60_000;

/** The running version; undefined in development. */
const running = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="plumbline-version"]')?.content;

let state: VersionState = { word: 'current' };
const listeners = new Set<() => void>();

function show(word: VersionState['word']): void {
  if (state.word === word) return;
  state = { word };
  for (const listener of listeners) listener();
}

export const versionState = (): VersionState => state;

export function onVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchServerVersion(): Promise<string | undefined> {
  const response = await fetch('/version.json', { cache: 'no-store' });
  if (!response.ok) return undefined;
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'version' in answer ? String(answer.version) : undefined;
}

/** Number of checks started: a reply that arrives after that of a later check is outdated. */
let checks = 0;

/** Asks the server. A newer version is downloaded in the background where a service worker caches the app. */
export async function checkForUpdate(): Promise<void> {
  if (running === undefined || state.word === 'installing') return;
  if (waitingVersion()) return show('ready');
  if (state.word !== 'available') show('checking');
  checks += 1;
  const look = checks;
  const servers = await fetchServerVersion().catch(() => undefined);
  if (look !== checks) return;
  if (servers === undefined) {
    // A version known to be available remains so.
    if (state.word !== 'available') show('unknown');
    return;
  }
  if (servers === running) return show('current');
  const fetched = fetchWaiting();
  if (!fetched) return show('available');
  show('installing');
  show((await fetched.catch(() => false)) ? 'ready' : 'available');
}

function restart(): void {
  forgetToken();
  location.reload();
}

/** Switches to the newer version: signs out and reloads, once. Unsent edits stay on the device. */
export async function switchToVersion(): Promise<void> {
  const kept = await fetchWaiting()?.catch(() => false);
  if (kept === undefined) return location.reload();
  // A page without a service worker needs the server.
  if (!kept && (await fetchServerVersion().catch(() => undefined)) === undefined) return show('unknown');
  if (!(await activateWaiting())) restart();
}

function look(): void {
  if (document.visibilityState === 'visible' && navigator.onLine) void checkForUpdate();
}

/** Starts checking; called once, when the first screen is shown. */
export function watchVersion(): void {
  if (running === undefined) return;
  void startWorker(restart)
    .catch((error: unknown) => console.warn('service worker', error))
    .then(look);
  setInterval(look, CHECK_INTERVAL_MS);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
}
