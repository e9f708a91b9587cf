// Single sign-on: an organisation's identity providers, and signing in with them.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant, line } from '../../kernel/text.ts';

/** Maximum bytes of metadata, uploaded or fetched; the largest single providers of public federations use a tenth. */
export const MAX_METADATA_BYTES = 1_048_576;
/** Maximum certificates per provider: the current one, its successor, and some headroom. */
export const MAX_CERTIFICATES = 5;
export const MAX_DOMAINS = 50;
export const MAX_PROVIDERS = 10;

const address = z.url({ protocol: /^https?$/u }).max(1_000);

/** A name like example.org: two or more labels, not an address, no wildcard. */
export const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/u);

/** Name of the record that verifies a domain, below the domain itself. */
export const PROOF_RECORD = '_plumbline';
export const PROOF_PREFIX = 'plumbline-verification=';

export const providerCertificate = z.strictObject({
  /** SHA-256 of the certificate, lower case hex. */
  fingerprint: z.string(),
  subject: z.string(),
  validFrom: instant,
  validTo: instant,
});
export type ProviderCertificate = z.infer<typeof providerCertificate>;

export const providerDomain = z.strictObject({
  id,
  domain: z.string(),
  /** Null: not verified, so sign-ins are not routed yet. */
  provenBy: z.enum(['dns', 'operator']).nullable(),
  /** The TXT record that verifies it. */
  record: z.strictObject({ name: z.string(), value: z.string() }),
});
export type ProviderDomain = z.infer<typeof providerDomain>;

const attributes = z.strictObject({
  /** Names of SAML attributes or OpenID claims; empty for the default ones. */
  email: line(200),
  firstName: line(200),
  lastName: line(200),
});

/** The licence of a new user: the fullest one available, a specific one while available, or none. */
export const NEW_LICENCES = ['best', 'full', 'mobile', 'none'] as const;
export type NewLicence = (typeof NEW_LICENCES)[number];

export const providerReply = z.strictObject({
  id,
  kind: z.enum(['saml', 'oidc']),
  name: z.string(),
  active: z.boolean(),
  listed: z.boolean(),
  fromPortal: z.boolean(),
  createUsers: z.boolean(),
  createProjects: z.boolean(),
  newLicence: z.enum(NEW_LICENCES),
  required: z.boolean(),
  attributes,
  domains: z.array(providerDomain),
  /** Number of people who have signed in with it. */
  people: z.int(),
  lastUsedAt: instant.nullable(),
  saml: z
    .strictObject({
      entityId: z.string(),
      signOnUrl: z.string(),
      logoutUrl: z.string().nullable(),
      metadataUrl: z.string().nullable(),
      metadataReadAt: instant.nullable(),
      /** Why the metadata URL could not be read the last time; null if it could. */
      metadataProblem: z.string().nullable(),
      certificates: z.array(providerCertificate),
    })
    .nullable(),
  oidc: z.strictObject({ issuer: z.string(), clientId: z.string() }).nullable(),
  /** The values to configure at the identity provider. */
  ours: z.strictObject({
    entityId: z.string(),
    metadataUrl: z.string(),
    answerUrl: z.string(),
    logoutUrl: z.string(),
    /** Start URL for a sign-in initiated from a portal. */
    startUrl: z.string(),
    /** Where an OpenID Connect provider sends back-channel logouts. */
    backChannelUrl: z.string().nullable(),
  }),
});
export type Provider = z.infer<typeof providerReply>;

const BASE = '/api/organisation/signOn/providers';
const guard = { kind: 'organisation' } as const;
const one = z.strictObject({ providerId: id });

export const listProviders = endpoint({
  name: 'listSignOnProviders',
  summary: 'Lists the identity providers of the organisation',
  method: 'GET',
  path: BASE,
  guard,
  reply: z.strictObject({ providers: z.array(providerReply) }),
});

const metadataSource = z.union([
  z.strictObject({ metadata: z.string().min(1).max(MAX_METADATA_BYTES) }),
  z.strictObject({ metadataUrl: address }),
]);

export const createProvider = endpoint({
  name: 'createSignOnProvider',
  summary: 'Adds an identity provider, disabled: SAML 2.0 by its metadata, OpenID Connect by its issuer',
  method: 'POST',
  path: BASE,
  guard,
  personal: true,
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('saml'), id, name: line(100, 1), source: metadataSource }),
    z.strictObject({
      kind: z.literal('oidc'),
      id,
      name: line(100, 1),
      issuer: address,
      clientId: line(300, 1),
      clientSecret: line(500),
    }),
  ]),
  bodyLimit: MAX_METADATA_BYTES + 65_536,
  reply: providerReply,
});

export const changeProvider = endpoint({
  name: 'changeSignOnProvider',
  summary: 'Updates an identity provider; its kind cannot change',
  method: 'PATCH',
  path: `${BASE}/:providerId`,
  guard,
  personal: true,
  params: one,
  body: z.strictObject({
    name: line(100, 1).optional(),
    active: z.boolean().optional(),
    listed: z.boolean().optional(),
    fromPortal: z.boolean().optional(),
    createUsers: z.boolean().optional(),
    createProjects: z.boolean().optional(),
    newLicence: z.enum(NEW_LICENCES).optional(),
    required: z.boolean().optional(),
    attributes: attributes.optional(),
    source: metadataSource.optional(),
    oidc: z.strictObject({ issuer: address, clientId: line(300, 1), clientSecret: line(500).optional() }).optional(),
  }),
  bodyLimit: MAX_METADATA_BYTES + 65_536,
  reply: providerReply,
});

export const removeProvider = endpoint({
  name: 'removeSignOnProvider',
  summary: 'Removes an identity provider; accounts remain, sessions started through it end',
  method: 'DELETE',
  path: `${BASE}/:providerId`,
  guard,
  personal: true,
  params: one,
  reply: z.void(),
});

export const readMetadataAgain = endpoint({
  name: 'readSignOnMetadata',
  summary: 'Reloads the metadata from its URL',
  method: 'POST',
  path: `${BASE}/:providerId/metadata`,
  guard,
  personal: true,
  params: one,
  reply: providerReply,
});

export const addCertificate = endpoint({
  name: 'addSignOnCertificate',
  summary: 'Adds an accepted certificate, for the time in which the provider rotates its certificates',
  method: 'POST',
  path: `${BASE}/:providerId/certificates`,
  guard,
  personal: true,
  params: one,
  body: z.strictObject({ certificate: z.string().min(1).max(20_000) }),
  reply: providerReply,
});

export const removeCertificate = endpoint({
  name: 'removeSignOnCertificate',
  summary: 'Removes an accepted certificate; the last one cannot be removed',
  method: 'DELETE',
  path: `${BASE}/:providerId/certificates/:fingerprint`,
  guard,
  personal: true,
  params: z.strictObject({ providerId: id, fingerprint: z.string().regex(/^[\da-f]{64}$/u) }),
  reply: providerReply,
});

export const addDomain = endpoint({
  name: 'addSignOnDomain',
  summary: 'Claims an email domain; its addresses are routed to the provider once it is verified',
  method: 'POST',
  path: `${BASE}/:providerId/domains`,
  guard,
  personal: true,
  params: one,
  body: z.strictObject({ domain }),
  reply: providerReply,
});

const oneDomain = z.strictObject({ providerId: id, domainId: id });

export const proveDomain = endpoint({
  name: 'proveSignOnDomain',
  summary: 'Verifies a domain by its DNS record; `domain_unproven` if the record is missing',
  method: 'POST',
  path: `${BASE}/:providerId/domains/:domainId/proof`,
  guard,
  personal: true,
  params: oneDomain,
  reply: providerReply,
});

export const removeDomain = endpoint({
  name: 'removeSignOnDomain',
  summary: 'Releases a claimed domain',
  method: 'DELETE',
  path: `${BASE}/:providerId/domains/:domainId`,
  guard,
  personal: true,
  params: oneDomain,
  reply: providerReply,
});

export const testProvider = endpoint({
  name: 'testSignOnProvider',
  summary:
    "Starts a test sign-on that signs no one in and reports the provider's response; also while the provider is disabled",
  method: 'POST',
  path: `${BASE}/:providerId/test`,
  guard,
  personal: true,
  params: one,
  reply: z.strictObject({ location: z.string() }),
  idempotencyKey: false,
});
