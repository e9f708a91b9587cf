// The session's tokens in this browser: kept, refreshed one tab at a time, forgotten at sign-out.
import { type TokenReply, tokenReply } from '@plumbline/core/features/auth/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { holdKey } from './device-key.ts';
import { NetworkFailure, Refusal } from './failure.ts';
import { NEARLY_OVER, SESSION_LINKS, TOKEN_KEY } from './token-at-hand.ts';

const LOGOUT = 'plumbline.loggedOutAt';
const NONCE = 'plumbline.nonce';
/** Milliseconds an answer is waited for. */
const PATIENCE = 60_000;
const CLIENT = `Basic ${btoa('web:')}`;

export type StoredToken = TokenReply & {
  /** Milliseconds since 1970, computed from `expires_in` when the token came. */
  expires_at: number;
  /** Names the session, from signing in to signing out. */
  session?: string;
};

type Listener = (state: 'in' | 'out' | 'expired') => void;
const listeners = new Set<Listener>();

/** Tells when the session begins, ends (in any tab) or runs out. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let expired = false;
/** The access token of a session that the server will not renew: it is not asked again. */
let dead: string | undefined;

function tell(state: 'in' | 'out' | 'expired'): void {
  expired = state === 'expired';
  for (const listener of listeners) listener(state);
}

/** Whether the session has run out for good and nobody has signed in again yet. */
export const hasExpired = (): boolean => expired;

/** The stored token; undefined where there is none. It may have run out: a refresh then renews it. */
export function storedToken(): StoredToken | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(TOKEN_KEY) ?? 'null');
    const { expires_at, session, ...rest } = (value ?? {}) as Record<string, unknown>;
    const parsed = tokenReply.safeParse(rest);
    if (!parsed.success || typeof expires_at !== 'number') return undefined;
    // Nothing renews a helper's token: past its hours it is thrown away.
    if (parsed.data.refresh_token === '' && expires_at <= Date.now()) {
      localStorage.removeItem(TOKEN_KEY);
      return undefined;
    }
    return { ...parsed.data, expires_at, ...(typeof session === 'string' && { session }) };
  } catch {
    return undefined;
  }
}

/** The session this tab shows. */
let own = storedToken()?.session;

/** Begun in another tab, maybe by somebody else: this tab is about to hear of it. An older program in another tab names none. */
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

async function tokenCall(body: Record<string, string>): Promise<TokenReply> {
  const response = await fetch(versionedPath('/api/oauth/token'), {
    method: 'POST',
    headers: { authorization: CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    // All tabs wait for it.
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(lost);
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => undefined));
  return tokenReply.parse(await response.json().catch(lost));
}

/** Begins a session whose token has come. `again`: its person goes on with the one that has ended, in all tabs. */
export function keepSignOn(reply: TokenReply, again = false): void {
  keep(reply, again ? own : crypto.randomUUID());
  localStorage.removeItem(LOGOUT);
  localStorage.removeItem(SESSION_LINKS);
  // Of the session before; the new one asks for it anew.
  holdKey(undefined);
  tell('in');
}

/** One after the other in all tabs: each answer brings a cookie beside its tokens, and the last one must be of the session that is kept. */
export const inTurn = <T>(ask: () => Promise<T>): Promise<T> => navigator.locks.request('plumbline.refresh', ask);

/** Signs in. Throws `Refusal` with the server's `error_description`, or `NetworkFailure`. */
export async function signIn(
  { username, password, code }: { username: string; password: string; code?: string | undefined },
  again = false,
): Promise<void> {
  const asked = { grant_type: 'password', username, password, ...(code ? { code } : {}) };
  await inTurn(async () => keepSignOn(await tokenCall(asked), again));
}

/** How a token begins that an owner gave to a helper. No other one is ever taken in by hand. */
const SUPPORT = /^pls_[\w-]{20,120}$/u;
const SUPPORT_LIFE = 6 * 3_600_000;

export const isSupportToken = (text: string): boolean => SUPPORT.test(text);

/** Whether this browser was let in by such a token: it keeps no key and no plans. */
export const holdsSupportToken = (): boolean => isSupportToken(storedToken()?.access_token ?? '');

/** Signs in by a helper's token that the server has been shown; the server ends it sooner where its hours are over. */
export function keepSupportToken(token: string): void {
  const reply = {
    token_type: 'bearer',
    access_token: token,
    refresh_token: '',
    expires_in: SUPPORT_LIFE / 1_000,
  } as const;
  keep(reply, crypto.randomUUID());
  localStorage.removeItem(LOGOUT);
}

/**
 * Under one nonce a lost answer is given again; under another one a token that was used before ends the session. So all tabs use the
 * same until the tokens are others, those that are opened after a page was closed in the midst of it, too.
 */
function nonceFor({ access_token }: StoredToken): string {
  const [token, nonce] = localStorage.getItem(NONCE)?.split(' ') ?? [];
  if (token === access_token && nonce) return nonce;
  const made = crypto.randomUUID();
  localStorage.setItem(NONCE, `${access_token} ${made}`);
  return made;
}

/** Renews the session where `stale` is still the stored token; tabs take turns, so only one of them asks. */
export function refresh(stale: StoredToken): Promise<StoredToken> {
  return inTurn(async () => {
    const present = storedToken();
    if (!present || isForeign(present)) throw new Refusal(401, { code: 'invalid_token' });
    if (present.access_token !== stale.access_token) return present;
    if (present.refresh_token === '' || present.access_token === dead) {
      tell('expired');
      throw new Refusal(401, { code: 'invalid_token' });
    }
    const nonce = nonceFor(present);
    // Whoever has left meanwhile, or come in, has nothing to do with the answer.
    const isKept = () => storedToken()?.access_token === present.access_token;
    try {
      const renewed = await tokenCall({ grant_type: 'refresh_token', refresh_token: present.refresh_token, nonce });
      if (!isKept()) throw new Refusal(401, { code: 'invalid_token' });
      const kept = keep(renewed);
      // Back after a while: what was done without a session is sent, and what is shown is read anew. Forms keep what they hold.
      if (present.expires_at <= Date.now()) tell('in');
      return kept;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429 && isKept()) {
        dead = present.access_token;
        tell('expired');
      }
      throw error;
    }
  });
}

/** The access token to send, renewed when it has run out or is about to; undefined when signed out. */
export async function accessToken(): Promise<StoredToken | undefined> {
  const token = storedToken();
  if (!token) return undefined;
  if (isForeign(token)) throw new Refusal(401, { code: 'invalid_token' });
  return token.expires_at - Date.now() < NEARLY_OVER ? refresh(token) : token;
}

/** Forgets the session here and in the other tabs; not one that another tab has begun since. */
export function forgetToken(): void {
  const token = storedToken();
  if (token && isForeign(token)) return;
  own = undefined;
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(NONCE);
  localStorage.removeItem(SESSION_LINKS);
  localStorage.removeItem('plumbline.signOn');
  localStorage.setItem(LOGOUT, String(Date.now()));
  tell('out');
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === LOGOUT && event.newValue !== null) {
    own = undefined;
    tell('out');
  }
  const token = event.key === TOKEN_KEY ? storedToken() : undefined;
  if (!token) return;
  if (isForeign(token)) {
    // Begun in another tab: it is that of this one, too, and nothing stays of who was here before.
    own = token.session;
    tell('out');
    tell('in');
  } else if (expired) {
    // Signed in again in another tab: what was waited for here goes on.
    tell('in');
  }
});
