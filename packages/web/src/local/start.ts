// Opens and closes the content kept on this device, as sessions begin and end.
import { currentLocal, type LocalSession, placeName, setClosedFailure, setLocal } from './local.ts';

let turn: Promise<unknown> = Promise.resolve();
let place: string | undefined;
/** Of places that are being opened: one may wait long for its key, and must not hold up what comes after. */
const opening = new Set<AbortController>();

/** One after the other: a session that begins while another ends must not find its place half closed. */
function inTurn(fn: () => Promise<void>): Promise<void> {
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

const giveUpOpening = (): void => {
  for (const one of opening) one.abort();
};

/** Opens the user's place on this device and begins to sync. Nothing happens where it is open already. */
export function startLocal(session: LocalSession): Promise<void> {
  const stop = new AbortController();
  giveUpOpening();
  opening.add(stop);
  return inTurn(async () => {
    if (stop.signal.aborted || place === placeName(session)) return;
    await close({ wipe: false });
    // Whoever is not signed in yet does without the rules and the store.
    const { DeviceLocal } = await import('./device-local.ts');
    const local = await DeviceLocal.open(session, { signal: stop.signal, troubled: setClosedFailure });
    setLocal(local);
    place = placeName(session);
  })
    .catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    })
    .finally(() => opening.delete(stop));
}

/** Stops syncing. `wipe` also deletes what is kept here, but for edits and files that the server does not have yet. */
export function stopLocal(options: { wipe: boolean }): Promise<void> {
  giveUpOpening();
  return inTurn(() => close(options));
}
