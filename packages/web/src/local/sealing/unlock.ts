// The lock of a place: its key is drawn from two halves, one that the server gives to a live session of this user on this device,
// one that this browser made and no script can read out. Either half alone opens nothing.
import type { Database } from '../local-database.ts';
import { Seal } from './seal.ts';
import { sealOlder } from './seal-older.ts';

/** What lies in the store `device` beside the device itself. */
const HALF = 'half';
const LOCK = 'lock';
export const HELD = 'held';

type Lock = {
  /** Opens under the right key only. */
  check: Uint8Array<ArrayBuffer>;
  /** The id of this browser for which the server gave its half. */
  fingerprint: string;
  /** Nothing lies in the clear any more of what an older program has left. */
  whole: boolean;
};

export type KeySource = {
  /** The server's half for this browser, known by the id it was locked under; waits until it can be had. */
  serverHalf(lockedAs: string | undefined): Promise<string>;
  fingerprint(): string;
  /** Keeps the key beside what it opens, so that the program opens without a connection: it cannot be read out, but used here. */
  keep: boolean;
};

/** Locked under another key than the one this session can have; so many edits lie there. */
export type Locked = { locked: number; print: string };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Made once for each place. Two tabs that come at once take the same. */
async function ownHalf(database: Database): Promise<CryptoKey> {
  const known = (await database.get('device', HALF)) as CryptoKey | undefined;
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  await database.put('device', made, HALF);
  return made;
}

/** HMAC(own half, server's half and what it is for) is the key. */
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

/** Opens a place. The half that this browser makes is made by one tab; the others find it. */
export async function unlock(database: Database, name: string, keys: KeySource): Promise<Seal | Locked> {
  const before = (await database.get('device', LOCK)) as Lock | undefined;
  const held = (await database.get('device', HELD)) as CryptoKey | undefined;
  const kept = held && new Seal(held);
  if (kept && before && (await opens(kept, before))) return finish(database, name, kept);
  const serverHalf = await keys.serverHalf(before?.fingerprint);
  const found = await navigator.locks.request(`${name}.unlock`, async () => {
    const lock = (await database.get('device', LOCK)) as Lock | undefined;
    const key = await draw(await ownHalf(database), name, serverHalf);
    const seal = new Seal(key);
    if (lock && !(await opens(seal, lock)))
      return { locked: await database.count('edits'), print: await printOf(serverHalf) };
    const fresh = async () => ({ check: await seal.close(LOCK, name), fingerprint: keys.fingerprint(), whole: false });
    if (!lock) await database.put('device', await fresh(), LOCK);
    if (keys.keep) await keepHeld(database, seal);
    return seal;
  });
  return found instanceof Seal ? finish(database, name, found) : found;
}

async function finish(database: Database, name: string, seal: Seal): Promise<Seal> {
  const lock = (await database.get('device', LOCK)) as Lock | undefined;
  if (!lock || lock.whole) return seal;
  await sealOlder(database, name, seal);
  await database.put('device', { ...lock, whole: true }, LOCK);
  return seal;
}

/** Until it is forgotten this place opens without the server. */
export async function keepHeld(database: Database, { key }: Seal): Promise<void> {
  await database.put('device', key, HELD);
}

/** From here on the server must be asked before this place opens again. */
export async function forgetKept(database: Database): Promise<void> {
  await database.delete('device', HELD);
}
