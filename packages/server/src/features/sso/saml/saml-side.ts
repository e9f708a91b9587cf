// Our side of a SAML connection, as the library wants to hear it. The library builds and signs what we send, and checks signatures;
// who, when, for whom and how often is judged by our own readers, by our own clock.
import { createPrivateKey } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { CacheProvider } from '@node-saml/node-saml/lib/types.js';

export type SamlConnection = {
  /** The provider: its name, where requests go, whom its signatures are of. */
  entityId: string;
  signOnUrl: string;
  logoutUrl: string;
  certificates: readonly string[];
  ours: { entityId: string; answerUrl: string; logoutUrl: string };
  /** PKCS #8, DER. */
  ownKey: Buffer;
};

/** Request ids are kept in the database, by us. */
const NOTHING_KEPT: CacheProvider = {
  saveAsync: async () => null,
  getAsync: async () => null,
  removeAsync: async () => null,
};

export type Wanted = {
  responseSigned?: boolean;
  assertionSigned?: boolean;
  /** Whether the answer is one of which our key opens a part. */
  encrypted?: boolean;
  newId?: () => string;
};

export function samlSide(
  { signOnUrl, logoutUrl, certificates, ours, ownKey }: SamlConnection,
  { responseSigned = true, assertionSigned = true, encrypted = false, newId }: Wanted = {},
): SAML {
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
    // The provider decides how its people prove who they are, and by which name it calls them.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Times are judged by our readers.
    acceptedClockSkewMs: -1,
    cacheProvider: NOTHING_KEPT,
    ...(newId && { generateUniqueId: newId }),
  });
}
