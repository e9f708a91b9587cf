import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Tokens = typeof import('./token.ts');
type Tab = Tokens & { events: string[]; hears(key: string): void };
type Sent = { body: Record<string, string>; answer(status: number, body: unknown): void; cut(): void; break(): void };

let kept: Map<string, string>;
let sent: Sent[];
let arrived: () => void;

const storage = (map: Map<string, string>) => ({
  getItem: (key: string) => map.get(key) ?? null,
  setItem: (key: string, value: string) => map.set(key, value),
  removeItem: (key: string) => map.delete(key),
});

const reply = (name: string, expires_in = 3_600) => ({
  token_type: 'bearer' as const,
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  expires_in,
});
const ENDED = [400, { code: 'session_ended' }] as const;

/** One tab of a browser: session storage is per tab, the rest is shared. */
async function openTab(): Promise<Tab> {
  const hearers: ((event: { key: string; newValue: string | null }) => void)[] = [];
  vi.stubGlobal('addEventListener', (kind: string, hear: (typeof hearers)[number]) => {
    if (kind === 'storage') hearers.push(hear);
  });
  vi.stubGlobal('sessionStorage', storage(new Map()));
  vi.resetModules();
  const tokens = await import('./token.ts');
  const expected: string[] = [];
  tokens.onSession((state) => expected.push(state));
  const hears = (key: string) => {
    for (const hear of hearers) hear({ key, newValue: kept.get(key) ?? null });
  };
  return { ...tokens, events: expected, hears };
}

/** The nth request, once it has been sent. */
async function question(nth: number): Promise<Sent> {
  for (;;) {
    const one = sent[nth];
    if (one) return one;
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
  }
}

const hold = (name: string, expires_in?: number) => {
  const token = reply(name, expires_in);
  kept.set('plumbline.token', JSON.stringify({ ...token, expires_at: Date.now() + token.expires_in * 1_000 }));
};
const stored = (): string | undefined => {
  const { access_token } = JSON.parse(kept.get('plumbline.token') ?? '{}') as { access_token?: string };
  return access_token;
};

beforeEach(() => {
  kept = new Map();
  sent = [];
  arrived = () => undefined;
  vi.stubGlobal('localStorage', storage(kept));
  vi.stubGlobal('fetch', (_: string, init: { body: string; signal?: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    sent.push({
      body: JSON.parse(init.body) as Record<string, string>,
      answer: (status, body) => resolve(Response.json(body, { status })),
      cut: () => reject(new TypeError('Failed to fetch')),
      break: () => resolve(new Response('{"token_type":"bea')),
    });
    arrived();
    return promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('signing out during a refresh does not bring the session back', async () => {
  hold('anna', 0);
  const tab = await openTab();
  const requested = tab.accessToken().catch(() => undefined);
  const renewal = await question(0);
  tab.forgetToken();
  renewal.answer(200, reply('anna-again'));
  expect(await requested).toBeUndefined();
  expect(stored()).toBeUndefined();
  expect(tab.events).toEqual(['out']);
});

it('a late answer about the previous session does not end the new one', async () => {
  hold('anna', 0);
  const tab = await openTab();
  const requested = tab.accessToken().catch(() => undefined);
  const renewal = await question(0);
  tab.forgetToken();
  tab.storeSignOn(reply('tomas'));
  renewal.answer(...ENDED);
  await requested;
  expect(stored()).toBe('access-tomas');
  expect(tab.events).toEqual(['out', 'in']);
  expect(tab.hasExpired()).toBe(false);
});

it('sign-in waits for a refresh in progress, as its answer also sets a cookie', async () => {
  hold('anna', 0);
  const tab = await openTab();
  const requested = tab.accessToken().catch(() => undefined);
  const renewal = await question(0);
  tab.forgetToken();
  const signing = tab.signIn({ username: 'tomas@example.org', password: 'secret' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(1);
  renewal.answer(200, reply('anna-again'));
  await requested;
  (await question(1)).answer(200, reply('tomas'));
  await signing;
  expect(sent.map(({ body }) => body.grant_type)).toEqual(['refresh_token', 'password']);
  expect(stored()).toBe('access-tomas');
});

it('after a lost reply, the next refresh in any tab repeats the same request', async () => {
  hold('anna', 0);
  const tab = await openTab();
  const lost = tab.accessToken().catch((error: Error) => error.name);
  (await question(0)).cut();
  expect(await lost).toBe('NetworkFailure');
  const other = await openTab();
  const requested = other.accessToken();
  const again = await question(1);
  expect(again.body).toEqual(sent[0]?.body);
  again.answer(200, reply('anna-again', 0));
  await requested;
  // The next refresh is a separate request.
  void other.accessToken().catch(() => undefined);
  const next = await question(2);
  expect(next.body.nonce).not.toBe(again.body.nonce);
  next.cut();
});

it('a connection that hangs or breaks mid-reply does not block all tabs, and is not reported as a fault', async () => {
  hold('anna', 0);
  const tab = await openTab();
  const silence = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal);
  const requested = tab.accessToken().catch((error: Error) => error.name);
  await question(0);
  silence.abort(new DOMException('no answer', 'TimeoutError'));
  expect(await requested).toBe('NetworkFailure');
  timeout.mockRestore();
  const again = tab.accessToken().catch((error: Error) => error.name);
  (await question(1)).break();
  expect(await again).toBe('NetworkFailure');
  expect(tab.events).toEqual([]);
});

it('a session that begins in one tab applies to all tabs, and stops everything of the previous user', async () => {
  const [door, tab] = [await openTab(), await openTab()];
  tab.storeSignOn(reply('anna'));
  door.hears('plumbline.token');
  expect(door.events).toEqual(['out', 'in']);
  // As when two people sign in at two sign-in pages: the tab does not know yet that the session is another user's.
  door.storeSignOn(reply('tomas'));
  await expect(tab.accessToken()).rejects.toThrow('invalid_token');
  tab.forgetToken();
  expect(stored()).toBe('access-tomas');
  tab.hears('plumbline.token');
  expect(tab.events).toEqual(['in', 'out', 'in']);
  expect((await tab.accessToken())?.access_token).toBe('access-tomas');
});

it('signing in again resumes the session in all tabs without closing anything', async () => {
  const tab = await openTab();
  tab.storeSignOn(reply('anna', 0));
  const other = await openTab();
  const requested = other.accessToken().catch(() => undefined);
  (await question(0)).answer(...ENDED);
  await requested;
  tab.storeSignOn(reply('anna-again'), true);
  other.hears('plumbline.token');
  expect(other.events).toEqual(['expired', 'in']);
  expect((await other.accessToken())?.access_token).toBe('access-anna-again');
});

it.each(['{"access_token":"half', '{"access_token":"old"}', '42'])(
  'deletes an unusable stored token: %s',
  async (text) => {
    kept.set('plumbline.token', text);
    const { storedToken } = await openTab();
    expect(storedToken()).toBeUndefined();
    expect(kept.has('plumbline.token')).toBe(false);
  },
);
