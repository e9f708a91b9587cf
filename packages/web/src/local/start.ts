// Opens and closes the local content as sessions begin and end.
import { currentLocal, databaseName, type LocalSession, setClosedFailure, setLocal } from './local.ts';

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

/** Opens the user's database on this device and starts syncing. Does nothing when it is already open. */
export function startLocal(session: LocalSession): Promise<void> {
  const stop = new AbortController();
  cancelOpening();
  opening.add(stop);
  return runSerially(async () => {
    if (stop.signal.aborted || place === databaseName(session)) return;
    await close({ wipe: false });
    // The rules and the store are not loaded before sign-in.
    const { DeviceLocal } = await import('./device-local.ts');
    const local = await DeviceLocal.open(session, { signal: stop.signal, troubled: setClosedFailure });
    setLocal(local);
    place = databaseName(session);
  })
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
