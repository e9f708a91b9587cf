// The lock of a local database. Its key is derived from two halves: one the server gives to a live session of this user
// on this device, and a non-extractable one created by this browser. Neither half is sufficient alone.
import { type Database, LOCK } from '../local-database.ts';
import { Seal } from './seal.ts';
import { storedSeal, storeKey } from './stored-key.ts';

/** A key in the store `device`, like those of the lock and the stored key. */
const HALF = 'half';

type Lock = {
  /** A value that decrypts only under the right key. */
  check: Uint8Array<ArrayBuffer>;
  /** The browser id for which the server issued its half. */
  fingerprint: string;
  /** True once no unencrypted records of an older version remain. */
  whole: boolean;
};

export type KeySource = {
  /**
   * The server's half for this browser, identified by the id the database was locked under; waits until it is
   * available.
   */
  serverHalf(lockedAs: string | undefined): Promise<string>;
  fingerprint(): string;
  /**
   * Stores the key next to the content, so that the app opens offline. The key cannot be exported, but can be used
   * here.
   */
  keep: boolean;
};

/** Locked under another key than the one available to this session; `locked` is the number of edits it holds. */
export type Locked = { locked: number; print: string };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Created once for each database. Two tabs opening at the same time use the same half. */
async function browserHalf(database: Database): Promise<CryptoKey> {
  const known = (await database.get('device', HALF)) as CryptoKey | undefined;
  if (known) return known;
  const created = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  await database.put('device', created, HALF);
  return created;
}

/** The key is HMAC(own half, server's half and purpose). */
async function draw(half: CryptoKey, name: string, serverHalf: string): Promise<CryptoKey> {
  const drawn = await crypto.subtle.sign('HMAC', half, bytesOf(`plumbline store 1|${name}|${serverHalf}`));
  return crypto.subtle.importKey('raw', drawn, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

async function printOf(serverHalf: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(`plumbline print|${serverHalf}`)));
  return [...digest.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function opens(seal: Seal, lock: Lock): Promise<boolean> {
  return seal.open(LOCK, lock.check).then(
    () => true,
    () => false,
  );
}

/** Unlocks a database. This browser's half is created by one tab; the others read it. */
export async function unlock(database: Database, name: string, keys: KeySource): Promise<Seal | Locked> {
  const before = (await database.get('device', LOCK)) as Lock | undefined;
  const kept = await storedSeal(database);
  if (kept && before && (await opens(kept, before))) return finish(database, name, kept);
  const serverHalf = await keys.serverHalf(before?.fingerprint);
  const found = await navigator.locks.request(`${name}.unlock`, async () => {
    const lock = (await database.get('device', LOCK)) as Lock | undefined;
    const key = await draw(await browserHalf(database), name, serverHalf);
    const seal = new Seal(key);
    if (lock && !(await opens(seal, lock)))
      return { locked: await database.count('edits'), print: await printOf(serverHalf) };
    const fresh = async () => ({ check: await seal.close(LOCK, name), fingerprint: keys.fingerprint(), whole: false });
    if (!lock) await database.put('device', await fresh(), LOCK);
    if (keys.keep) await storeKey(database, seal);
    return seal;
  });
  return found instanceof Seal ? finish(database, name, found) : found;
}

async function finish(database: Database, name: string, seal: Seal): Promise<Seal> {
  const lock = (await database.get('device', LOCK)) as Lock | undefined;
  if (!lock || lock.whole) return seal;
  // Once in the life of a database.
  const { sealOlder } = await import('./seal-older.ts');
  await sealOlder(database, name, seal);
  await database.put('device', { ...lock, whole: true }, LOCK);
  return seal;
}
