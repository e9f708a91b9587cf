// SAML single logout: the messages that end a sign-on on both sides. A request from the provider must be signed; its
// response changes nothing here.
import { createVerify } from 'node:crypto';
import { stringify } from 'node:querystring';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { SignOnRejected } from '../rejected-response.ts';
import { ASSERTION, PROTOCOL } from './names.ts';
import { childrenOf, textOf, type XmlNode } from './plain-xml.ts';
import { attribute, decodeMessage, parseMessage, requireBefore, requireCurrent, requireIssuer } from './response.ts';
import { type SamlConnection, samlSide } from './saml-side.ts';
import { only, SIGNATURE_METHODS, signedAmong } from './signed-parts.ts';

const inflate = promisify(inflateRaw);
/** A logout request is about a kilobyte; anything that inflates to more is refused. */
const UNPACKED_BYTES = 65_536;

export type Leaving = { id: string; subject: string; sessionIndexes: string[] };

/** The parts of the query exactly as sent: the signature covers them, in this order. */
function signedQuery(query: string, kind: string): string {
  const given = new Map(query.split('&').map((pair) => [pair.split('=')[0] ?? '', pair]));
  return [kind, 'RelayState', 'SigAlg'].flatMap((name) => given.get(name) ?? []).join('&');
}

/** Throws unless the query is signed with one of the provider's keys. */
function requireSignedQuery({ certificates }: SamlConnection, query: string, kind: string): void {
  const fields = new URLSearchParams(query);
  const names = query.split('&').map((pair) => pair.split('=')[0]);
  if (new Set(names).size !== names.length) throw new SignOnRejected('shape', 'a parameter occurs twice');
  const algorithm = SIGNATURE_METHODS.get(fields.get('SigAlg') ?? '');
  if (algorithm === undefined) throw new SignOnRejected('algorithm', fields.get('SigAlg')?.slice(0, 200));
  const signature = Buffer.from(fields.get('Signature') ?? '', 'base64');
  const signed = signedQuery(query, kind);
  if (!certificates.some((pem) => createVerify(algorithm).update(signed).verify(pem, signature))) {
    throw new SignOnRejected('signature', 'the query is not signed by the provider');
  }
}

async function unpacked(text: string): Promise<Buffer> {
  try {
    return await inflate(decodeMessage(text), { maxOutputLength: UNPACKED_BYTES });
  } catch {
    throw new SignOnRejected('shape', 'it cannot be unpacked');
  }
}

function readLeaving(connection: SamlConnection, root: XmlNode, now: Date): Leaving {
  if (root.space !== PROTOCOL || root.name !== 'LogoutRequest')
    throw new SignOnRejected('shape', 'it is not a logout request');
  requireIssuer(root, connection.entityId);
  requireCurrent(attribute(root, 'IssueInstant'), now);
  if (root.attributes.has('NotOnOrAfter')) requireBefore(attribute(root, 'NotOnOrAfter'), now);
  const destination = attribute(root, 'Destination');
  if (destination !== '' && destination !== connection.ours.logoutUrl)
    throw new SignOnRejected('recipient', destination.slice(0, 300));
  const subject = textOf(only(root, ASSERTION, 'NameID')) ?? '';
  const id = attribute(root, 'ID');
  if (subject === '' || id === '') throw new SignOnRejected('subject', 'it names no subject');
  return {
    id,
    subject,
    sessionIndexes: childrenOf(root, PROTOCOL, 'SessionIndex').flatMap((node) => textOf(node) || []),
  };
}

/** A request in the URL: compressed, with a signature over the query. */
export async function readRedirected(connection: SamlConnection, query: string, now: Date): Promise<Leaving> {
  requireSignedQuery(connection, query, 'SAMLRequest');
  const packed = new URLSearchParams(query).get('SAMLRequest') ?? '';
  return readLeaving(connection, parseMessage(await unpacked(packed)), now);
}

/** A request in a form, with an embedded signature. */
export async function readPosted(connection: SamlConnection, base64: string, now: Date): Promise<Leaving> {
  const root = parseMessage(decodeMessage(base64));
  if (!signedAmong(root, [root]).has(root)) throw new SignOnRejected('signature', 'it is not signed');
  try {
    await (await samlSide(connection)).validatePostRequestAsync({ SAMLRequest: base64 });
  } catch (error) {
    throw new SignOnRejected('signature', error instanceof Error ? error.message.slice(0, 300) : '');
  }
  return readLeaving(connection, root, now);
}

/** The URL at which the browser informs the provider that someone signs out. */
export async function providerLogoutUrl(
  connection: SamlConnection,
  { id, subject, format, sessionIndex }: { id: string; subject: string; format: string; sessionIndex: string },
): Promise<string> {
  return (await samlSide(connection, { newId: () => id })).getLogoutUrlAsync(
    { issuer: connection.entityId, nameID: subject, nameIDFormat: format, ...(sessionIndex && { sessionIndex }) },
    '',
    {},
  );
}

/**
 * The signature covers one encoding of the query, and URLs encode spaces and some other characters differently: encodes
 * it as it was signed.
 */
function asSigned(address: string): string {
  const url = new URL(address);
  url.search = stringify(Object.fromEntries(url.searchParams));
  return url.href;
}

/**
 * The URL at which the browser informs the provider that the logout is complete; the relay state is the provider's own.
 */
export async function logoutResponseUrl(
  connection: SamlConnection,
  requestId: string,
  relayState: string,
): Promise<string> {
  const request = { ID: requestId, issuer: connection.entityId, nameID: '', nameIDFormat: '' };
  return asSigned(await (await samlSide(connection)).getLogoutResponseUrlAsync(request, relayState, {}, true));
}

/** Where the browser asks the provider to identify the user. */
export const signInRequestUrl = async (connection: SamlConnection, id: string): Promise<string> =>
  (await samlSide(connection, { newId: () => id })).getAuthorizeUrlAsync('', undefined, {});
