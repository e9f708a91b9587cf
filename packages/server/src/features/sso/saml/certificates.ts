// Certificates of providers: read, described, and judged by the key they hold. Their dates are shown but not enforced:
// trust comes from the metadata.
import { X509Certificate } from 'node:crypto';
import type { ProviderCertificate } from '@plumbline/core/features/sso/contract';

/** Minimum size of an RSA key in bits; smaller ones can be broken. */
const MIN_KEY_BITS = 2_048;

/** As PEM, from PEM or bare base64; undefined unless it is a certificate with a usable key. */
export function readCertificate(text: string): string | undefined {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----/gu, '').replaceAll(/\s/gu, '');
  if (base64.length > 16_000 || !/^[A-Za-z\d+/]+={0,2}$/u.test(base64)) return undefined;
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (type !== 'rsa' || (details?.modulusLength ?? 0) < MIN_KEY_BITS) return undefined;
    return certificate.toString();
  } catch {
    return undefined;
  }
}

export const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

export function describeCertificate(pem: string): ProviderCertificate {
  const certificate = new X509Certificate(pem);
  return {
    fingerprint: fingerprintOf(pem),
    subject: certificate.subject.replaceAll('\n', ', ').slice(0, 300),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
  };
}

/** Without duplicates, in the original order. */
export function distinct(pems: readonly string[]): string[] {
  const found = new Map(pems.map((pem) => [fingerprintOf(pem), pem]));
  return [...found.values()];
}
