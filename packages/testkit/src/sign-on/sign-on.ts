// A browser signing on, as the server sees it: it keeps cookies, follows no redirects by itself, and can read the URL
// fragment.
import { randomUUID } from 'node:crypto';
import type { Provider } from '@plumbline/core/features/sso/contract';
import { addDomain, changeProvider, createProvider } from '@plumbline/core/features/sso/contract';
import { approveDomain, beginSignOn, finishSignOn } from '@plumbline/core/features/sso/sign-on-contract';
import { operatorKey } from '@plumbline/server/features/auth/operator-key';
import type { Actor } from '../actors.ts';
import { type Answer, Caller } from '../calls.ts';
import type { TestServer } from '../server.ts';

export class Browser {
  readonly #caller: Caller;
  readonly #cookies = new Map<string, string>();

  constructor(server: TestServer) {
    this.#caller = new Caller(server.app);
  }

  #kept(response: Answer): Answer {
    for (const one of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...rest] = one.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (rest.some((part) => part.trim() === 'Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Started from our own page. */
  async begin(providerId: string, returnTo?: string): Promise<string> {
    const response = await this.send(beginSignOn, {
      body: { providerId, ...(returnTo !== undefined && { returnTo }) },
    });
    if (response.status !== 200) throw new Error(`begin: ${response.status} ${JSON.stringify(response.body)}`);
    return (response.body as { location: string }).location;
  }

  async send(endpoint: Parameters<Caller['send']>[0], input: Parameters<Caller['send']>[1]): Promise<Answer> {
    return this.#kept(
      await this.#caller.send(endpoint, input, { cookie: this.cookie, 'sec-fetch-site': 'same-origin' }),
    );
  }

  /**
   * Submits a form from another site, which sends none of our cookies. Returns the URL the browser is redirected to.
   */
  async post(url: string, fields: Record<string, string>): Promise<string> {
    const response = await this.#caller.raw({
      method: 'POST',
      url: new URL(url).pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'http://127.0.0.1:1',
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return response.status === 303 ? String(response.headers.location) : `${response.status}`;
  }

  /** Navigates here from another site. */
  async get(url: string): Promise<string> {
    const { pathname, search } = new URL(url);
    const response = await this.#caller.raw({
      method: 'GET',
      url: `${pathname}${search}`,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    return response.status === 303 ? String(response.headers.location) : `${response.status}`;
  }

  /** Redeems the ticket in the URL fragment. */
  finish(location: string, preferences: { language?: string; timeZone?: string } = {}): Promise<Answer> {
    const ticket = location.split('#')[1] ?? 'there-is-no-ticket-at-all';
    return this.send(finishSignOn, { body: { ticket, ...preferences } });
  }
}

/** Claims the domain for the organisation and approves it as the operator. */
export async function ownDomain(server: TestServer, owner: Actor, providerId: string, domain: string): Promise<void> {
  const claimed = await owner.caller.call(addDomain, { params: { providerId }, body: { domain } });
  const domainId = claimed.domains.find((one) => one.domain === domain)?.id ?? '';
  await new Caller(server.app).call(approveDomain, {
    body: { key: operatorKey(server.services.config), domainId, approved: true },
  });
}

type ProviderOptions = { metadata: string; domain?: string; name?: string; active?: boolean };

export async function addSaml(
  server: TestServer,
  owner: Actor,
  { metadata, domain, name = 'Works', active = true }: ProviderOptions,
): Promise<Provider> {
  const created = await owner.caller.call(createProvider, {
    body: { kind: 'saml', id: randomUUID(), name, source: { metadata } },
  });
  if (domain !== undefined) await ownDomain(server, owner, created.id, domain);
  return owner.caller.call(changeProvider, { params: { providerId: created.id }, body: { active } });
}
