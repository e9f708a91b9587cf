// Opens and closes the local content as sessions begin and end.
import { pause } from '../api/pause.ts';
import { currentLocal, databaseName, type Local, type LocalSession, setClosedFailure, setLocal } from './local.ts';

const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;

let turn: Promise<unknown> = Promise.resolve();
let place: string | undefined;
/** Databases being opened. One may wait a long time for its key and must not delay later calls. */
const opening = new Set<AbortController>();

/** Runs calls one after another: a session that begins while another ends must not find its database half closed. */
function runSerially(fn: () => Promise<void>): Promise<void> {
  const done = turn.then(fn);
  turn = done.catch(() => undefined);
  return done;
}

async function close(options: { wipe: boolean }): Promise<void> {
  const local = currentLocal();
  place = undefined;
  setLocal(undefined);
  await local?.stop(options);
}

const cancelOpening = (): void => {
  for (const one of opening) one.abort();
};

function open(session: LocalSession, signal: AbortSignal): Promise<void> {
  return runSerially(async () => {
    if (signal.aborted || place === databaseName(session)) return;
    await close({ wipe: false });
    // The rules and the store are not loaded before sign-in.
    const { DeviceLocal } = await import('./device-local.ts');
    let local: Local | undefined;
    let isLost = false;
    const lost = () => {
      isLost = true;
      if (local && currentLocal() === local) void reopen(session);
    };
    local = await DeviceLocal.open(session, { signal, troubled: setClosedFailure, lost });
    setLocal(local);
    place = databaseName(session);
    // It may have been lost while it was being opened.
    if (isLost) void reopen(session);
  });
}

/** Opens the database again that the browser has closed, as soon as it can be: a full disk prevents that, too. */
async function reopen(session: LocalSession): Promise<void> {
  const stop = new AbortController();
  opening.add(stop);
  place = undefined;
  for (let wait = MIN_RETRY_MS; !stop.signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    // Also before the first time: the browser may close it again at once.
    await pause(wait, stop.signal);
    try {
      await open(session, stop.signal);
      break;
    } catch (error) {
      if (!stop.signal.aborted) setClosedFailure(error);
    }
  }
  opening.delete(stop);
}

/** Opens the user's database on this device and starts syncing. Does nothing when it is already open. */
export function startLocal(session: LocalSession): Promise<void> {
  const stop = new AbortController();
  cancelOpening();
  opening.add(stop);
  return open(session, stop.signal)
    .catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(() => opening.delete(stop));
}

/** Stops syncing. `wipe` also deletes the local content, except edits and files the server does not have yet. */
export function stopLocal(options: { wipe: boolean }): Promise<void> {
  cancelOpening();
  return runSerially(() => close(options));
}
