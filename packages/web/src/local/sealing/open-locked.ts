// Opens a session's database: finds its key, and leaves a database locked under another key untouched by opening a new
// one beside it.

import { deviceFingerprint, setDeviceKey, takeFingerprint } from '../../api/device-key.ts';
import { Refusal } from '../../api/failure.ts';
import { deviceKey } from '../../api/fetch-device-key.ts';
import { onReconnect, pause } from '../../api/pause.ts';
import { onSession } from '../../api/token.ts';
import { databaseName, type LocalSession } from '../local.ts';
import { type Closings, type Database, openLocalDatabase } from '../local-database.ts';
import { deleteWithCopy, SecondCopy } from '../second-copy.ts';
import { Seal } from './seal.ts';
import { type KeySource, unlock } from './unlock.ts';

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export type OpenDatabase = {
  name: string;
  database: Database;
  seal: Seal;
  /** Undefined in a browser without buckets, and in a support session. */
  copy: SecondCopy | undefined;
  /** Whether the browser had lost the database, and what only this device has was restored from its copy. */
  restored: boolean;
  /** Edits in a neighbouring database under another key. */
  locked: number;
};

/**
 * Waits for the server's half of the key, however long it takes: an ended session gets none until its user has signed
 * in again.
 */
async function serverHalf(signal: AbortSignal, onFailure: (error: unknown) => void): Promise<string> {
  let signedIn = new AbortController();
  const forget = onSession((state) => state === 'in' && signedIn.abort());
  try {
    for (let wait = MIN_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      signal.throwIfAborted();
      // A sign-in that happens while the server is being asked must end the wait that follows.
      signedIn = new AbortController();
      const change = AbortSignal.any([signal, signedIn.signal, onReconnect()]);
      try {
        return await deviceKey();
      } catch (error) {
        signal.throwIfAborted();
        onFailure(error);
        const refused = error instanceof Refusal && error.status < 500 && error.status !== 429;
        await pause(refused ? undefined : wait, change);
      }
    }
  } finally {
    forget();
  }
}

/** A support session has no server key: its content is kept under a random key of its own while it is signed in. */
const randomKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

function keysOf(session: LocalSession, signal: AbortSignal, onFailure: (error: unknown) => void): KeySource {
  if (session.helper)
    return { keep: true, serverHalf: () => Promise.resolve(randomKey()), fingerprint: deviceFingerprint };
  return {
    keep: session.keepKey ?? false,
    fingerprint: deviceFingerprint,
    serverHalf: (lockedAs) => {
      if (lockedAs !== undefined && lockedAs !== deviceFingerprint()) {
        takeFingerprint(lockedAs);
        setDeviceKey(undefined);
      }
      return serverHalf(signal, onFailure);
    },
  };
}

type OpenOptions = Closings & { signal: AbortSignal; troubled: (error: unknown) => void };

/** The lock of all writers, see `IdbStore`. */
const underLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`${name}.write`, work) as Promise<T>;

async function tryDatabase(name: string, keys: KeySource, { copied, ...closings }: Closings & { copied: boolean }) {
  const copy = copied ? await SecondCopy.open(name, closings.lost) : undefined;
  const database = await openLocalDatabase(name, closings);
  const close = () => {
    database.close();
    copy?.close();
  };
  try {
    const restored = copy !== undefined && (await underLock(name, () => copy.restoreInto(database)));
    const found = await unlock(database, name, keys);
    if (found instanceof Seal) {
      if (copy) await underLock(name, () => copy.follow(database));
      return { name, database, seal: found, copy, restored };
    }
    close();
    return found;
  } catch (error) {
    close();
    throw error;
  }
}

export async function openLocked(
  session: LocalSession,
  { signal, troubled: onFailure, ...closings }: OpenOptions,
): Promise<OpenDatabase> {
  const keys = keysOf(session, signal, onFailure);
  const name = databaseName(session);
  const how = { ...closings, copied: !session.helper };
  let found = await tryDatabase(name, keys, how);
  if ('seal' in found) return { ...found, locked: 0 };
  const { locked, print } = found;
  // A locked database without unsent edits is deleted, as its content can be read again; one with edits is kept until
  // its key is available.
  if (locked === 0) await deleteWithCopy(name);
  found = await tryDatabase(locked === 0 ? name : `${name}.${print}`, keys, how);
  if (!('seal' in found)) throw new Error('a new place is locked');
  return { ...found, locked };
}
