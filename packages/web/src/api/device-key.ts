// The key of this browser for the user who is signed in: held in memory only, sent beside the token, dropped at signing out.
// The server knows it by the id this browser keeps; a token that was copied elsewhere comes with another one, or with none.
// It is also the server's half of the key under which this browser keeps content.

const FINGERPRINT = 'plumbline.device';
/** What is held where a helper's token let somebody in: it says that there is no key. */
export const NO_KEY = 'nokey';

let held: string | undefined;
let turn = 0;

/** A random id, nothing of the machine itself. */
export function deviceFingerprint(): string {
  const known = localStorage.getItem(FINGERPRINT);
  if (known !== null && /^[\w-]{16,128}$/u.test(known)) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(FINGERPRINT, made);
  return made;
}

/** Takes up the id under which content was locked here, where the browser has lost it. */
export function takeFingerprint(known: string): void {
  localStorage.setItem(FINGERPRINT, known);
}

/** The key to send; undefined until it has come, and where there is none. */
export const heldKey = (): string | undefined => (held === NO_KEY ? undefined : held);

/** Changes each time a key is dropped: what was asked for before is not meant for who comes after. */
export const keyTurn = (): number => turn;

export function holdKey(key: string | undefined): void {
  if (key === undefined) turn += 1;
  held = key;
}
