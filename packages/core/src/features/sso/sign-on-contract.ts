// Signing in with an identity provider from a browser; and the operator's decisions about domains.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';
import { email, languageCode, tokenReply } from '../auth/contract.ts';

const choice = z.strictObject({ id, name: z.string() });
export type SignOnChoice = z.infer<typeof choice>;

export const signOnChoices = endpoint({
  name: 'signOnChoices',
  summary: 'Lists the identity providers that organisations show publicly',
  method: 'GET',
  path: '/api/sso/providers',
  guard: { kind: 'public' },
  reply: z.strictObject({ providers: z.array(choice) }),
});

export const signOnRoute = endpoint({
  name: 'signOnRoute',
  summary: 'Gets the identity provider for the domain of an address. Depends only on the domain, not on accounts',
  method: 'GET',
  path: '/api/sso/route',
  guard: { kind: 'public' },
  query: z.strictObject({ email }),
  reply: z.strictObject({ provider: choice.nullable() }),
});

export const beginSignOn = endpoint({
  name: 'beginSignOn',
  summary: 'Starts single sign-on in this browser; returns the URL to navigate to',
  method: 'POST',
  path: '/api/oauth/sso/begin',
  guard: { kind: 'public' },
  body: z.strictObject({ providerId: id, returnTo: z.string().max(2_000).optional() }),
  reply: z.strictObject({ location: z.string() }),
  bodyLimit: 16_384,
  idempotencyKey: false,
});

/** Why a provider's response was rejected; shown only to the user testing the provider. */
export const SIGN_ON_PROBLEMS = [
  'shape',
  'status',
  'signature',
  'algorithm',
  'issuer',
  'audience',
  'recipient',
  'time',
  'request',
  'replayed',
  'subject',
  'noEmail',
  'domain',
  'person',
  'provider',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** The result of a test. */
export const testReport = z.strictObject({
  provider: z.string(),
  problem: z.enum(SIGN_ON_PROBLEMS).nullable(),
  /** The original message of the provider or about its response. */
  detail: z.string(),
  subject: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the tester's own account is now linked to the provider. */
  linked: z.boolean(),
});
export type SignOnReport = z.infer<typeof testReport>;

export const finishSignOn = endpoint({
  name: 'finishSignOn',
  summary: 'Completes a sign-on in the browser that started it; returns a session or the report of a test',
  method: 'POST',
  path: '/api/oauth/sso',
  guard: { kind: 'public' },
  body: z.strictObject({
    ticket: z.string().regex(/^[\w-]{20,128}$/u),
    /** The browser's language and IANA time zone, which a new account gets. */
    language: languageCode.optional(),
    timeZone: line(64).optional(),
  }),
  reply: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('in'), token: tokenReply, returnTo: z.string() }),
    z.strictObject({ kind: z.literal('test'), report: testReport }),
  ]),
  bodyLimit: 16_384,
  idempotencyKey: false,
});

export const leaveSignOn = endpoint({
  name: 'leaveSignOn',
  summary: 'Ends this session; returns the URL to sign out at the identity provider, or null',
  method: 'POST',
  path: '/api/oauth/sso/logout',
  guard: { kind: 'user' },
  settingUp: true,
  reply: z.strictObject({ location: z.string().nullable() }),
  idempotencyKey: false,
});

const key = z.string().min(8).max(128);
const claim = z.strictObject({
  id,
  domain: z.string(),
  organisation: z.string(),
  provenBy: z.enum(['dns', 'operator']).nullable(),
  at: instant,
});
export type DomainClaim = z.infer<typeof claim>;

export const operatorDomains = endpoint({
  name: 'operatorDomains',
  summary: 'Lists the email domains that organisations claim; requires the operator key',
  method: 'POST',
  path: '/api/operator/domains',
  guard: { kind: 'public' },
  body: z.strictObject({ key }),
  reply: z.strictObject({ domains: z.array(claim) }),
  idempotencyKey: false,
});

export const approveDomain = endpoint({
  name: 'approveDomain',
  summary: 'Confirms or revokes a claimed domain; for the operator',
  method: 'POST',
  path: '/api/operator/domains/approve',
  guard: { kind: 'public' },
  body: z.strictObject({ key, domainId: id, approved: z.boolean() }),
  reply: z.strictObject({ domains: z.array(claim) }),
  idempotencyKey: false,
});
