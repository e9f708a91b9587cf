// Opens and closes the content kept on this device, as sessions begin and end.
import { currentLocal, type LocalSession, placeName, setLocal } from './local.ts';

let turn: Promise<unknown> = Promise.resolve();
let place: string | undefined;

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

/** Opens the user's place on this device and begins to sync. Nothing happens where it is open already. */
export function startLocal(session: LocalSession): Promise<void> {
  return inTurn(async () => {
    if (place === placeName(session)) return;
    await close({ wipe: false });
    // Whoever is not signed in yet does without the rules and the store.
    const { DeviceLocal } = await import('./device-local.ts');
    setLocal(await DeviceLocal.open(session));
    place = placeName(session);
  });
}

/** Stops syncing. `wipe` also deletes what is kept here, but for edits and files that the server does not have yet. */
export function stopLocal(options: { wipe: boolean }): Promise<void> {
  return inTurn(() => close(options));
}
