// Opens and closes the content kept on this device, as sessions begin and end.
import { currentLocal, type LocalSession, setLocal } from './local.ts';
import { MemoryLocal } from './memory-local.ts';

/** Opens the user's place on this device and begins to sync. */
export async function startLocal(session: LocalSession): Promise<void> {
  await stopLocal({ wipe: false });
  setLocal(new MemoryLocal(session));
}

/** Stops syncing. `wipe` also deletes what is kept here, unsent edits included: ask before. */
export async function stopLocal(options: { wipe: boolean }): Promise<void> {
  const local = currentLocal();
  setLocal(undefined);
  await local?.stop(options);
}
