// Which version runs here and whether a newer one is there. It waits for the user; accepting it ends the session and loads the page anew.
import { forgetToken } from '../../api/token.ts';
import { fetchWaiting, startWorker, takeOver, waitingVersion } from './worker.ts';

export type VersionState =
  | { word: 'current' }
  | { word: 'checking' }
  /** The server has a newer one. */
  | { word: 'available' }
  /** Being fetched onto this device. */
  | { word: 'installing' }
  /** On this device, to be begun with. */
  | { word: 'ready' }
  /** The server could not be asked. */
  | { word: 'unknown' };

/** Milliseconds between looks at the server's version. */
const EVERY = 15 * 60_000;

/** The version of what runs here; undefined in development. */
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

async function serversVersion(): Promise<string | undefined> {
  const response = await fetch('/version.json', { cache: 'no-store' });
  if (!response.ok) return undefined;
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'version' in answer ? String(answer.version) : undefined;
}

/** Looks begun so far: an answer that comes after that of a later look is old. */
let looks = 0;

/** Asks the server. A newer version is fetched in the background where a service worker keeps the program. */
export async function lookForVersion(): Promise<void> {
  if (running === undefined || state.word === 'installing') return;
  if (waitingVersion()) return show('ready');
  if (state.word !== 'available') show('checking');
  looks += 1;
  const look = looks;
  const servers = await serversVersion().catch(() => undefined);
  if (look !== looks) return;
  if (servers === undefined) {
    // What is known to be there stays there.
    if (state.word !== 'available') show('unknown');
    return;
  }
  if (servers === running) return show('current');
  const fetched = fetchWaiting();
  if (!fetched) return show('available');
  show('installing');
  show((await fetched.catch(() => false)) ? 'ready' : 'available');
}

function beginAnew(): void {
  forgetToken();
  location.reload();
}

/** Begins with the newer version: signed out, loaded anew, once. What waits to be sent stays on the device. */
export async function beginWithVersion(): Promise<void> {
  const kept = await fetchWaiting()?.catch(() => false);
  if (kept === undefined) return location.reload();
  // Without its worker a page needs the server.
  if (!kept && (await serversVersion().catch(() => undefined)) === undefined) return show('unknown');
  if (!(await takeOver())) beginAnew();
}

function look(): void {
  if (document.visibilityState === 'visible' && navigator.onLine) void lookForVersion();
}

/** Starts looking; called once, when the first screen stands. */
export function watchVersion(): void {
  if (running === undefined) return;
  void startWorker(beginAnew)
    .catch((error: unknown) => console.warn('service worker', error))
    .then(look);
  setInterval(look, EVERY);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
}
