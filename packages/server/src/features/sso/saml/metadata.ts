// SAML 2.0 metadata: a provider's and ours. One identity provider per file.

import { MAX_CERTIFICATES } from '@plumbline/core/features/sso/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import { distinct, readCertificate } from './certificates.ts';
import { CIPHERS, KEY_TRANSPORT } from './encrypted.ts';
import { METADATA, POST, PROTOCOL, REDIRECT, SIGNATURE } from './names.ts';
import { childrenOf, escapeXml, readXml, textOf, walk, type XmlNode, XmlRefused } from './plain-xml.ts';

export type ProviderMetadata = { entityId: string; signOnUrl: string; logoutUrl: string; certificates: string[] };

const refuse = (reason: string): never => {
  throw new AppError('metadata_invalid', { params: { reason } });
};

/** The redirect binding, which we use for requests; empty if there is none. */
function redirectOf(descriptor: XmlNode, service: string): string {
  const found = childrenOf(descriptor, METADATA, service).find((node) => node.attributes.get('Binding') === REDIRECT);
  const location = found?.attributes.get('Location') ?? '';
  return location.length <= 1_000 && /^https?:$/u.test(URL.parse(location)?.protocol ?? '') ? location : '';
}

function certificatesOf(descriptor: XmlNode): string[] {
  const keys = childrenOf(descriptor, METADATA, 'KeyDescriptor').filter(
    (key) => (key.attributes.get('use') ?? 'signing') === 'signing',
  );
  const texts = keys.flatMap((key) =>
    [...walk(key)].filter((node) => node.space === SIGNATURE && node.name === 'X509Certificate').map(textOf),
  );
  return distinct(texts.flatMap((text) => readCertificate(text ?? '') ?? []));
}

/** Throws `metadata_invalid` with the reason unless this is metadata of one identity provider that we can work with. */
export function readMetadata(bytes: Uint8Array): ProviderMetadata {
  let root: XmlNode;
  try {
    root = readXml(bytes, { commented: true });
  } catch (error) {
    if (error instanceof XmlRefused) return refuse('xml');
    throw error;
  }
  const providers = [...walk(root)].filter(
    (node) =>
      node.space === METADATA &&
      node.name === 'IDPSSODescriptor' &&
      (node.attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/u).includes(PROTOCOL),
  );
  const [descriptor] = providers;
  if (!descriptor) return refuse('noProvider');
  if (providers.length > 1) return refuse('manyProviders');
  const entityId = descriptor.parent?.attributes.get('entityID')?.trim() ?? '';
  if (entityId === '' || entityId.length > 1_000) return refuse('noName');
  const signOnUrl = redirectOf(descriptor, 'SingleSignOnService');
  if (signOnUrl === '') return refuse('noRedirect');
  const certificates = certificatesOf(descriptor);
  if (certificates.length === 0) return refuse('noCertificate');
  return {
    entityId,
    signOnUrl,
    logoutUrl: redirectOf(descriptor, 'SingleLogoutService'),
    certificates: certificates.slice(0, MAX_CERTIFICATES),
  };
}

export type OurSide = { entityId: string; answerUrl: string; logoutUrl: string; certificate: string };

/** Our metadata, for the provider's administrator to upload. */
export function writeMetadata({ entityId, answerUrl, logoutUrl, certificate }: OurSide): string {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/gu, '');
  const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const methods = [...CIPHERS.keys(), KEY_TRANSPORT].map((name) => `<md:EncryptionMethod Algorithm="${name}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" xmlns:ds="${SIGNATURE}" entityID="${escapeXml(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <md:KeyDescriptor use="signing">${info}</md:KeyDescriptor>
    <md:KeyDescriptor use="encryption">${info}${methods.join('')}</md:KeyDescriptor>
    <md:SingleLogoutService Binding="${REDIRECT}" Location="${escapeXml(logoutUrl)}"/>
    <md:SingleLogoutService Binding="${POST}" Location="${escapeXml(logoutUrl)}"/>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escapeXml(answerUrl)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
