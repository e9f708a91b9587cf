// The session's token as it lies in this browser, for what is asked before all is there that renews it.

export const TOKEN_KEY = 'plumbline.token';
/** Links that end with the session: forgotten with it. */
export const SESSION_LINKS = 'plumbline.planTiles';
/** Milliseconds before its end at which a token is no longer used. */
export const NEARLY_OVER = 10_000;

/** Undefined where nobody is signed in, and where the token has run out. */
export function tokenAtHand(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(TOKEN_KEY) ?? 'null');
    const { access_token: token, expires_at: end } = (stored ?? {}) as Record<string, unknown>;
    return typeof token === 'string' && typeof end === 'number' && end - Date.now() >= NEARLY_OVER ? token : undefined;
  } catch {
    return undefined;
  }
}
