// The typed API client: one call per declared endpoint, with session, retries and refusals.
import type { CallOf, Endpoint, ReplyOf } from '@plumbline/core/kernel/endpoint';
import { currentDeviceKey, setDeviceKey } from './device-key.ts';
import { NetworkFailure, Refusal, refusalOf } from './failure.ts';
import { pause } from './pause.ts';
import { callPath } from './service-path.ts';
import { delayAfter, RETRY, type RetryRule, retries } from './timing/retry.ts';
import { updateServerTime } from './timing/server-time.ts';
import { withIdleTimeout } from './timing/with-idle-timeout.ts';
import { accessToken, refresh, storedToken } from './token.ts';

/** Milliseconds without a byte, of a read that a screen waits for. */
const DEFAULT_TIMEOUT_MS = 30_000;
const NEVER_ABORTED = new AbortController().signal;

type Options = {
  signal?: AbortSignal;
  retry?: Partial<RetryRule>;
  /** Milliseconds without a byte of the answer after which a read fails, and also a write whose caller sets this. */
  timeoutMs?: number;
  /** Identifies the intended write; generated for each call unless the caller passes one to repeat it. */
  idempotencyKey?: string;
};

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return callPath(endpoint.path, params) + (text && `?${text}`);
}

/** A raw request. Throws `NetworkFailure` when there is no response. */
async function request(path: string, init: RequestInit, token?: string): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const key = token === undefined ? undefined : currentDeviceKey();
  if (key !== undefined) headers.set('user-encryption-key', key);
  const response = await fetch(path, { ...init, headers, credentials: 'same-origin' }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new NetworkFailure(path, { cause });
  });
  updateServerTime(response);
  return response;
}

async function isRevoked(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return new Refusal(response.status, body).code === 'device_revoked';
}

/** A raw authorised request: the session is refreshed once when the server says the token has expired. */
export async function authorised(path: string, init: RequestInit = {}): Promise<Response> {
  const send = (token: string | undefined) => request(path, init, token);
  const token = await accessToken();
  const key = currentDeviceKey();
  const response = await send(token?.access_token);
  if (response.status === 403 && key !== undefined && (await isRevoked(response))) {
    // This browser's device slot was removed but its session is still valid: it continues as a new device.
    if (currentDeviceKey() === key) setDeviceKey(undefined);
    return send(token?.access_token);
  }
  if (response.status !== 401 || !token || !storedToken()) return response;
  return send((await refresh(token)).access_token);
}

type Received = (() => void) | undefined;

/** Arrive within the limit of a read on the slowest network. Developer tools show no body that is read in parts. */
const SMALL_BYTES = 32_768;

/** The whole body; `received` is called for each part of a large one, which may take minutes on a slow network. */
async function textOf(response: Response, received: Received): Promise<string> {
  const size = response.headers.get('content-length');
  if (!received || (size !== null && Number(size) <= SMALL_BYTES)) return response.text();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return text;
    received();
    text += part.value;
  }
}

/**
 * Public networks answer every request with a page of their own until their user has signed in there: as if there were
 * no network.
 */
async function contentOf(response: Response, signal: AbortSignal, received: Received): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!/\bjson\b/u.test(type)) throw new NetworkFailure(`${response.url} answered with ${type}`);
  const text = await textOf(response, received).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new NetworkFailure(`${response.url} ended early`, { cause });
  });
  // A complete body that is not JSON is a defect of the server, not of the network.
  return JSON.parse(text);
}

/** A request without an answer; anything else is thrown. */
function asNetworkFailure(error: unknown, signal: AbortSignal): NetworkFailure {
  if (error instanceof NetworkFailure) return error;
  // Some networks take every request and never answer: as if there were none.
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError' && !signal.aborted;
  if (!isTimeout) throw error;
  return new NetworkFailure('no answer', { cause: error });
}

/**
 * Calls an endpoint. Throws `Refusal` or `NetworkFailure` when attempts are used up, and the abort reason when aborted.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: Options = {},
): Promise<ReplyOf<E>> {
  const rule = { ...RETRY, ...options.retry };
  const parts = input as Parts;
  const headers: Record<string, string> = {};
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  // During a new sign-in the old session has ended: calls that need no session must not fail because of it.
  const send = endpoint.guard.kind === 'public' ? request : authorised;
  const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };
  const init = (signal: AbortSignal): RequestInit => ({ method: endpoint.method, headers, ...body, signal });
  const attemptOnce = async (signal: AbortSignal, received?: Received) => {
    const response = await send(addressOf(endpoint, parts), init(signal));
    received?.();
    if (!response.ok) return { failure: await refusalOf(response) };
    // The server's tests check its responses against the same declaration.
    return { reply: (response.status === 204 ? undefined : await contentOf(response, signal, received)) as ReplyOf<E> };
  };
  // A write may have arrived although its answer does not: only reads are given up unless the caller says so.
  const { signal = NEVER_ABORTED, timeoutMs = endpoint.method === 'GET' ? DEFAULT_TIMEOUT_MS : undefined } = options;
  for (let attempt = 1; ; attempt += 1) {
    let failure: Refusal | NetworkFailure;
    try {
      const result =
        timeoutMs === undefined ? await attemptOnce(signal) : await withIdleTimeout(timeoutMs, signal, attemptOnce);
      if ('reply' in result) return result.reply;
      failure = result.failure;
    } catch (error) {
      failure = asNetworkFailure(error, signal);
    }
    const status = failure instanceof Refusal ? failure.status : undefined;
    if (attempt >= rule.attempts || !retries(rule, endpoint.method, status)) throw failure;
    await pause(delayAfter(rule, attempt), signal);
    signal.throwIfAborted();
  }
}

type PageOf<T> = { content: T[]; totalPages: number };
type ItemOf<E extends Endpoint> = ReplyOf<E> extends PageOf<infer T> ? T : never;

/**
 * The first pages of a list, concatenated in order, and further ones while the last entry `asksForMore`. `more`: the
 * list has others.
 */
export async function callFirst<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  { pages, asksForMore, ...options }: Options & { pages: number; asksForMore?: (last: ItemOf<E>) => boolean },
): Promise<{ content: ItemOf<E>[]; more: boolean }> {
  const content: ItemOf<E>[] = [];
  const parts = input as Parts;
  for (let page = 0; ; page += 1) {
    const paged = { ...parts, query: { ...parts.query, page } } as CallOf<E>;
    const reply = (await call(endpoint, paged, options)) as PageOf<ItemOf<E>>;
    content.push(...reply.content);
    const last = content.at(-1);
    const more = page + 1 < reply.totalPages;
    if (!more || (page + 1 >= pages && !(last && asksForMore?.(last)))) return { content, more };
  }
}

/** All pages of a list, concatenated in order. */
export async function callAll<E extends Endpoint>(endpoint: E, input: CallOf<E>, options: Options = {}) {
  const all: ItemOf<E>[] = [];
  const parts = input as Parts;
  for (let page = 0; ; page += 1) {
    const paged = { ...parts, query: { ...parts.query, page } } as CallOf<E>;
    // `ItemOf` is never for an endpoint without paging, so no other endpoint can be passed.
    const reply = (await call(endpoint, paged, options)) as PageOf<ItemOf<E>>;
    all.push(...reply.content);
    if (page + 1 >= reply.totalPages) return all;
  }
}
