// Takes out of a text what may open something: tokens of sessions, of mailed links, of helpers, keys. Ids and names of files stay.

/** Long runs of the letters tokens are made of. An id has 36 of them, the name of a built file fewer. */
const TOKEN = /[\w-]{40,}/gu;
/** Keys in Base64. */
const KEY = /[A-Za-z0-9+/]{40,}={1,2}/gu;
/** Parts of addresses and forms that say what they are. */
const NAMED = /\b(password|code|token|access_token|refresh_token|user-encryption-key|authorization|s|k)=[^&\s"']+/giu;

/** The text with `…` where a secret stood. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(KEY, '…').replaceAll(TOKEN, '…').replaceAll(NAMED, '$1=…');
}
