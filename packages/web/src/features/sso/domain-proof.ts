// How an email domain is verified, in words.
import type { ProviderDomain } from '@plumbline/core/features/sso/contract';

const KEYS = { dns: 'signOn.proven', operator: 'signOn.provenByOperator' } as const;

/** The key of the text. */
export const proofKey = (provenBy: ProviderDomain['provenBy']) =>
  provenBy === null ? 'signOn.unproven' : KEYS[provenBy];
