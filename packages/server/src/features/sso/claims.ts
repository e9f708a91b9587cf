// Who somebody is, in the words of a provider: SAML attributes or OpenID claims, by the names the organisation set or by the usual ones.
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import type { ProviderRow } from './store.ts';

export type Claims = {
  /** The provider's own name for the person; stays the same. */
  subject: string;
  /** Lower case; empty where none was given that is one. */
  email: string;
  firstName: string;
  lastName: string;
};

const SCHEMAS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const USUAL = {
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

/** Of one line, without what could turn or hide words. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\ufffe\uffff]/gu, ' ')
    .trim()
    .slice(0, 100);

/** `given`: by lower-case names. A name that is also the person's e-mail address counts as one. */
export function claimsOf(
  provider: Pick<ProviderRow, 'attributeEmail' | 'attributeFirstName' | 'attributeLastName'>,
  subject: string,
  given: ReadonlyMap<string, string>,
): Claims {
  const value = (set: string, usual: readonly string[]): string => {
    const names = set === '' ? usual : [set.toLowerCase()];
    return names.map((name) => given.get(name)).find((one) => one !== undefined && one.trim() !== '') ?? '';
  };
  const wanted = value(provider.attributeEmail, USUAL.email).trim();
  // Where the organisation has named the attribute, no other one takes its place.
  const candidates = provider.attributeEmail === '' ? [wanted, subject] : [wanted];
  const email = candidates.map((one) => emailSchema.safeParse(one).data).find((one) => one !== undefined) ?? '';
  return {
    subject,
    email,
    firstName: plain(value(provider.attributeFirstName, USUAL.firstName)),
    lastName: plain(value(provider.attributeLastName, USUAL.lastName)),
  };
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
