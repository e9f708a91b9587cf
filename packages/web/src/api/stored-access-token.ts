// The session's token as stored in this browser, for requests made before the code that refreshes it is loaded.

export const TOKEN_KEY = 'plumbline.token';
/** Storage key of links that are valid only during the session and deleted with it. */
export const SESSION_LINKS = 'plumbline.planTiles';
/** Milliseconds before its expiry at which a token is no longer used. */
export const RENEW_BEFORE_MS = 10_000;

/** Also with one that has expired: it is renewed once there is a network. */
export const hasToken = (): boolean => localStorage.getItem(TOKEN_KEY) !== null;

/** Undefined when signed out and when the token has expired. */
export function currentToken(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(TOKEN_KEY) ?? 'null');
    const { access_token: token, expires_at: end } = (stored ?? {}) as Record<string, unknown>;
    return typeof token === 'string' && typeof end === 'number' && end - Date.now() >= RENEW_BEFORE_MS
      ? token
      : undefined;
  } catch {
    return undefined;
  }
}
