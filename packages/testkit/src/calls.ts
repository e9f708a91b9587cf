// Calls to a test server, typed by the declared endpoints, as a signed-in user or unauthenticated.
import { randomUUID } from 'node:crypto';
import { encryptionKey } from '@plumbline/core/features/auth/contract';
import type { CallOf, Endpoint, ReplyOf } from '@plumbline/core/kernel/endpoint';
import { versionedPath } from '@plumbline/core/kernel/services';
import type { Application } from '@plumbline/server/app/app';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export type Answer<T = unknown> = {
  status: number;
  // The test inspects the content of errors and responses.
  body: T;
  headers: Record<string, string | string[] | undefined>;
  raw: Buffer;
};

type Raw = {
  method: Method;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
  remoteAddress?: string;
};

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** The URL of a call: path parameters filled in, the query serialised as the browser does. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return versionedPath(path) + (text && `?${text}`);
}

function parsed(text: string, type: unknown): unknown {
  return String(type ?? '').includes('json') && text !== '' ? JSON.parse(text) : text;
}

/** A caller; without a token it is unauthenticated. */
export class Caller {
  readonly #app: Application['app'];
  readonly token: string | undefined;
  readonly #cookie: Record<string, string>;
  readonly #fingerprint = randomUUID();
  #key: Promise<Record<string, string>> | undefined;

  /** `cookie`: of the session; needed to request the device key. */
  constructor(app: Application['app'], token?: string, cookie?: string) {
    this.#app = app;
    this.token = token;
    this.#cookie = cookie === undefined ? {} : { cookie };
  }

  async raw({ method, url, headers = {}, payload, remoteAddress }: Raw): Promise<Answer> {
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const response = await this.#app.inject({
      method,
      url,
      headers: { ...authorization, ...headers },
      ...(payload !== undefined && { payload }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    return {
      status: response.statusCode,
      body: parsed(response.payload, response.headers['content-type']),
      headers: response.headers as Answer['headers'],
      raw: response.rawPayload,
    };
  }

  /**
   * The encryption-key header of this caller's own browser, fetched once. Empty when unauthenticated or with a support
   * token.
   */
  keyHeader(): Promise<Record<string, string>> {
    this.#key ??= this.#askKey();
    return this.#key;
  }

  async #askKey(): Promise<Record<string, string>> {
    if (this.token === undefined || this.token.startsWith('pls_')) return {};
    const response = await this.raw({
      method: encryptionKey.method,
      url: addressOf(encryptionKey, {}),
      headers: { 'content-type': 'application/json', ...this.#cookie },
      payload: JSON.stringify({ fingerprint: this.#fingerprint }),
    });
    return response.status === 200 ? { 'user-encryption-key': (response.body as { key: string }).key } : {};
  }

  /** Calls an endpoint with the input unchanged, valid or not. */
  async send(endpoint: Endpoint, input: Parts, headers: Record<string, string> = {}): Promise<Answer> {
    return this.raw({
      method: endpoint.method,
      url: addressOf(endpoint, input),
      headers: {
        ...(endpoint.deviceKey && !('user-encryption-key' in headers) && (await this.keyHeader())),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...(endpoint === encryptionKey && this.#cookie),
        ...headers,
      },
      ...(input.body !== undefined && { payload: JSON.stringify(input.body) }),
    });
  }

  /** Calls an endpoint and expects it to succeed. */
  async call<E extends Endpoint>(endpoint: E, input: CallOf<E>): Promise<ReplyOf<E>> {
    const response = await this.send(endpoint, input as Parts);
    if (response.status >= 300) {
      throw new Error(`${endpoint.name} was refused: ${response.status} ${JSON.stringify(response.body)}`);
    }
    return response.body as ReplyOf<E>;
  }
}
