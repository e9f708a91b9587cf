// A person's identity as a provider states it: SAML attributes or OpenID claims, by the names the organisation set or
// by the usual ones.
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import type { ProviderRow } from './store.ts';

export type Claims = {
  /** The provider's own identifier of the person; it never changes. */
  subject: string;
  /** Lower case; empty if no valid address was given. */
  email: string;
  firstName: string;
  lastName: string;
};

const SCHEMAS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const DEFAULT_CLAIMS = {
  email: [
    'email',
    'mail',
    'emailaddress',
    `${SCHEMAS}emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    `${SCHEMAS}upn`,
  ],
  firstName: ['given_name', 'givenname', 'firstname', 'first_name', `${SCHEMAS}givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['family_name', 'surname', 'lastname', 'last_name', 'sn', `${SCHEMAS}surname`, 'urn:oid:2.5.4.4'],
} as const;

/** Reduced to one line, without characters that could reverse or hide text. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\ufffe\uffff]/gu, ' ')
    .trim()
    .slice(0, 100);

/** `given`: by lower-case names. A subject that is also an email address counts as the person's address. */
export function claimsOf(
  provider: Pick<ProviderRow, 'attributeEmail' | 'attributeFirstName' | 'attributeLastName'>,
  subject: string,
  given: ReadonlyMap<string, string>,
): Claims {
  const value = (set: string, usual: readonly string[]): string => {
    const names = set === '' ? usual : [set.toLowerCase()];
    return names.map((name) => given.get(name)).find((one) => one !== undefined && one.trim() !== '') ?? '';
  };
  const requested = value(provider.attributeEmail, DEFAULT_CLAIMS.email).trim();
  // If the organisation has named the attribute, no other one is used instead.
  const candidates = provider.attributeEmail === '' ? [requested, subject] : [requested];
  const email =
    candidates.map((candidate) => emailSchema.safeParse(candidate).data).find((one) => one !== undefined) ?? '';
  return {
    subject,
    email,
    firstName: plain(value(provider.attributeFirstName, DEFAULT_CLAIMS.firstName)),
    lastName: plain(value(provider.attributeLastName, DEFAULT_CLAIMS.lastName)),
  };
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
