// Configures our side of a SAML connection for the library. The library builds and signs our messages and checks
// signatures; our own readers check issuer, time, audience and replay, by our own clock.
import { createPrivateKey } from 'node:crypto';
import type { SAML } from '@node-saml/node-saml';
import type { CacheProvider } from '@node-saml/node-saml/lib/types.js';

export type SamlConnection = {
  /** The provider: its entity id, where requests go, whose signatures count. */
  entityId: string;
  signOnUrl: string;
  logoutUrl: string;
  certificates: readonly string[];
  ours: { entityId: string; answerUrl: string; logoutUrl: string };
  /** PKCS #8, DER. */
  ownKey: Buffer;
};

/** Request ids are stored in our database. */
const NO_CACHE: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
};

export type SamlExpectation = {
  responseSigned?: boolean;
  assertionSigned?: boolean;
  /** Whether our key decrypted part of the response. */
  encrypted?: boolean;
  newId?: () => string;
};

/** Loads the library when it is needed: it takes 20 MB, and most installations have no such sign-on. */
export async function samlSide(
  { signOnUrl, logoutUrl, certificates, ours, ownKey }: SamlConnection,
  { responseSigned = true, assertionSigned = true, encrypted = false, newId }: SamlExpectation = {},
): Promise<SAML> {
  const { SAML } = await import('@node-saml/node-saml');
  const key = createPrivateKey({ key: ownKey, format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return new SAML({
    issuer: ours.entityId,
    audience: ours.entityId,
    callbackUrl: ours.answerUrl,
    entryPoint: signOnUrl,
    logoutUrl: logoutUrl || signOnUrl,
    idpCert: [...certificates],
    privateKey: key,
    ...(encrypted && { decryptionPvk: key }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAuthnResponseSigned: responseSigned,
    wantAssertionsSigned: assertionSigned,
    // The provider decides how its users authenticate and which name format it uses.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Our readers check times.
    acceptedClockSkewMs: -1,
    cacheProvider: NO_CACHE,
    ...(newId && { generateUniqueId: newId }),
  });
}
