// Sign-on with SAML: the valid flow, and every kind of forgery, against an independent identity provider with keys of
// its own.
import { createHmac, createPrivateKey, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { account } from '@plumbline/core/features/account/contract';
import { changeSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import { me } from '@plumbline/core/features/auth/contract';
import { changeProvider, listProviders, type Provider, testProvider } from '@plumbline/core/features/sso/contract';
import {
  beginSignOn,
  finishSignOn,
  leaveSignOn,
  signOnChoices,
  signOnRoute,
} from '@plumbline/core/features/sso/sign-on-contract';
import { createApp } from '@plumbline/server/app/app';
import { buildServices } from '@plumbline/server/app/services';
import { createOwnKey } from '@plumbline/server/features/sso/saml/own-key';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, signIn, type World } from '../../actors.ts';
import { Caller } from '../../calls.ts';
import { startTestServer, type TestServer } from '../../server.ts';
import {
  encoded,
  newXmlId,
  type SamlClaims,
  type SamlProvider,
  type SamlRequest,
  signXml,
  startSamlProvider,
  writeAnswer,
} from '../../sign-on/saml-provider.ts';
import { addSaml, Browser, ownDomain } from '../../sign-on/sign-on.ts';

let server: TestServer;
let world: World;
let idp: SamlProvider;
let provider: Provider;

beforeAll(async () => {
  // The independent implementation uses the system clock.
  server = await startTestServer({ now: new Date() });
  world = await createWorld(server);
  idp = await startSamlProvider(() => server.clock.now());
  provider = await addSaml(server, world.owner, { metadata: idp.metadata, domain: 'works.example' });
  idp.trust(String((await metadataOf(provider)).body));
});
afterAll(async () => {
  await idp?.close();
  await server?.close();
});
beforeEach(() => {
  idp.person = {
    nameId: `n-${randomUUID()}`,
    attributes: { mail: `${randomUUID()}@works.example`, givenName: 'Paula', sn: 'Pichler' },
  };
});

const metadataOf = (one: Provider) => world.nobody.raw({ method: 'GET', url: new URL(one.ours.metadataUrl).pathname });

async function begun(browser = new Browser(server), returnTo?: string): Promise<SamlRequest> {
  return idp.ask(await browser.begin(provider.id, returnTo));
}

const answer = (browser: Browser, base64: string, state?: string) =>
  browser.post(provider.ours.answerUrl, { SAMLResponse: base64, ...(state !== undefined && { RelayState: state }) });

/** Signs on with a valid response and returns the caller. */
async function signedOn(
  browser = new Browser(server),
): Promise<{ caller: Caller; location: string; browser: Browser }> {
  const requested = await begun(browser);
  const location = await answer(browser, await idp.answer(requested));
  const ended = await browser.finish(location);
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  const { token } = ended.body as { token: { access_token: string } };
  return { caller: new Caller(server.app, token.access_token), location, browser };
}

/** Sessions would expire if the clock stayed this late. */
async function later(ms: number, look: () => Promise<void>): Promise<void> {
  server.clock.advance(ms);
  await look().finally(() => server.clock.advance(-ms));
}

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString();
const withoutFrame = (xml: string): string =>
  /<saml:Assertion[\s\S]*<\/saml:Assertion>/u
    .exec(xml)?.[0]
    .replace('<saml:Assertion', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"') ?? '';

const FAILED = '/samlLogin?failed=1';
const peopleCount = async () =>
  (await server.database.root.query<{ count: number }>('SELECT count(*)::int AS count FROM app_user')).rows[0]?.count;
const sessionCount = async () =>
  (await server.database.root.query<{ count: number }>('SELECT count(*)::int AS count FROM session')).rows[0]?.count;
/** The recorded reason why the last response was refused; it is not disclosed to the client. */
const noted = async () =>
  (
    await server.database.root.query<{ problem: string }>(
      `SELECT detail ->> 'problem' AS problem FROM security_event WHERE kind = 'sign_on.refused' ORDER BY id DESC LIMIT 1`,
    )
  ).rows[0]?.problem;

describe('a valid sign-on', () => {
  test('a new user is added and signed in with SAML, without a second step', async () => {
    const { caller } = await signedOn();
    const user = await caller.call(me, {});
    expect(user).toMatchObject({
      username: idp.person.attributes.mail,
      firstName: 'Paula',
      lastName: 'Pichler',
      type: 'SAML',
      organisationId: world.organisationId,
      owner: false,
      settings: { admin: false },
    });
    await world.owner.caller.call(changeSignInPolicy, { body: { forceMfa: true } });
    expect((await world.owner.caller.send(listProviders, {})).status).toBe(403);
    expect(await caller.call(me, {})).toMatchObject({ forceMfa: true, secondStepMissing: false });
    expect((await caller.send(account, {})).status).toBe(200);
    await server.database.root.query('UPDATE organisation SET force_mfa = false');
  });

  test('the same person is recognised by the name id, even if the address has changed', async () => {
    const first = await (await signedOn()).caller.call(me, {});
    idp.person.attributes.mail = 'somebody.else@works.example';
    const again = await (await signedOn()).caller.call(me, {});
    expect(again.userId).toBe(first.userId);
    expect(again.username).toBe(first.username);
  });

  test('a member of the organisation is matched by the proven address', async () => {
    const email = `${randomUUID()}@works.example`;
    const member = await createPerson(server, {
      organisationId: world.organisationId,
      firstName: 'Max',
      lastName: 'Moser',
    });
    await server.database.root.query('UPDATE app_user SET email = $2 WHERE id = $1', [member.userId, email]);
    idp.person.attributes.mail = email.toUpperCase();
    expect((await (await signedOn()).caller.call(me, {})).userId).toBe(member.userId);
  });

  test('the requested address is restored, and the relay state is ignored', async () => {
    const browser = new Browser(server);
    const requested = await begun(browser, '/project/1?tab=a');
    const ended = await browser.finish(await answer(browser, await idp.answer(requested), 'https://evil.example/'));
    expect(ended.body).toMatchObject({ kind: 'in', returnTo: '/project/1?tab=a' });
  });

  test('a response signed as a whole is accepted, even if its assertion is signed too', async () => {
    for (const elements of [['Response'], ['Assertion', 'Response']] as const) {
      const browser = new Browser(server);
      const requested = await begun(browser);
      const xml = elements.reduce<string>(
        (text, element) => signXml(text, { element, key: idp.key }),
        writeAnswer(idp.honest(requested)),
      );
      expect((await browser.finish(await answer(browser, encoded(xml)))).status).toBe(200);
    }
  });

  test('an encrypted assertion is accepted, signed inside, outside or both', async () => {
    for (const make of [
      (xml: string, name: string) => idp.sealed(signXml(xml, { key: idp.key }), name),
      (xml: string, name: string) => idp.sealed(signXml(xml, { key: idp.key }), name, { data: `${XMLENC}aes256-cbc` }),
      async (xml: string, name: string) =>
        encoded(signXml(decoded(await idp.sealed(xml, name)), { element: 'Response', key: idp.key })),
      async (xml: string, name: string) => {
        const within = await idp.sealed(signXml(xml, { key: idp.key }), name);
        return encoded(signXml(decoded(within), { element: 'Response', key: idp.key }));
      },
    ]) {
      const browser = new Browser(server);
      const requested = await begun(browser);
      const base64 = await make(writeAnswer(idp.honest(requested)), requested.entityId);
      expect(decoded(base64)).not.toContain('Paula');
      expect((await browser.finish(await answer(browser, base64))).status).toBe(200);
    }
  });

  test('the email domain leads to the provider, whether or not the address has an account', async () => {
    const of = (email: string) => world.nobody.call(signOnRoute, { query: { email } });
    expect(await of('nobody.at.all@works.example')).toEqual({ provider: { id: provider.id, name: 'Works' } });
    expect(await of(world.owner.email)).toEqual({ provider: null });
    expect(await of('a@sub.works.example')).toEqual({ provider: null });
    expect(await world.nobody.call(signOnChoices, {})).toEqual({ providers: [] });
    await world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { listed: true } });
    expect(await world.nobody.call(signOnChoices, {})).toEqual({ providers: [{ id: provider.id, name: 'Works' }] });
    await world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { listed: false } });
  });
});

describe('a rejected response', () => {
  let browser: Browser;
  let requested: SamlRequest;
  let before: [number | undefined, number | undefined];
  beforeEach(async () => {
    browser = new Browser(server);
    requested = await begun(browser);
    before = [await peopleCount(), await sessionCount()];
  });

  /** The same refusal for all, no user created, no session started; and the attempt itself stays valid. */
  async function expectRefused(base64: string, problem: string): Promise<void> {
    const location = await answer(browser, base64);
    expect(location).toBe(FAILED);
    expect(await noted()).toBe(problem);
    expect([await peopleCount(), await sessionCount()]).toEqual(before);
  }
  const said = (change: Partial<SamlClaims> = {}): SamlClaims => ({ ...idp.honest(requested), ...change });
  const signed = (change: Partial<SamlClaims> = {}) => encoded(signXml(writeAnswer(said(change)), { key: idp.key }));

  test('without a signature, or signed with another key', async () => {
    await expectRefused(encoded(writeAnswer(said())), 'signature');
    const other = await createOwnKey('Somebody else', server.clock.now());
    const key = createPrivateKey({ key: other.key, format: 'der', type: 'pkcs8' })
      .export({ type: 'pkcs8', format: 'pem' })
      .toString();
    await expectRefused(encoded(signXml(writeAnswer(said()), { key })), 'signature');
    // It includes its own certificate: only those accepted by the organisation are trusted.
    const xml = signXml(writeAnswer(said()), { key });
    const certificate = other.certificate.replaceAll(/-----[^-]+-----|\s/gu, '');
    const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`;
    await expectRefused(encoded(xml.replace('</ds:Signature>', info)), 'signature');
    // After all that, the valid response is still accepted.
    expect((await browser.finish(await answer(browser, await idp.answer(requested)))).status).toBe(200);
  });

  test('altered after signing', async () => {
    const xml = signXml(writeAnswer(said()), { key: idp.key });
    for (const [from, to] of [
      ['Paula', 'Petra'],
      [idp.person.nameId, 'n-of-somebody-else'],
      ['@works.example', '@other.example'],
      ['<ds:DigestValue>', '<ds:DigestValue>AAAA'],
    ] as const) {
      expect(xml).toContain(from);
      await expectRefused(encoded(xml.replace(from, to)), 'signature');
    }
    const whole = signXml(writeAnswer(said()), { element: 'Response', key: idp.key });
    await expectRefused(encoded(whole.replace('Paula', 'Petra')), 'signature');
    const both = signXml(xml, { element: 'Response', key: idp.key });
    // The envelope is altered, the assertion inside is valid: every signature present must be valid.
    await expectRefused(
      encoded(both.replace('Version="2.0" IssueInstant', 'Version="2.0" Consent="x" IssueInstant')),
      'signature',
    );
  });

  test('with weak, foreign or unusual algorithms', async () => {
    const sha1 = signXml(writeAnswer(said()), {
      key: idp.key,
      signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    });
    await expectRefused(encoded(sha1), 'algorithm');
    const digest = signXml(writeAnswer(said()), {
      key: idp.key,
      digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
    });
    await expectRefused(encoded(digest), 'algorithm');
    // The public certificate used as an HMAC secret.
    const hmac = createHmac('sha1', idp.certificate).update('anything').digest('base64');
    const xml = signXml(writeAnswer(said()), { key: idp.key })
      .replace(
        /SignatureMethod Algorithm="[^"]+"/u,
        'SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"',
      )
      .replace(/<ds:SignatureValue>[^<]+/u, `<ds:SignatureValue>${hmac}`);
    await expectRefused(encoded(xml), 'algorithm');
    const xslt = signXml(writeAnswer(said()), { key: idp.key }).replace(
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
    );
    await expectRefused(encoded(xslt), 'algorithm');
  });

  test('encrypted: unsigned, altered, for another recipient, with a weak algorithm, or two of them', async () => {
    const name = requested.entityId;
    const plain = writeAnswer(said());
    const right = signXml(plain, { key: idp.key });
    await expectRefused(await idp.sealed(plain, name), 'signature');
    await expectRefused(await idp.sealed(right.replace('Paula', 'Petra'), name), 'signature');
    await expectRefused(await idp.sealed(right, name, { data: `${XMLENC}tripledes-cbc` }), 'algorithm');
    await expectRefused(await idp.sealed(right, name, { key: `${XMLENC}rsa-1_5` }), 'algorithm');
    const sealed = decoded(await idp.sealed(right, name));
    // One character of the ciphertext is changed.
    const at = sealed.search(/<\/\w+:CipherValue>(?![\s\S]*CipherValue>)/u) - 8;
    expect(at).toBeGreaterThan(0);
    const other = sealed[at] === 'A' ? 'B' : 'A';
    await expectRefused(encoded(sealed.slice(0, at) + other + sealed.slice(at + 1)), 'signature');
    const part = /<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>/u.exec(sealed)?.[0] ?? '';
    expect(part).not.toBe('');
    await expectRefused(encoded(sealed.replace(part, part + part)), 'shape');
    const beside = withoutFrame(writeAnswer(said({ person: { ...idp.person, nameId: 'evil' } })));
    await expectRefused(encoded(sealed.replace(part, part + beside)), 'shape');
    // Encrypted for another installation, whose key we do not have.
    const foreign = await createOwnKey('Another installation', server.clock.now());
    const certificate = foreign.certificate.replaceAll(/-----[^-]+-----|\s/gu, '');
    const theirs = String((await metadataOf(provider)).body)
      .replaceAll(/(<ds:X509Certificate>)[^<]+/gu, `$1${certificate}`)
      .replaceAll(provider.ours.entityId, 'https://another.example');
    idp.trust(theirs);
    await expectRefused(await idp.sealed(right, 'https://another.example'), 'signature');
    // After all that, the valid response is still accepted.
    expect((await browser.finish(await answer(browser, encoded(sealed)))).status).toBe(200);
  });

  describe('signature wrapping', () => {
    const evil = () => writeAnswer(said({ person: { ...idp.person, nameId: 'evil' } }));
    const partOf = (xml: string, name: string): string =>
      new RegExp(`<(?:\\w+:)?${name}[\\s>][\\s\\S]*</(?:\\w+:)?${name}>`, 'u').exec(xml)?.[0] ?? '';
    const withoutSignature = (xml: string) => xml.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/u, '');
    const good = () => signXml(writeAnswer(said()), { key: idp.key });
    const whole = () => signXml(writeAnswer(said()), { element: 'Response', key: idp.key });
    const variants: [string, () => string][] = [
      [
        'the signed response inside the signature of a forged one',
        () => {
          const xml = whole();
          const signature = partOf(xml, 'Signature');
          const wrapped = signature.replace(
            '</ds:Signature>',
            `<ds:Object>${withoutSignature(xml)}</ds:Object></ds:Signature>`,
          );
          return evil().replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`);
        },
      ],
      [
        'the signed response next to the signature in a forged one',
        () => {
          const xml = whole();
          return evil().replace('</saml:Issuer>', `</saml:Issuer>${partOf(xml, 'Signature')}${withoutSignature(xml)}`);
        },
      ],
      [
        'a forged assertion before the signed one',
        () => {
          const xml = good();
          return xml.replace('<saml:Assertion', `${partOf(evil(), 'Assertion')}<saml:Assertion`);
        },
      ],
      [
        'a forged assertion after the signed one',
        () => good().replace('</samlp:Response>', `${partOf(evil(), 'Assertion')}</samlp:Response>`),
      ],
      [
        'the signed assertion inside a forged one',
        () => {
          const inner = partOf(good(), 'Assertion');
          return evil().replace('</saml:Assertion>', `${inner}</saml:Assertion>`);
        },
      ],
      [
        'the signed assertion in the extensions of a forged response',
        () => {
          const inner = partOf(good(), 'Assertion');
          return evil().replace('<samlp:Status>', `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`);
        },
      ],
      [
        'the signature moved to a forged assertion that contains the signed one',
        () => {
          const xml = good();
          const signature = partOf(xml, 'Signature');
          const inner = withoutSignature(partOf(xml, 'Assertion'));
          const wrapped = signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);
          return evil().replace(/(<saml:Assertion [\s\S]*?<\/saml:Issuer>)/u, `$1${wrapped}`);
        },
      ],
      [
        'two elements with the same id',
        () => {
          const xml = good();
          const id = /<saml:Assertion ID="([^"]+)"/u.exec(xml)?.[1] ?? '';
          return evil()
            .replace(/<saml:Assertion ID="[^"]+"/u, `<saml:Assertion ID="${id}"`)
            .replace(
              '<samlp:Status>',
              `<samlp:Extensions>${partOf(xml, 'Assertion')}</samlp:Extensions><samlp:Status>`,
            );
        },
      ],
      ['a reference to the whole document', () => good().replace(/URI="#[^"]+"/u, 'URI=""')],
      [
        'two references in one signature',
        () => {
          const xml = good();
          return xml.replace('</ds:SignedInfo>', `${partOf(xml, 'Reference')}</ds:SignedInfo>`);
        },
      ],
      [
        'two digests in one reference',
        () => good().replace('<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>'),
      ],
      [
        'an assertion that only looks like one',
        () =>
          good().replace(
            '<samlp:Status>',
            `<samlp:Extensions><evil:Assertion xmlns:evil="urn:evil"/></samlp:Extensions><samlp:Status>`,
          ),
      ],
    ];
    test.each(variants)('%s', async (_name, make) => {
      const xml = make();
      expect(xml).not.toBe(good());
      await expectRefused(encoded(xml), 'shape');
    });
  });

  test('with markup that parsers read differently', async () => {
    const xml = signXml(writeAnswer(said({ person: { ...idp.person, nameId: 'admin@works.example.evil.example' } })), {
      key: idp.key,
    });
    const variants = [
      xml.replace('works.example.evil', 'works.example<!-- -->.evil'),
      xml.replace('<ds:DigestValue>', '<ds:DigestValue><!-- x -->'),
      xml.replace('works.example.evil', 'works.example<?x?>.evil'),
      xml.replace('works.example.evil', 'works.example<![CDATA[.]]>evil'),
      `<!DOCTYPE r>${xml}`,
      `<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1/"?>${xml}`,
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('Paula', '&x;')}`,
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('Paula', '&b;')}`,
      xml.replace('Paula', '&x;'),
      xml.replace('<samlp:Response ', '<samlp:Response xmlns:samlp="urn:evil" '),
    ];
    for (const variant of variants) {
      expect(variant).not.toBe(xml);
      await expectRefused(encoded(variant), 'shape');
    }
    await expectRefused(Buffer.from(`\ufeff${xml}`, 'utf16le').toString('base64'), 'shape');
  });

  test('for another audience, recipient or destination, or from another issuer', async () => {
    const other = `${provider.ours.entityId}x`;
    await expectRefused(signed({ audience: other }), 'audience');
    await expectRefused(signed({ recipient: other }), 'recipient');
    await expectRefused(signed({ destination: 'https://other.example/acs' }), 'recipient');
    await expectRefused(signed({ issuer: 'https://other.example' }), 'issuer');
    const none = writeAnswer(said()).replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/u, '');
    await expectRefused(encoded(signXml(none, { key: idp.key })), 'audience');
  });

  test('too early, too late, too old', async () => {
    const at = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000);
    await expectRefused(signed({ notOnOrAfter: at(-2) }), 'time');
    await expectRefused(signed({ notBefore: at(2) }), 'time');
    await expectRefused(signed({ issuedAt: at(-7), notOnOrAfter: at(60) }), 'time');
    await expectRefused(signed({ issuedAt: at(2), notOnOrAfter: at(60) }), 'time');
    const endless = writeAnswer(said()).replaceAll(/ NotOnOrAfter="[^"]+"/gu, '');
    await expectRefused(encoded(signXml(endless, { key: idp.key })), 'time');
    // Clocks may differ slightly.
    expect(
      (await browser.finish(await answer(browser, signed({ notBefore: at(0.5), issuedAt: at(0.5) })))).status,
    ).toBe(200);
  });

  test('without a name id, with a transient one, or without an address', async () => {
    await expectRefused(signed({ person: { ...idp.person, nameId: '' } }), 'subject');
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    await expectRefused(signed({ person: { ...idp.person, format } }), 'subject');
    await expectRefused(signed({ person: { ...idp.person, attributes: {} } }), 'noEmail');
    await expectRefused(signed({ status: 'AuthnFailed' }), 'status');
  });

  test('a second time, also in another process and after a restart', async () => {
    const base64 = await idp.answer(requested);
    expect((await browser.finish(await answer(browser, base64))).status).toBe(200);
    before = [await peopleCount(), await sessionCount()];
    await expectRefused(base64, 'replayed');
    const other = await createApp(
      buildServices(server.services.config, {
        pool: server.services.pool,
        log: server.services.log,
        clock: server.clock,
      }),
    );
    try {
      const sent = await other.app.inject({
        method: 'POST',
        url: new URL(provider.ours.answerUrl).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ SAMLResponse: base64 }).toString(),
      });
      expect([sent.statusCode, sent.headers.location]).toEqual([303, FAILED]);
    } finally {
      await other.app.close();
    }
    // Another assertion for the same request is not accepted either.
    await expectRefused(signed(), 'request');
    expect([await peopleCount(), await sessionCount()]).toEqual(before);
  });

  test('twice concurrently: one is accepted', async () => {
    const base64 = await idp.answer(requested);
    const sent = await Promise.all([1, 2, 3, 4].map(() => answer(browser, base64)));
    expect(sent.filter((location) => location !== FAILED)).toHaveLength(1);
  });

  test('that was not requested, or was requested from another provider, or long ago', async () => {
    await expectRefused(signed({ inResponseTo: undefined }), 'request');
    await expectRefused(signed({ inResponseTo: newXmlId() }), 'request');
    const second = await addSaml(server, world.owner, { metadata: idp.metadata, name: 'Second' });
    const theirs = await idp.ask(await asking(second));
    await expectRefused(signed({ inResponseTo: theirs.id }), 'request');
    await later(16 * 60_000, async () => expectRefused(signed(), 'request'));
  });

  test('has no effect in another browser', async () => {
    const location = await answer(browser, await idp.answer(requested));
    expect(location).toMatch(/^\/samlLogin#[\w-]{43}$/u);
    const outsider = new Browser(server);
    await begun(outsider);
    const refused = await outsider.finish(location);
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'sign_on_failed', error: 'invalid_grant' }]);
    expect((await new Browser(server).finish(location)).status).toBe(400);
    expect((await browser.finish(location)).status).toBe(200);
    // And only once.
    expect((await browser.finish(location)).status).toBe(400);
  });

  test('a ticket expires after two minutes', async () => {
    const location = await answer(browser, await idp.answer(requested));
    await later(121_000, async () => expect((await browser.finish(location)).status).toBe(400));
  });

  test('huge, or empty', async () => {
    expect(await answer(browser, 'A'.repeat(600_000))).toBe('413');
    await expectRefused(encoded(`${writeAnswer(said())}${' '.repeat(270_000)}`), 'shape');
    await expectRefused(encoded(`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`), 'shape');
    await expectRefused('', 'shape');
    await expectRefused('%%%', 'shape');
    await expectRefused(encoded('not xml'), 'shape');
    expect(server.logged.filter((one) => one.level !== 'warn')).toEqual([]);
  });

  test('another site cannot begin or finish a sign-on for a user', async () => {
    const send = (endpoint: typeof beginSignOn | typeof finishSignOn, body: unknown) =>
      world.nobody.send(endpoint, { body }, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect((await send(beginSignOn, { providerId: provider.id })).status).toBe(403);
    expect((await send(finishSignOn, { ticket: 'a'.repeat(43) })).status).toBe(403);
  });
});

async function asking(one: Provider): Promise<string> {
  idp.trust(String((await metadataOf(one)).body));
  await world.owner.caller.call(changeProvider, { params: { providerId: one.id }, body: { active: true } });
  return new Browser(server).begin(one.id);
}

describe('other providers', () => {
  const failing = async (one: Provider, actorIdp: SamlProvider, person: SamlProvider['person']) => {
    const browser = new Browser(server);
    const requested = await actorIdp.ask(await browser.begin(one.id));
    return browser.post(one.ours.answerUrl, { SAMLResponse: await actorIdp.answer(requested, person) });
  };

  test('a provider opens no account of another organisation, and none of an owner', async () => {
    const rogue = await startSamlProvider(() => server.clock.now());
    try {
      const theirs = await addSaml(server, world.other.administrator, {
        metadata: rogue.metadata,
        domain: 'rogue.example',
        name: 'Rogue',
      });
      rogue.trust(String((await metadataOf(theirs)).body));
      const victim = world.roles.administrator;
      const before = await peopleCount();
      const person = (mail: string) => ({ nameId: randomUUID(), attributes: { mail } });
      // An address outside their domains.
      expect(await failing(theirs, rogue, person(victim.email))).toBe(FAILED);
      expect(await noted()).toBe('domain');
      // Even with a domain of theirs, the account of a non-member stays closed.
      await server.database.root.query(`UPDATE app_user SET email = 'victim@rogue.example' WHERE id = $1`, [
        victim.userId,
      ]);
      expect(await failing(theirs, rogue, person('victim@rogue.example'))).toBe(FAILED);
      expect(await noted()).toBe('person');
      await server.database.root.query('UPDATE app_user SET email = $2 WHERE id = $1', [victim.userId, victim.email]);
      // A name id known from another provider is worthless here.
      const known = (await signedOn()).caller;
      expect(await failing(theirs, rogue, { ...idp.person })).toBe(FAILED);
      expect((await known.call(me, {})).organisationId).toBe(world.organisationId);
      expect(await peopleCount()).toBe((before ?? 0) + 1);
      // Their response sent to our address: signed with a key that is not trusted.
      const browser = new Browser(server);
      const requested = await begun(browser);
      const forged = signXml(writeAnswer({ ...idp.honest(requested) }), { key: rogue.key });
      expect(await answer(browser, encoded(forged))).toBe(FAILED);
    } finally {
      await rogue.close();
    }
  });

  test('an owner is not signed in by address, but can link the account while testing', async () => {
    const email = `owner-${randomUUID()}@works.example`;
    await server.database.root.query('UPDATE app_user SET email = $2 WHERE id = $1', [world.owner.userId, email]);
    idp.person.attributes.mail = email;
    const browser = new Browser(server);
    const requested = await begun(browser);
    expect(await answer(browser, await idp.answer(requested))).toBe(FAILED);
    expect(await noted()).toBe('person');
    const report = await tested(world.owner);
    expect(report).toMatchObject({ problem: null, email, linked: true, firstName: 'Paula' });
    expect((await (await signedOn()).caller.call(me, {})).userId).toBe(world.owner.userId);
    await server.database.root.query('UPDATE app_user SET email = $2 WHERE id = $1', [
      world.owner.userId,
      world.owner.email,
    ]);
  });

  test('a deactivated member cannot sign on', async () => {
    const { caller } = await signedOn();
    const { userId } = await caller.call(me, {});
    await server.database.root.query('UPDATE organisation_member SET active = false WHERE user_id = $1', [userId]);
    const browser = new Browser(server);
    const requested = await begun(browser);
    expect(await answer(browser, await idp.answer(requested))).toBe(FAILED);
    expect(await noted()).toBe('person');
    expect((await caller.send(me, {})).status).toBe(401);
  });

  test('no user is created if the organisation disabled it, or by an inactive provider', async () => {
    const set = (body: { createUsers?: boolean; active?: boolean }) =>
      world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body });
    await set({ createUsers: false });
    let browser = new Browser(server);
    expect(await answer(browser, await idp.answer(await begun(browser)))).toBe(FAILED);
    expect(await noted()).toBe('person');
    await set({ createUsers: true });
    const { caller } = await signedOn();
    browser = new Browser(server);
    const requested = await begun(browser);
    const late = new Browser(server);
    const location = await answer(late, await idp.answer(await begun(late)));
    await set({ active: false });
    expect((await caller.send(me, {})).status).toBe(401);
    expect(await answer(browser, await idp.answer(requested))).toBe(FAILED);
    expect((await late.finish(location)).status).toBe(400);
    expect((await browser.send(beginSignOn, { body: { providerId: provider.id } })).status).toBe(400);
    await set({ active: true });
  });

  test('if sign-on is required, passwords are refused, except for owners', async () => {
    const email = `${randomUUID()}@works.example`;
    const { organisationId } = world;
    const member = await createPerson(server, { organisationId, firstName: 'Rosa', lastName: 'Rieder' });
    await server.database.root.query('UPDATE app_user SET email = $2 WHERE id = $1', [member.userId, email]);
    const known = { ...member, email };
    await signIn(server, known);
    const set = (required: boolean) =>
      world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { required } });
    await set(true);
    await expect(signIn(server, known)).rejects.toThrow('wrong_credentials');
    idp.person.attributes.mail = email;
    expect((await (await signedOn()).caller.call(me, {})).userId).toBe(member.userId);
    await server.database.root.query('UPDATE organisation_member SET owner = true WHERE user_id = $1', [member.userId]);
    await signIn(server, known);
    await set(false);
  });

  test('a new user gets a licence if one is free, and an invited user becomes active', async () => {
    const { organisationId } = world;
    const membershipOf = async (userId: string) =>
      (
        await server.database.root.query(
          'SELECT licence, state FROM organisation_member WHERE organisation_id = $1 AND user_id = $2',
          [organisationId, userId],
        )
      ).rows[0];
    const come = async () => membershipOf((await (await signedOn()).caller.call(me, {})).userId);
    const anotherPerson = () => {
      idp.person = { nameId: randomUUID(), attributes: { mail: `${randomUUID()}@works.example` } };
    };
    expect(await come()).toEqual({ licence: 'full', state: 'active' });
    await server.database.root.query('UPDATE organisation SET full_licences = 0, mobile_licences = 0 WHERE id = $1', [
      organisationId,
    ]);
    anotherPerson();
    expect(await come()).toEqual({ licence: null, state: 'active' });
    await server.database.root.query('UPDATE organisation SET full_licences = NULL, mobile_licences = NULL');
    const set = (newLicence: 'mobile' | 'none' | 'best') =>
      world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { newLicence } });
    await set('mobile');
    anotherPerson();
    expect(await come()).toEqual({ licence: 'mobile', state: 'active' });
    await set('none');
    anotherPerson();
    expect(await come()).toEqual({ licence: null, state: 'active' });
    await set('best');
    anotherPerson();
    const invited = await createPerson(server, { organisationId, firstName: 'Ida', lastName: 'Ilg' });
    await server.database.root.query('UPDATE app_user SET email = $2, password_hash = NULL WHERE id = $1', [
      invited.userId,
      idp.person.attributes.mail,
    ]);
    await server.database.root.query(`UPDATE organisation_member SET state = 'invited' WHERE user_id = $1`, [
      invited.userId,
    ]);
    expect(await come()).toMatchObject({ state: 'active' });
    expect(await membershipOf(invited.userId)).toMatchObject({ state: 'active' });
  });

  test('a portal can start a sign-on only if allowed, and is never trusted itself', async () => {
    const unasked = encoded(
      signXml(
        writeAnswer({
          ...idp.honest({ id: '', acsUrl: provider.ours.answerUrl, entityId: provider.ours.entityId }),
          inResponseTo: undefined,
        }),
        { key: idp.key },
      ),
    );
    const browser = new Browser(server);
    expect(await answer(browser, unasked, 'https://evil.example/')).toBe(FAILED);
    await world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { fromPortal: true } });
    const before = await sessionCount();
    expect(await answer(browser, unasked, 'https://evil.example/')).toBe(`/samlLogin?provider=${provider.id}`);
    expect(await sessionCount()).toBe(before);
    await world.owner.caller.call(changeProvider, { params: { providerId: provider.id }, body: { fromPortal: false } });
  });
});

/** A test run, as an administrator does it in one browser. */
async function tested(who: Actor, change: (said: SamlClaims) => SamlClaims = (said) => said) {
  const browser = new Browser(server);
  const begun = await who.caller.send(testProvider, { params: { providerId: provider.id } });
  const cookie = String([begun.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? '';
  const requested = await idp.ask((begun.body as { location: string }).location);
  const base64 = encoded(signXml(writeAnswer(change(idp.honest(requested))), { key: idp.key }));
  const location = await answer(browser, base64);
  const ended = await new Caller(server.app).send(
    finishSignOn,
    { body: { ticket: location.split('#')[1] ?? 'no-ticket-at-all-here' } },
    { cookie },
  );
  return (ended.body as { report?: unknown }).report;
}

describe('testing', () => {
  test('shows who the user is according to the provider, and signs no one in', async () => {
    const before = [await peopleCount(), await sessionCount()];
    expect(await tested(world.owner)).toEqual({
      provider: 'Works',
      problem: null,
      detail: '',
      subject: idp.person.nameId,
      email: idp.person.attributes.mail,
      firstName: 'Paula',
      lastName: 'Pichler',
      linked: false,
    });
    expect([await peopleCount(), await sessionCount()]).toEqual(before);
  });

  test('shows the reason for a failure to the tester only', async () => {
    expect(await tested(world.owner, (said) => ({ ...said, audience: 'https://other.example' }))).toMatchObject({
      problem: 'audience',
      detail: expect.stringContaining('https://other.example'),
    });
    const elsewhere = { ...idp.person, attributes: { mail: 'paula@elsewhere.example' } };
    expect(await tested(world.owner, (said) => ({ ...said, person: elsewhere }))).toMatchObject({
      problem: 'domain',
      email: 'paula@elsewhere.example',
    });
    expect(await tested(world.owner, (said) => ({ ...said, status: 'RequestDenied' }))).toMatchObject({
      problem: 'status',
    });
  });
});

describe('signing out', () => {
  // The independent implementation dates its requests by the system clock.
  beforeEach(() => server.clock.set(new Date()));

  test('by us: the session ends, the provider gets a signed request, and responds', async () => {
    const { caller, browser } = await signedOn();
    const { location } = await caller.call(leaveSignOn, {});
    expect((await caller.send(me, {})).status).toBe(401);
    const answered = await fetch(location ?? '', { redirect: 'manual' });
    expect(idp.left.at(-1)).toBe(idp.person.nameId);
    const back = answered.headers.get('location') ?? '';
    expect(back).toContain(provider.ours.logoutUrl);
    expect(await browser.get(back)).toBe('/home');
  });

  test('by the provider: the sessions it opened end, and no others', async () => {
    const { caller, browser } = await signedOn();
    const mine = { ...idp.person };
    idp.person = { nameId: randomUUID(), attributes: { mail: `${randomUUID()}@works.example` } };
    const other = (await signedOn()).caller;
    const url = idp.leavingUrl(provider.ours.entityId, mine);
    const location = await browser.get(url);
    expect((await caller.send(me, {})).status).toBe(401);
    expect((await other.send(me, {})).status).toBe(200);
    expect((await fetch(location)).status).toBe(200);
    expect(idp.left.at(-1)).toBe('answered a state of its own');
    // The same request again is refused.
    expect(await browser.get(url)).toBe(FAILED);
  });

  test('by a form of the provider', async () => {
    const { caller, browser } = await signedOn();
    const at = server.clock.now().toISOString();
    const request = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newXmlId()}" Version="2.0" IssueInstant="${at}" Destination="${provider.ours.logoutUrl}"><saml:Issuer>${idp.entityId}</saml:Issuer><saml:NameID>${idp.person.nameId}</saml:NameID></samlp:LogoutRequest>`;
    expect(await browser.post(provider.ours.logoutUrl, { SAMLRequest: encoded(request) })).toBe(FAILED);
    expect((await caller.send(me, {})).status).toBe(200);
    const signed = signXml(request, { element: 'LogoutRequest', key: idp.key });
    const altered = encoded(signed.replace(idp.person.nameId, 'somebody'));
    expect(await browser.post(provider.ours.logoutUrl, { SAMLRequest: altered })).toBe(FAILED);
    expect(await browser.post(provider.ours.logoutUrl, { SAMLRequest: encoded(signed) })).toContain(
      `${idp.url}/slo?SAMLResponse=`,
    );
    expect((await caller.send(me, {})).status).toBe(401);
  });

  test('not without a valid signature', async () => {
    const { caller, browser } = await signedOn();
    const url = new URL(idp.leavingUrl(provider.ours.entityId));
    const without = new URL(url);
    without.searchParams.delete('Signature');
    without.searchParams.delete('SigAlg');
    const altered = new URL(url);
    altered.searchParams.set('RelayState', 'other');
    const weak = new URL(url);
    weak.searchParams.set('SigAlg', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1');
    const twice = `${url.href}&SAMLRequest=AAAA`;
    const bomb = new URL(url);
    bomb.searchParams.set('SAMLRequest', deflateRawSync(Buffer.alloc(50_000_000)).toString('base64'));
    expect(await browser.get(twice)).toBe('/home');
    for (const one of [without.href, altered.href, weak.href]) {
      expect(await browser.get(one)).toBe(FAILED);
    }
    // Too long for a URL; nothing of it is decompressed.
    expect(['414', '431', FAILED]).toContain(await browser.get(bomb.href));
    expect((await caller.send(me, {})).status).toBe(200);
  });
});

test('an unknown provider is not found, whatever is sent to it', async () => {
  const browser = new Browser(server);
  for (const id of [randomUUID(), 'x', '..%2f']) {
    const url = provider.ours.answerUrl.replace(provider.id, id);
    expect(await browser.post(url, { SAMLResponse: 'AAAA' })).toBe('404');
  }
  expect((await browser.send(beginSignOn, { body: { providerId: randomUUID() } })).status).toBe(400);
});

test('two organisations cannot have the same domain', async () => {
  const theirs = await addSaml(server, world.other.administrator, { metadata: idp.metadata, name: 'Theirs' });
  await expect(ownDomain(server, world.other.administrator, theirs.id, 'works.example')).rejects.toThrow(
    'domain_taken',
  );
  expect(await world.nobody.call(signOnRoute, { query: { email: 'a@works.example' } })).toMatchObject({
    provider: { id: provider.id },
  });
});
