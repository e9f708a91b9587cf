// The key of this browser for the signed-in user: kept in memory only, sent with the token, dropped at sign-out. The
// server identifies it by this browser's stored id; a token copied to another browser arrives with a different key or
// none. It is also the server's half of the key that encrypts local content.

const FINGERPRINT = 'plumbline.device';
/** Used instead of a key in a support session: there is no key. */
export const NO_KEY = 'nokey';

let held: string | undefined;
let turn = 0;

/** A random id, unrelated to the machine itself. */
export function deviceFingerprint(): string {
  const known = localStorage.getItem(FINGERPRINT);
  if (known !== null && /^[\w-]{16,128}$/u.test(known)) return known;
  const created = crypto.randomUUID();
  localStorage.setItem(FINGERPRINT, created);
  return created;
}

/** Restores the id under which local content was locked, where the browser has lost it. */
export function takeFingerprint(known: string): void {
  localStorage.setItem(FINGERPRINT, known);
}

/** The key to send; undefined until it has been fetched, and where there is none. */
export const currentDeviceKey = (): string | undefined => (held === NO_KEY ? undefined : held);

/** Changes each time a key is dropped, so that a key requested earlier is not used for a later session. */
export const deviceKeyGeneration = (): number => turn;

export function setDeviceKey(key: string | undefined): void {
  if (key === undefined) turn += 1;
  held = key;
}
