// Redacts secrets from a text: session tokens, tokens of emailed links and support access, keys. Ids and file names
// stay.

/** Long runs of token characters. An id has 36 of them, the name of a built file fewer. */
const TOKEN = /[\w-]{40,}/gu;
/** Base64 keys. */
const KEY = /[A-Za-z0-9+/]{40,}={1,2}/gu;
/** Parts of URLs and forms whose name identifies them as secret. */
const NAMED = /\b(password|code|token|access_token|refresh_token|user-encryption-key|authorization|s|k)=[^&\s"']+/giu;

/** The text with each secret replaced by `…`. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(KEY, '…').replaceAll(TOKEN, '…').replaceAll(NAMED, '$1=…');
}
