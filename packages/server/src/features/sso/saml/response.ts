// Reads the response to a sign-on. Only what was signed counts: the assertion is parsed again from the very bytes the
// signature covers.
import { SignOnRejected } from '../rejected-response.ts';
import { opened } from './encrypted.ts';
import { ASSERTION, BEARER, PROTOCOL, SUCCESS, TRANSIENT, UNSPECIFIED } from './names.ts';
import { childrenOf, elementsOf, readXml, textOf, walk, type XmlNode, XmlRefused } from './plain-xml.ts';
import { type SamlConnection, type SamlExpectation, samlSide } from './saml-side.ts';
import { only, signedAmong } from './signed-parts.ts';

/** Maximum size of a response in bytes, checked before it is read; one with hundreds of groups takes a tenth of it. */
export const RESPONSE_BYTES = 262_144;
/** Milliseconds of tolerated clock difference, and the maximum age of an assertion. */
const SKEW = 60_000;
export const ASSERTION_AGE = 300_000;

export type Asserted = {
  assertionId: string;
  /** Undefined if the response was not requested. */
  inResponseTo: string | undefined;
  subject: string;
  format: string;
  sessionIndex: string;
  attributes: ReadonlyMap<string, string>;
};

export function decodeMessage(base64: string): Buffer {
  if (base64.length > RESPONSE_BYTES * 1.4 || !/^[A-Za-z\d+/\s]+={0,2}\s*$/u.test(base64)) {
    throw new SignOnRejected('shape', 'it is not base64 of a plausible size');
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > RESPONSE_BYTES) throw new SignOnRejected('shape', 'it is too large');
  return bytes;
}

export function parseMessage(bytes: Uint8Array): XmlNode {
  try {
    return readXml(bytes);
  } catch (error) {
    if (error instanceof XmlRefused) throw new SignOnRejected('shape', error.message);
    throw error;
  }
}

export const attribute = (node: XmlNode, name: string): string => node.attributes.get(name) ?? '';

export function requireIssuer(node: XmlNode, entityId: string): void {
  const issuer = textOf(only(node, ASSERTION, 'Issuer'));
  if (issuer !== entityId) throw new SignOnRejected('issuer', issuer?.slice(0, 300));
}

function instantOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new SignOnRejected('time', text.slice(0, 40));
  return at;
}

export function requireBefore(text: string, now: Date): void {
  if (instantOf(text) <= now.getTime() - SKEW) throw new SignOnRejected('time', text);
}

function requireAfter(text: string, now: Date): void {
  if (instantOf(text) > now.getTime() + SKEW) throw new SignOnRejected('time', text);
}

/** Issued recently, and not in the future. */
export function requireCurrent(text: string, now: Date): void {
  requireAfter(text, now);
  if (instantOf(text) < now.getTime() - ASSERTION_AGE - SKEW) throw new SignOnRejected('time', text);
}

function requireStatus(response: XmlNode): void {
  const status = only(response, PROTOCOL, 'Status');
  const code = only(status, PROTOCOL, 'StatusCode');
  if (attribute(code, 'Value') === SUCCESS) return;
  const codes = [...walk(code)].map((node) => attribute(node, 'Value').split(':').at(-1));
  const message = childrenOf(status, PROTOCOL, 'StatusMessage').map(textOf).join(' ');
  throw new SignOnRejected('status', `${codes.join(', ')} ${message}`.trim().slice(0, 300));
}

const isAssertion = (node: XmlNode): boolean => node.name === 'Assertion' || node.name === 'EncryptedAssertion';

/** Which signatures a response has, on the response and on its assertion: at least one, each in its proper place. */
function requireSigned(connection: SamlConnection, response: XmlNode): SamlExpectation {
  const [assertion, second] = [...walk(response)].filter(isAssertion);
  if (!assertion || second) throw new SignOnRejected('shape', 'it does not hold exactly one assertion');
  if (assertion.parent !== response || assertion.space !== ASSERTION) {
    throw new SignOnRejected('shape', 'its assertion is in an unexpected place');
  }
  const encrypted = assertion.name === 'EncryptedAssertion';
  const inner = encrypted ? parseMessage(opened(assertion, connection.ownKey)) : assertion;
  if (encrypted && [...walk(inner)].filter(isAssertion).length !== 1) {
    throw new SignOnRejected('shape', 'it does not hold exactly one assertion');
  }
  const within = encrypted ? signedAmong(inner, [inner]) : undefined;
  const signed = signedAmong(response, encrypted ? [response] : [response, inner]);
  const requested = { responseSigned: signed.has(response), assertionSigned: (within ?? signed).has(inner), encrypted };
  if (!requested.responseSigned && !requested.assertionSigned)
    throw new SignOnRejected('signature', 'it is not signed');
  return requested;
}

/** The bytes of the assertion that a signature covers. */
async function signedAssertion(connection: SamlConnection, base64: string, response: XmlNode): Promise<Buffer> {
  const side = await samlSide(connection, requireSigned(connection, response));
  try {
    const { profile } = await side.validatePostResponseAsync({ SAMLResponse: base64 });
    const xml = profile?.getAssertionXml?.();
    if (xml === undefined) throw new Error('no assertion');
    return Buffer.from(xml);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/audience/iu.test(reason)) throw new SignOnRejected('audience', reason.slice(0, 300));
    if (/NotOnOrAfter|IssueInstant/u.test(reason)) throw new SignOnRejected('time', reason.slice(0, 300));
    throw new SignOnRejected('signature', reason.slice(0, 300));
  }
}

function subjectOf(assertion: XmlNode): { subject: string; format: string } {
  const name = only(only(assertion, ASSERTION, 'Subject'), ASSERTION, 'NameID');
  const subject = textOf(name) ?? '';
  const format = attribute(name, 'Format') || UNSPECIFIED;
  if (subject === '' || subject.length > 300) throw new SignOnRejected('subject', 'it names no subject');
  // A transient name changes each time, so it identifies no one.
  if (format === TRANSIENT) throw new SignOnRejected('subject', 'the name is transient');
  return { subject, format };
}

function confirmedFor(assertion: XmlNode, { ours }: SamlConnection, now: Date): string | undefined {
  const confirmations = childrenOf(only(assertion, ASSERTION, 'Subject'), ASSERTION, 'SubjectConfirmation');
  const [confirmation, second] = confirmations.filter((one) => attribute(one, 'Method') === BEARER);
  if (!confirmation || second) throw new SignOnRejected('recipient', 'there is no single bearer confirmation');
  const data = only(confirmation, ASSERTION, 'SubjectConfirmationData');
  if (attribute(data, 'Recipient') !== ours.answerUrl) {
    throw new SignOnRejected('recipient', attribute(data, 'Recipient').slice(0, 300));
  }
  requireBefore(attribute(data, 'NotOnOrAfter'), now);
  if (data.attributes.has('NotBefore')) requireAfter(attribute(data, 'NotBefore'), now);
  return data.attributes.get('InResponseTo');
}

function requireConditions(assertion: XmlNode, { ours }: SamlConnection, now: Date): void {
  const conditions = only(assertion, ASSERTION, 'Conditions');
  if (conditions.attributes.has('NotBefore')) requireAfter(attribute(conditions, 'NotBefore'), now);
  requireBefore(attribute(conditions, 'NotOnOrAfter'), now);
  const audiences = childrenOf(conditions, ASSERTION, 'AudienceRestriction').map((node) =>
    childrenOf(node, ASSERTION, 'Audience').map(textOf),
  );
  if (audiences.length === 0 || !audiences.every((audience) => audience.includes(ours.entityId))) {
    throw new SignOnRejected('audience', audiences.flat().join(', ').slice(0, 300));
  }
  const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  if (elementsOf(conditions).some((node) => node.space !== ASSERTION || !known.has(node.name))) {
    throw new SignOnRejected('shape', 'it has unknown conditions');
  }
}

function attributesOf(assertion: XmlNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement')) {
    for (const node of childrenOf(statement, ASSERTION, 'Attribute')) {
      const [value] = childrenOf(node, ASSERTION, 'AttributeValue');
      const text = value && textOf(value);
      if (text === undefined || text === '') continue;
      for (const name of [attribute(node, 'Name'), attribute(node, 'FriendlyName')]) {
        if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), text.slice(0, 500));
      }
    }
  }
  return found;
}

/**
 * Judges a response. Throws `SignOnRejected`. The caller checks that it was requested, in this browser, and only once.
 */
export async function readResponse(connection: SamlConnection, base64: string, now: Date): Promise<Asserted> {
  const response = parseMessage(decodeMessage(base64));
  if (response.space !== PROTOCOL || response.name !== 'Response' || attribute(response, 'Version') !== '2.0') {
    throw new SignOnRejected('shape', 'it is not a SAML 2.0 response');
  }
  requireStatus(response);
  const assertion = parseMessage(await signedAssertion(connection, base64, response));
  if (assertion.space !== ASSERTION || assertion.name !== 'Assertion')
    throw new SignOnRejected('shape', 'no assertion');
  // The outer response must match, signed or not.
  if (childrenOf(response, ASSERTION, 'Issuer').length > 0) requireIssuer(response, connection.entityId);
  const destination = attribute(response, 'Destination');
  if (destination !== '' && destination !== connection.ours.answerUrl) {
    throw new SignOnRejected('recipient', destination.slice(0, 300));
  }
  requireIssuer(assertion, connection.entityId);
  requireCurrent(attribute(assertion, 'IssueInstant'), now);
  requireConditions(assertion, connection, now);
  const inResponseTo = confirmedFor(assertion, connection, now);
  const outer = response.attributes.get('InResponseTo');
  if (outer !== undefined && inResponseTo !== undefined && outer !== inResponseTo) {
    throw new SignOnRejected('request', 'it answers two requests');
  }
  const [statement] = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  if (!statement) throw new SignOnRejected('shape', 'it contains no authentication statement');
  const assertionId = attribute(assertion, 'ID');
  if (assertionId === '') throw new SignOnRejected('shape', 'it has no id');
  return {
    assertionId,
    inResponseTo,
    ...subjectOf(assertion),
    sessionIndex: attribute(statement, 'SessionIndex').slice(0, 300),
    attributes: attributesOf(assertion),
  };
}

/** The request a response claims to answer, not trusted: used to tell a person testing a provider why it failed. */
export function claimedRequest(base64: string): string | undefined {
  try {
    return parseMessage(decodeMessage(base64)).attributes.get('InResponseTo');
  } catch {
    return undefined;
  }
}
