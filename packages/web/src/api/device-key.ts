// The key of this browser for the user who is signed in: held in memory only, sent beside the token, dropped at signing out.
// The server knows it by the id this browser keeps; a token that was copied elsewhere comes with another one, or with none.

const FINGERPRINT = 'plumbline.device';
/** What is held where a helper's token let somebody in: it says that there is no key. */
export const NO_KEY = 'nokey';

let held: string | undefined;

/** A random id, nothing of the machine itself. */
export function deviceFingerprint(): string {
  const known = localStorage.getItem(FINGERPRINT);
  if (known !== null && /^[\w-]{16,128}$/u.test(known)) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(FINGERPRINT, made);
  return made;
}

/** The key to send; undefined until it has come, and where there is none. */
export const heldKey = (): string | undefined => (held === NO_KEY ? undefined : held);

export function holdKey(key: string | undefined): void {
  held = key;
}
