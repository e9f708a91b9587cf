// An independent SAML identity provider for tests: parses and verifies the program's requests and sends signed
// responses, over real HTTP.
import { createPrivateKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOwnKey } from '@plumbline/server/features/sso/saml/own-key';
import samlify from 'samlify';
import { SignedXml } from 'xml-crypto';

samlify.setSchemaValidator({ validate: async () => 'not looked at' });

const SHA256_RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const XML_NAMES = 'http://www.w3.org/';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

export type SamlPerson = { nameId: string; format?: string; sessionIndex?: string; attributes: Record<string, string> };

/** A verified request of the program. */
export type SamlRequest = { id: string; acsUrl: string; entityId: string };

/** The content of a valid response; a test may change it. */
export type SamlClaims = {
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string | undefined;
  issuedAt: Date;
  notBefore: Date;
  notOnOrAfter: Date;
  status: string;
  person: SamlPerson;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');
export const newXmlId = (): string => `_${randomBytes(16).toString('hex')}`;

/** Builds an unsigned response. */
export function writeAnswer(said: SamlClaims, assertionId = newXmlId(), responseId = newXmlId()): string {
  const { person } = said;
  const to = said.inResponseTo === undefined ? '' : ` InResponseTo="${said.inResponseTo}"`;
  const at = said.issuedAt.toISOString();
  const attributes = Object.entries(person.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${escaped(name)}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
  );
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${responseId}" Version="2.0" IssueInstant="${at}" Destination="${escaped(said.destination)}"${to}><saml:Issuer>${escaped(said.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status}"/></samlp:Status><saml:Assertion ID="${assertionId}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${escaped(said.issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${person.format ?? PERSISTENT}">${escaped(person.nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${said.notOnOrAfter.toISOString()}" Recipient="${escaped(said.recipient)}"${to}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${said.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${escaped(said.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at}" SessionIndex="${person.sessionIndex ?? '_s1'}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

type Signing = {
  /** The element to sign, by local name. */
  element?: 'Assertion' | 'Response' | 'LogoutRequest';
  key: string;
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
};

/** Signs an element of the document as XML Signature requires. */
export function signXml(
  xml: string,
  {
    element = 'Assertion',
    key,
    signatureAlgorithm = SHA256_RSA,
    digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256',
  }: Signing,
): string {
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

export const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

export type Algorithms = { data?: string; key?: string };

export type SamlProvider = {
  url: string;
  entityId: string;
  metadata: string;
  /** PEM. */
  key: string;
  certificate: string;
  /** The signed-in person; the page offers to continue as this person. */
  person: SamlPerson;
  /** Verified logout requests, and responses to its own. */
  left: string[];
  /** Imports the program's metadata, as an administrator would upload it. */
  trust(metadata: string): void;
  /** Parses a request and verifies its signature. */
  ask(location: string): Promise<SamlRequest>;
  honest(requested: SamlRequest, person?: SamlPerson): SamlClaims;
  /** A response as the independent library writes and signs it. */
  answer(requested: SamlRequest, person?: SamlPerson): Promise<string>;
  /** The response with its assertion encrypted for the entity, with the key from its metadata; base64. */
  sealed(xml: string, entityId: string, algorithms?: Algorithms): Promise<string>;
  /** The URL that logs the browser out of the program as well. */
  leavingUrl(entityId: string, person?: SamlPerson): string;
  close(): Promise<void>;
};

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Provider</title><body>${body}</body></html>`;

export async function startSamlProvider(now: () => Date = () => new Date()): Promise<SamlProvider> {
  const own = await createOwnKey('An identity provider', now());
  const key = createPrivateKey({ key: own.key, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(400).end(page(escaped(String(error)))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A different site to browsers, whatever host the program uses.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entityId = `${url}/metadata`;
  const base64 = own.certificate.replaceAll(/-----[^-]+-----|\s/gu, '');
  const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
  const metadata = `<?xml version="1.0"?><!-- as many write it --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleLogoutService Binding="${REDIRECT}" Location="${url}/slo"/><md:NameIDFormat>${PERSISTENT}</md:NameIDFormat><md:SingleSignOnService Binding="${REDIRECT}" Location="${url}/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
  const idp = samlify.IdentityProvider({
    metadata,
    privateKey: key,
    requestSignatureAlgorithm: SHA256_RSA,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
  });
  const known = new Map<string, samlify.ServiceProviderInstance>();
  const spOf = (name: string): samlify.ServiceProviderInstance => {
    const found = known.get(name);
    if (!found) throw new Error(`${name} has not been registered`);
    return found;
  };

  const provider: SamlProvider = {
    url,
    entityId,
    metadata,
    key,
    certificate: own.certificate,
    person: { nameId: 'p-1', attributes: {} },
    left: [],
    trust(text) {
      const sp = samlify.ServiceProvider({ metadata: text, wantLogoutRequestSigned: true });
      known.set(String(sp.entityMeta.getEntityID()), sp);
    },
    async ask(location) {
      const { searchParams, search } = new URL(location);
      const query = Object.fromEntries(searchParams);
      const issuer = await issuerOf(query.SAMLRequest ?? '');
      const sp = spOf(issuer);
      const parsed = await idp.parseLoginRequest(sp, 'redirect', { query, octetString: octets(search) });
      const { id } = parsed.extract.request as { id: string };
      return { id, acsUrl: String(sp.entityMeta.getAssertionConsumerService('post')), entityId: issuer };
    },
    honest({ id, acsUrl, entityId: audience }, person = provider.person) {
      const at = now();
      return {
        issuer: entityId,
        audience,
        recipient: acsUrl,
        destination: acsUrl,
        inResponseTo: id,
        issuedAt: at,
        notBefore: new Date(at.getTime() - 5_000),
        notOnOrAfter: new Date(at.getTime() + 300_000),
        status: 'Success',
        person,
      };
    },
    async answer(requested, person = provider.person) {
      const said = writeAnswer(provider.honest(requested, person));
      const info = { extract: { request: { id: requested.id } } };
      const { context } = await idp.createLoginResponse(spOf(requested.entityId), info, 'post', {}, () => ({
        id: newXmlId(),
        context: said,
      }));
      return context;
    },
    sealed(xml, name, { data = `${XML_NAMES}2009/xmlenc11#aes256-gcm`, key: transport } = {}) {
      // The library's types omit the algorithms it accepts.
      const settings = {
        metadata,
        isAssertionEncrypted: true,
        dataEncryptionAlgorithm: data,
        keyEncryptionAlgorithm: transport ?? `${XML_NAMES}2001/04/xmlenc#rsa-oaep-mgf1p`,
      };
      return samlify.SamlLib.encryptAssertion(samlify.IdentityProvider(settings), spOf(name), xml);
    },
    leavingUrl(name, person = provider.person) {
      const user = { logoutNameID: person.nameId, sessionIndex: person.sessionIndex ?? '_s1' };
      return idp.createLogoutRequest(spOf(name), 'redirect', user, 'a state of its own').context;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url);
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata);
    } else if (pathname === '/sso') {
      const requested = await provider.ask(`${url}${request.url}`);
      const fields = `<input type="hidden" name="SAMLResponse" value="${await provider.answer(requested)}"><input type="hidden" name="RelayState" value="https://evil.example/">`;
      response
        .writeHead(200, html)
        .end(
          page(
            `<form method="post" action="${requested.acsUrl}">${fields}<button>Go on as ${escaped(provider.person.nameId)}</button></form>`,
          ),
        );
    } else if (pathname === '/slo' && searchParams.has('SAMLRequest')) {
      const query = Object.fromEntries(searchParams);
      const sp = spOf(await issuerOf(query.SAMLRequest ?? ''));
      const parsed = await idp.parseLogoutRequest(sp, 'redirect', { query, octetString: octets(search) });
      provider.left.push(String(parsed.extract.nameID));
      const { context } = idp.createLogoutResponse(sp, { extract: parsed.extract }, 'redirect', '');
      response.writeHead(302, { location: context }).end();
    } else if (pathname === '/slo' && searchParams.has('SAMLResponse')) {
      const query = Object.fromEntries(searchParams);
      const sp = spOf(await issuerOf(query.SAMLResponse ?? ''));
      await idp.parseLogoutResponse(sp, 'redirect', { query, octetString: octets(search) });
      provider.left.push(`answered ${query.RelayState ?? ''}`);
      response.writeHead(200, html).end(page('You have left.'));
    } else response.writeHead(404).end();
  }
  return provider;
}

/** The part of a query that the signature covers. */
function octets(search: string): string {
  const pairs = new Map(
    search
      .slice(1)
      .split('&')
      .map((pair) => [pair.split('=')[0] ?? '', pair]),
  );
  return ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'].flatMap((name) => pairs.get(name) ?? []).join('&');
}

async function issuerOf(packed: string): Promise<string> {
  const { inflateRawSync } = await import('node:zlib');
  const xml = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
  return /<saml:Issuer[^>]*>([^<]+)</u.exec(xml)?.[1] ?? '';
}
