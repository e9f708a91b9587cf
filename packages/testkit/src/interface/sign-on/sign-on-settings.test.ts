// Setting up single sign-on: permissions, provider metadata, domain ownership, and secrets that are never returned.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addCertificate,
  addDomain,
  changeProvider,
  createProvider,
  listProviders,
  type Provider,
  proveDomain,
  readMetadataAgain,
  removeCertificate,
  removeDomain,
  removeProvider,
  testProvider,
} from '@plumbline/core/features/sso/contract';
import { approveDomain, operatorDomains, signOnRoute } from '@plumbline/core/features/sso/sign-on-contract';
import { operatorKey } from '@plumbline/server/features/auth/operator-key';
import { createOwnKey } from '@plumbline/server/features/sso/saml/own-key';
import { sweepSignOn } from '@plumbline/server/features/sso/sweep';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import { type NameServer, startNameServer } from '../../sign-on/name-server.ts';
import { type SamlProvider, startSamlProvider } from '../../sign-on/saml-provider.ts';

let server: TestServer;
let world: World;
let idp: SamlProvider;
let names: NameServer;
let web: Server;
let webUrl: string;
/** Responses of the provider's site, by path. */
const pages = new Map<string, { status?: number; body: string }>();

beforeAll(async () => {
  names = await startNameServer();
  server = await startTestServer({
    now: new Date(),
    environment: { INSIDE_HOSTS: '127.0.0.1', NAME_SERVERS: names.address },
  });
  world = await createWorld(server);
  idp = await startSamlProvider();
  web = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page?.status ?? (page ? 200 : 404), { location: '/elsewhere' }).end(page?.body);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web?.close();
  await idp?.close();
  await names?.close();
  await server?.close();
});

const source = (text: string) => ({ metadata: text });
const creating = (of: { metadata: string } | { metadataUrl: string }) =>
  ({ kind: 'saml', id: randomUUID(), name: 'Works', source: of }) as const;
const make = (who: Actor = world.owner, of: { metadata: string } | { metadataUrl: string } = source(idp.metadata)) =>
  who.caller.call(createProvider, { body: creating(of) });
const refusedAs = async (of: { metadata: string } | { metadataUrl: string }) => {
  const response = await world.owner.caller.send(createProvider, { body: creating(of) });
  const { code, params } = response.body as { code: string; params?: { reason: string } };
  return params ? `${code} ${params.reason}` : code;
};

test('a provider that does not respond delays no one else', async () => {
  const waiting: (() => void)[] = [];
  // More than there are database connections.
  const many = server.services.pool.options.max + 2;
  let full = () => {};
  const requested = new Promise<void>((resolve) => {
    full = resolve;
  });
  const silent = createServer((_request, response) => {
    waiting.push(() => response.writeHead(404).end());
    if (waiting.length === many) full();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const metadataUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/metadata`;
  const refusals = Promise.all(Array.from({ length: many }, () => refusedAs({ metadataUrl })));
  await requested;
  expect(await world.owner.caller.call(listProviders, {})).toBeDefined();
  for (const response of waiting) response();
  expect(new Set(await refusals)).toEqual(new Set(['provider_unreachable']));
  silent.close();
});

describe('reading a provider', () => {
  test('a file or an address gives the name, endpoints and certificates with their expiry', async () => {
    const created = await make();
    expect(created).toMatchObject({
      kind: 'saml',
      active: false,
      saml: { entityId: idp.entityId, signOnUrl: `${idp.url}/sso`, logoutUrl: `${idp.url}/slo`, metadataUrl: null },
    });
    expect(created.saml?.certificates).toEqual([
      {
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/u),
        subject: 'CN=An identity provider',
        validFrom: expect.any(String),
        validTo: expect.any(String),
      },
    ]);
    const byUrl = await make(world.owner, { metadataUrl: `${idp.url}/metadata` });
    expect(byUrl.saml).toMatchObject({ metadataUrl: `${idp.url}/metadata`, metadataProblem: null });
    await world.owner.caller.call(removeProvider, { params: { providerId: byUrl.id } });
  });

  test.each([
    ['not XML', () => 'nothing', 'xml'],
    [
      'a system entity',
      () => `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${idp.metadata.replace('p-', '&x;')}`,
      'xml',
    ],
    ['an entity bomb', () => `<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a>&b;</a>`, 'xml'],
    ['excessive nesting', () => '<a>'.repeat(100_000), 'xml'],
    ['another namespace', () => idp.metadata.replace(':SAML:2.0:metadata', ':SAML:1.0:metadata'), 'noProvider'],
    ['two providers', () => `<all>${`${idp.metadata.replace(/<\?.*?-->/u, '')}`.repeat(2)}</all>`, 'manyProviders'],
    ['no name', () => idp.metadata.replace(/entityID="[^"]+"/u, ''), 'noName'],
    ['no address', () => idp.metadata.replaceAll('HTTP-Redirect', 'HTTP-POST'), 'noRedirect'],
    ['a script instead of a URL', () => idp.metadata.replaceAll(`${idp.url}/sso`, 'javascript:alert(1)'), 'noRedirect'],
    [
      'no certificate',
      () => idp.metadata.replace(/<ds:X509Certificate>.*<\/ds:X509Certificate>/u, ''),
      'noCertificate',
    ],
    [
      'an invalid certificate',
      () =>
        idp.metadata.replace(
          /<ds:X509Certificate>.*<\/ds:X509Certificate>/u,
          '<ds:X509Certificate>AAAA</ds:X509Certificate>',
        ),
      'noCertificate',
    ],
  ])('%s is refused', async (_name, text, reason) => {
    expect(await refusedAs(source(text()))).toBe(`metadata_invalid ${reason}`);
  });

  test('a metadata address that is internal, redirects, stays silent or is too large is refused', async () => {
    expect(await refusedAs({ metadataUrl: 'http://localhost:1/metadata' })).toBe('metadata_invalid address');
    expect(await refusedAs({ metadataUrl: 'https://169.254.169.254/latest/meta-data' })).toBe(
      'metadata_invalid address',
    );
    expect(await refusedAs({ metadataUrl: 'http://example.org/metadata' })).toBe('metadata_invalid address');
    expect(await refusedAs({ metadataUrl: 'file:///etc/passwd' })).toBe('invalid_input');
    expect(await refusedAs({ metadataUrl: `${webUrl}/nothing` })).toBe('provider_unreachable');
    pages.set('/on', { status: 302, body: '' });
    pages.set('/elsewhere', { body: idp.metadata });
    expect(await refusedAs({ metadataUrl: `${webUrl}/on` })).toBe('provider_unreachable');
    pages.set('/large', { body: `${idp.metadata}${' '.repeat(1_100_000)}` });
    expect(await refusedAs({ metadataUrl: `${webUrl}/large` })).toBe('provider_unreachable');
    expect(await refusedAs(source(' '.repeat(1_200_000)))).toBe('too_large');
  });

  test('certificates overlap during a rollover; the last one cannot be removed', async () => {
    const { id, saml } = await make();
    const params = { providerId: id };
    const first = saml?.certificates[0]?.fingerprint ?? '';
    const next = await createOwnKey('The next', server.clock.now());
    const both = await world.owner.caller.call(addCertificate, { params, body: { certificate: next.certificate } });
    expect(both.saml?.certificates.map((certificate) => certificate.subject)).toEqual([
      'CN=An identity provider',
      'CN=The next',
    ]);
    const bad = await world.owner.caller.send(addCertificate, { params, body: { certificate: 'nonsense' } });
    expect(bad).toMatchObject({ status: 422, body: { fields: [{ path: 'certificate', outcome: 'NOT_VALID' }] } });
    const left = await world.owner.caller.call(removeCertificate, { params: { ...params, fingerprint: first } });
    expect(left.saml?.certificates).toHaveLength(1);
    const last = left.saml?.certificates[0]?.fingerprint ?? '';
    const response = await world.owner.caller.send(removeCertificate, { params: { ...params, fingerprint: last } });
    expect(response.status).toBe(400);
  });

  test('new certificates in the metadata are adopted, another provider is not', async () => {
    pages.set('/metadata', { body: idp.metadata });
    const { id } = await make(world.owner, { metadataUrl: `${webUrl}/metadata` });
    const params = { providerId: id };
    await world.owner.caller.call(changeProvider, { params, body: { active: true } });
    const next = await createOwnKey('The next', server.clock.now());
    const base64 = next.certificate.replaceAll(/-----[^-]+-----|\s/gu, '');
    const renewed = idp.metadata.replace(
      '</ds:X509Data>',
      `<ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data>`,
    );
    pages.set('/metadata', { body: renewed });
    server.clock.advance(25 * 3_600_000);
    await sweepSignOn(server.services);
    server.clock.advance(-25 * 3_600_000);
    const now = (await world.owner.caller.call(listProviders, {})).providers.find((provider) => provider.id === id);
    expect(now?.saml?.certificates).toHaveLength(2);
    pages.set('/metadata', { body: renewed.replace(idp.entityId, 'https://evil.example') });
    const response = await world.owner.caller.send(readMetadataAgain, { params });
    expect(response.body).toMatchObject({ code: 'metadata_invalid', params: { reason: 'otherName' } });
    const after = (await world.owner.caller.call(listProviders, {})).providers.find((provider) => provider.id === id);
    expect(after?.saml).toMatchObject({ entityId: idp.entityId, metadataProblem: 'otherName' });
  });
});

describe('domains', () => {
  const claim = (who: Actor, providerId: string, domain: string) =>
    who.caller.call(addDomain, { params: { providerId }, body: { domain } });
  const domainOf = (provider: Provider, name: string) => provider.domains.find((one) => one.domain === name);
  const routed = async (email: string) => (await world.nobody.call(signOnRoute, { query: { email } })).provider?.id;

  test('a claim has no effect until the DNS record proves it', async () => {
    const created = await make();
    const providerId = created.id;
    await world.owner.caller.call(changeProvider, { params: { providerId }, body: { active: true } });
    const claimed = domainOf(await claim(world.owner, providerId, 'Proven.Example'), 'proven.example');
    expect(claimed).toMatchObject({ provenBy: null, record: { name: '_plumbline.proven.example' } });
    const params = { providerId, domainId: claimed?.id ?? '' };
    const check = () => world.owner.caller.send(proveDomain, { params });
    expect((await check()).body).toMatchObject({ code: 'domain_unproven' });
    names.texts.set('_plumbline.proven.example', ['v=spf1 -all', 'plumbline-verification=of-somebody-else']);
    expect((await check()).body).toMatchObject({ code: 'domain_unproven' });
    expect(await routed('a@proven.example')).toBeUndefined();
    names.texts.set('_plumbline.proven.example', ['v=spf1 -all', claimed?.record.value ?? '']);
    expect(domainOf((await check()).body as Provider, 'proven.example')?.provenBy).toBe('dns');
    expect(await routed('a@proven.example')).toBe(providerId);

    // Another organisation may claim it, needs a different proof, and does not get it even then.
    const theirs = await make(world.other.administrator);
    const second = domainOf(await claim(world.other.administrator, theirs.id, 'proven.example'), 'proven.example');
    expect(second?.record.value).not.toBe(claimed?.record.value);
    names.texts.get('_plumbline.proven.example')?.push(second?.record.value ?? '');
    const response = await world.other.administrator.caller.send(proveDomain, {
      params: { providerId: theirs.id, domainId: second?.id ?? '' },
    });
    expect(response.body).toMatchObject({ code: 'domain_taken' });
    // Until the first organisation gives it up.
    await world.owner.caller.call(removeDomain, { params });
    expect(await routed('a@proven.example')).toBeUndefined();
  });

  test('a domain proved by two organisations at once is granted to only one of them', async () => {
    const both = [world.owner, world.other.administrator];
    const claims = await Promise.all(
      both.map(async (who) => {
        const { id } = await make(who);
        const one = domainOf(await claim(who, id, 'race.example'), 'race.example');
        return { who, params: { providerId: id, domainId: one?.id ?? '' }, value: one?.record.value ?? '' };
      }),
    );
    names.texts.set(
      '_plumbline.race.example',
      claims.map((one) => one.value),
    );
    const answers = await Promise.all(claims.map(({ who, params }) => who.caller.send(proveDomain, { params })));
    expect(answers.map((response) => response.status).sort()).toEqual([200, 409]);
  });

  test('only the operator key approves a domain without proof', async () => {
    const { id: providerId } = await make();
    const domainId = domainOf(await claim(world.owner, providerId, 'word.example'), 'word.example')?.id ?? '';
    const key = operatorKey(server.services.config);
    for (const wrong of ['x'.repeat(24), key.slice(1)]) {
      expect((await world.nobody.send(operatorDomains, { body: { key: wrong } })).status).toBe(403);
      const body = { key: wrong, domainId, approved: true };
      expect((await world.nobody.send(approveDomain, { body })).status).toBe(403);
    }
    const { domains } = await world.nobody.call(operatorDomains, { body: { key } });
    expect(domains.find((one) => one.id === domainId)).toMatchObject({
      domain: 'word.example',
      organisation: 'Bauhütte GmbH',
    });
    const decide = (approved: boolean) => world.nobody.call(approveDomain, { body: { key, domainId, approved } });
    expect((await decide(true)).domains.find((one) => one.id === domainId)?.provenBy).toBe('operator');
    expect((await decide(false)).domains.find((one) => one.id === domainId)?.provenBy).toBeNull();
  });

  test.each(['example', '*.example.org', 'a b.example', 'http://example.org', '-a.example', 'localhost', '10.0.0.1'])(
    '%s is not a domain',
    async (domain) => {
      const providers = (await world.owner.caller.call(listProviders, {})).providers;
      const response = await world.owner.caller.send(addDomain, {
        params: { providerId: providers[0]?.id },
        body: { domain },
      });
      expect(response.status).toBe(422);
    },
  );
});

describe('permissions', () => {
  test('administrators manage the providers of their own organisation', async () => {
    const { id: providerId } = await make();
    const params = { providerId };
    for (const who of [world.colleague, world.roles.administrator]) {
      expect((await who.caller.send(listProviders, {})).status).toBe(403);
      expect((await who.caller.send(testProvider, { params })).status).toBe(403);
    }
    const outsider = world.other.administrator.caller;
    for (const [endpoint, input] of [
      [changeProvider, { params, body: { active: true } }],
      [removeProvider, { params }],
      [testProvider, { params }],
      [addDomain, { params, body: { domain: 'x.example' } }],
      [readMetadataAgain, { params }],
    ] as const) {
      expect((await outsider.send(endpoint, input)).status, endpoint.name).toBe(404);
    }
    expect((await outsider.call(listProviders, {})).providers.map((provider) => provider.id)).not.toContain(providerId);
  });

  test('a provider of another organisation cannot be taken over by its id', async () => {
    const { id } = await make();
    const response = await world.other.administrator.caller.send(createProvider, {
      body: { ...creating(source(idp.metadata)), id },
    });
    expect(response.status).toBe(409);
  });
});

test('secrets are never disclosed: not in responses, not readable in the database', async () => {
  pages.set('/.well-known/openid-configuration', {
    body: JSON.stringify({
      issuer: webUrl,
      authorization_endpoint: `${webUrl}/auth`,
      token_endpoint: `${webUrl}/token`,
      jwks_uri: `${webUrl}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  });
  const secret = `canary-${randomUUID()}`;
  const body = {
    kind: 'oidc',
    id: randomUUID(),
    name: 'Cloud',
    issuer: webUrl,
    clientId: 'c',
    clientSecret: secret,
  } as const;
  const created = await world.owner.caller.call(createProvider, { body });
  expect(JSON.stringify([created, await world.owner.caller.call(listProviders, {})])).not.toContain(secret);
  const rows = await server.database.root.query(`SELECT p::text AS all FROM sso_provider p`);
  const dumped = rows.rows.map((row) => String(row.all)).join('\n');
  expect(dumped).not.toContain(secret);
  expect(dumped).not.toContain(Buffer.from(secret).toString('hex'));
  expect(dumped).not.toContain('PRIVATE KEY');
  expect(JSON.stringify(server.logged)).not.toContain(secret);
  const events = await server.database.root.query(`SELECT detail::text AS detail FROM security_event`);
  expect(JSON.stringify(events.rows)).not.toContain(secret);
});
