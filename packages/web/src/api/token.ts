// The session's tokens in this browser: stored, refreshed by one tab at a time, deleted at sign-out.
import { type TokenReply, tokenReply } from '@plumbline/core/features/auth/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { setDeviceKey } from './device-key.ts';
import { NetworkFailure, Refusal, refusalOf } from './failure.ts';
import { RENEW_BEFORE_MS, SESSION_LINKS, TOKEN_KEY } from './stored-access-token.ts';

const LOGOUT = 'plumbline.loggedOutAt';
const NONCE = 'plumbline.nonce';
/** Milliseconds to wait for an answer. */
const TIMEOUT_MS = 60_000;
const CLIENT = `Basic ${btoa('web:')}`;

export type StoredToken = TokenReply & {
  /** Milliseconds since 1970, computed from `expires_in` when the token was received. */
  expires_at: number;
  /** Identifies the session, from sign-in to sign-out. */
  session?: string;
};

type Listener = (state: 'in' | 'out' | 'expired') => void;
const listeners = new Set<Listener>();

/** Calls the listener when the session begins, ends (in any tab) or expires. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let expired = false;
/** The access token of a session the server will not refresh: no further attempt is made. */
let refusedToken: string | undefined;

function notify(state: 'in' | 'out' | 'expired'): void {
  expired = state === 'expired';
  for (const listener of listeners) listener(state);
}

/** Whether the session has expired for good and the user has not signed in again yet. */
export const hasExpired = (): boolean => expired;

function parsedToken(text: string): StoredToken | undefined {
  try {
    const { expires_at, session, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const parsed = tokenReply.safeParse(rest);
    if (!parsed.success || typeof expires_at !== 'number') return undefined;
    // A support token cannot be refreshed: it is useless once it has expired.
    if (parsed.data.refresh_token === '' && expires_at <= Date.now()) return undefined;
    return { ...parsed.data, expires_at, ...(typeof session === 'string' && { session }) };
  } catch {
    return undefined;
  }
}

/**
 * The stored token; undefined where there is none, and where the browser has no storage. It may have expired: a refresh
 * then renews it. An unusable one is deleted.
 */
export function storedToken(): StoredToken | undefined {
  try {
    const text = localStorage.getItem(TOKEN_KEY);
    if (text === null) return undefined;
    const token = parsedToken(text);
    if (!token) localStorage.removeItem(TOKEN_KEY);
    return token;
  } catch {
    return undefined;
  }
}

/** The session shown in this tab. */
let own = storedToken()?.session;

/**
 * Started in another tab, perhaps by another user: this tab is about to be notified. An older version in another tab
 * sets no session id.
 */
const isForeign = ({ session }: StoredToken): boolean => session !== undefined && session !== own;

function keep(reply: TokenReply, session = own): StoredToken {
  own = session;
  const expires_at = Date.now() + reply.expires_in * 1_000;
  const token = { ...reply, expires_at, ...(session !== undefined && { session }) };
  localStorage.setItem(TOKEN_KEY, JSON.stringify(token));
  return token;
}

const lost = (cause: unknown): never => {
  throw new NetworkFailure('token', { cause });
};

async function tokenCall(body: Record<string, unknown>): Promise<TokenReply> {
  const response = await fetch(versionedPath('/api/oauth/token'), {
    method: 'POST',
    headers: { authorization: CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    // All tabs wait for this request.
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(lost);
  if (!response.ok) throw await refusalOf(response);
  return tokenReply.parse(await response.json().catch(lost));
}

/** Starts a session with a new token. `again`: the same user resumes the ended session, in all tabs. */
export function storeSignOn(reply: TokenReply, again = false): void {
  keep(reply, again ? own : crypto.randomUUID());
  localStorage.removeItem(LOGOUT);
  localStorage.removeItem(SESSION_LINKS);
  // The key of the previous session; the new session fetches its own.
  setDeviceKey(undefined);
  notify('in');
}

/**
 * Serialises requests across all tabs: each response sets a cookie next to its tokens, and the last cookie must belong
 * to the stored session.
 */
export const serialised = <T>(ask: () => Promise<T>): Promise<T> => navigator.locks.request('plumbline.refresh', ask);

/** Signs in by what the token endpoint accepts. */
export const signInWith = (requested: Record<string, unknown>, again: boolean): Promise<void> =>
  serialised(async () => storeSignOn(await tokenCall(requested), again));

/** Signs in. Throws `Refusal` with the server's `error_description`, or `NetworkFailure`. */
export async function signIn(
  { username, password, code }: { username: string; password: string; code?: string | undefined },
  again = false,
): Promise<void> {
  const requested = { grant_type: 'password', username, password, ...(code ? { code } : {}) };
  await signInWith(requested, again);
}

/** The format of a support token that an owner gave out. No other token is accepted as manual input. */
const SUPPORT = /^pls_[\w-]{20,120}$/u;
const SUPPORT_LIFETIME_MS = 6 * 3_600_000;

export const isSupportToken = (text: string): boolean => SUPPORT.test(text);

/** Whether this browser was signed in with such a token: it keeps no key and no plans. */
export const holdsSupportToken = (): boolean => isSupportToken(storedToken()?.access_token ?? '');

/**
 * Signs in with a support token the server has accepted; the server ends the session earlier when its support access
 * expires.
 */
export function storeSupportToken(token: string): void {
  const reply = {
    token_type: 'bearer',
    access_token: token,
    refresh_token: '',
    expires_in: SUPPORT_LIFETIME_MS / 1_000,
  } as const;
  keep(reply, crypto.randomUUID());
  localStorage.removeItem(LOGOUT);
}

/**
 * With the same nonce, the server repeats a lost answer; with another nonce, a token used before ends the session. So
 * all tabs use the same nonce until the tokens change, including tabs reopened after a page was closed during a
 * refresh.
 */
function nonceFor({ access_token }: StoredToken): string {
  const [token, nonce] = localStorage.getItem(NONCE)?.split(' ') ?? [];
  if (token === access_token && nonce) return nonce;
  const created = crypto.randomUUID();
  localStorage.setItem(NONCE, `${access_token} ${created}`);
  return created;
}

/**
 * Refreshes the session if `stale` is still the stored token. Tabs take turns, so only one of them sends the request.
 */
export function refresh(stale: StoredToken): Promise<StoredToken> {
  return serialised(async () => {
    const present = storedToken();
    if (!present || isForeign(present)) throw new Refusal(401, { code: 'invalid_token' });
    if (present.access_token !== stale.access_token) return present;
    if (present.refresh_token === '' || present.access_token === refusedToken) {
      notify('expired');
      throw new Refusal(401, { code: 'invalid_token' });
    }
    const nonce = nonceFor(present);
    // The answer does not apply if the user has signed out or in meanwhile.
    const isKept = () => storedToken()?.access_token === present.access_token;
    try {
      const renewed = await tokenCall({ grant_type: 'refresh_token', refresh_token: present.refresh_token, nonce });
      if (!isKept()) throw new Refusal(401, { code: 'invalid_token' });
      const kept = keep(renewed);
      // Signed in again after the session had expired: pending edits are sent and visible data is refetched. Forms keep
      // their input.
      if (present.expires_at <= Date.now()) notify('in');
      return kept;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429 && isKept()) {
        refusedToken = present.access_token;
        notify('expired');
      }
      throw error;
    }
  });
}

/** The access token to send, refreshed when it has expired or is about to; undefined when signed out. */
export async function accessToken(): Promise<StoredToken | undefined> {
  const token = storedToken();
  if (!token) return undefined;
  if (isForeign(token)) throw new Refusal(401, { code: 'invalid_token' });
  return token.expires_at - Date.now() < RENEW_BEFORE_MS ? refresh(token) : token;
}

/** Deletes the session in this tab and the others, but not one that another tab has started since. */
export function forgetToken(): void {
  const token = storedToken();
  if (token && isForeign(token)) return;
  own = undefined;
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(NONCE);
  localStorage.removeItem(SESSION_LINKS);
  localStorage.removeItem('plumbline.signOn');
  localStorage.setItem(LOGOUT, String(Date.now()));
  notify('out');
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === LOGOUT && event.newValue !== null) {
    own = undefined;
    notify('out');
  }
  const token = event.key === TOKEN_KEY ? storedToken() : undefined;
  if (!token) return;
  if (isForeign(token)) {
    // Started in another tab: it is now this tab's session too, and nothing of the previous user remains.
    own = token.session;
    notify('out');
    notify('in');
  } else if (expired) {
    // Signed in again in another tab: requests waiting here continue.
    notify('in');
  }
});
