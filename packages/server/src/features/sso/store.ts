// Identity providers as rows, and our own data that the other side needs.
import type { NewLicence } from '@plumbline/core/features/sso/contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Pool, PoolClient } from 'pg';
import type { Config } from '../../config/config.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import { unseal } from '../auth/sealed-secret.ts';
import type { SamlConnection } from './saml/saml-side.ts';

export type ProviderRow = {
  id: string;
  organisationId: string;
  kind: 'saml' | 'oidc';
  name: string;
  active: boolean;
  listed: boolean;
  fromPortal: boolean;
  createUsers: boolean;
  createProjects: boolean;
  newLicence: NewLicence;
  required: boolean;
  attributeEmail: string;
  attributeFirstName: string;
  attributeLastName: string;
  entityId: string;
  signOnUrl: string;
  logoutUrl: string;
  certificates: string[];
  metadataUrl: string;
  metadataReadAt: Date | null;
  metadataProblem: string;
  ownKey: Buffer | null;
  ownCertificate: string;
  issuer: string;
  clientId: string;
  clientSecret: Buffer | null;
  lastUsedAt: Date | null;
};

export const PROVIDER_FIELDS = `
  p.id, p.organisation_id AS "organisationId", p.kind, p.name, p.active, p.listed, p.from_portal AS "fromPortal",
  p.create_users AS "createUsers", p.create_projects AS "createProjects", p.new_licence AS "newLicence", p.required,
  p.attribute_email AS "attributeEmail", p.attribute_first_name AS "attributeFirstName",
  p.attribute_last_name AS "attributeLastName", p.entity_id AS "entityId", p.sign_on_url AS "signOnUrl",
  p.logout_url AS "logoutUrl", p.certificates, p.metadata_url AS "metadataUrl", p.metadata_read_at AS "metadataReadAt",
  p.metadata_problem AS "metadataProblem", p.own_key AS "ownKey", p.own_certificate AS "ownCertificate", p.issuer,
  p.client_id AS "clientId", p.client_secret AS "clientSecret", p.last_used_at AS "lastUsedAt"`;

/** The provider for a browser in which no one is signed in, whichever organisation it belongs to. */
export async function findProvider(pool: Pool, providerId: string): Promise<ProviderRow | undefined> {
  const found = await systemTransaction(pool, (db) =>
    db.query<ProviderRow>(`SELECT ${PROVIDER_FIELDS} FROM sso_provider p WHERE p.id = $1`, [providerId]),
  );
  return found.rows[0];
}

/** A provider of the organisation; locked if it is about to be changed. */
export async function ownProvider(
  db: PoolClient,
  organisationId: string,
  providerId: string,
  lock = false,
): Promise<ProviderRow> {
  const found = await db.query<ProviderRow>(
    `SELECT ${PROVIDER_FIELDS} FROM sso_provider p WHERE p.organisation_id = $1 AND p.id = $2${lock ? ' FOR UPDATE' : ''}`,
    [organisationId, providerId],
  );
  if (!found.rows[0]) throw new AppError('not_found');
  return found.rows[0];
}

/** Our URLs for a provider. They contain its id, so that a response of one is never taken for that of another. */
export function ourSide({ publicUrl }: Pick<Config, 'publicUrl'>, { id, kind }: Pick<ProviderRow, 'id' | 'kind'>) {
  const base = `${publicUrl}/api/v2/sso/${id}`;
  return {
    entityId: `${base}/metadata`,
    metadataUrl: `${base}/metadata`,
    answerUrl: kind === 'saml' ? `${base}/acs` : `${base}/callback`,
    logoutUrl: kind === 'saml' ? `${base}/logout` : `${publicUrl}/home`,
    startUrl: `${publicUrl}/samlLogin?provider=${id}`,
    backChannelUrl: kind === 'oidc' ? `${base}/backchannel` : null,
  };
}

export const ownerOfSecret = (providerId: string, what: 'key' | 'secret'): string => `${what} ${providerId}`;

export function samlConnection(config: Config, provider: ProviderRow): SamlConnection {
  const { id, entityId, signOnUrl, logoutUrl, certificates, ownKey } = provider;
  if (ownKey === null) throw new Error('a SAML provider without a key of this installation');
  return {
    entityId,
    signOnUrl,
    logoutUrl,
    certificates,
    ours: ourSide(config, provider),
    ownKey: unseal(config.secretKey, 'sign-on', ownerOfSecret(id, 'key'), ownKey),
  };
}
