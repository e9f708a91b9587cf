// The identity providers of an organisation, as configured by its administrators.
import {
  type changeProvider,
  type createProvider,
  MAX_CERTIFICATES,
  MAX_METADATA_BYTES,
  MAX_PROVIDERS,
  type Provider,
} from '@plumbline/core/features/sso/contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction, tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import { AddressRefused } from '../../platform/public-fetch/public-fetch.ts';
import type { Services } from '../../platform/services.ts';
import { seal } from '../auth/sealed-secret.ts';
import { noteEvent } from '../auth/security-events.ts';
import { endSession } from '../auth/session/sessions.ts';
import { readDomains } from './domains.ts';
import { discover } from './oidc/client.ts';
import { describeCertificate, distinct, fingerprintOf, readCertificate } from './saml/certificates.ts';
import { type ProviderMetadata, readMetadata } from './saml/metadata.ts';
import { createOwnKey } from './saml/own-key.ts';
import { ourSide, ownerOfSecret, ownProvider, PROVIDER_FIELDS, type ProviderRow } from './store.ts';

type Creating = RequestOf<typeof createProvider>['body'];
type Changing = RequestOf<typeof changeProvider>['body'];
type Source = NonNullable<Changing['source']>;

function samlOf(row: ProviderRow): Provider['saml'] {
  if (row.kind !== 'saml') return null;
  return {
    entityId: row.entityId,
    signOnUrl: row.signOnUrl,
    logoutUrl: row.logoutUrl || null,
    metadataUrl: row.metadataUrl || null,
    metadataReadAt: row.metadataReadAt?.toISOString() ?? null,
    metadataProblem: row.metadataProblem || null,
    certificates: row.certificates.map(describeCertificate),
  };
}

export async function readProviders({ pool, config }: Services, { organisationId }: Session): Promise<Provider[]> {
  return tenantSnapshot(pool, organisationId, async (db) => {
    const found = await db.query<ProviderRow & { people: number }>(
      `SELECT ${PROVIDER_FIELDS}, (SELECT count(DISTINCT i.user_id)::int FROM sso_identity i
         WHERE i.organisation_id = p.organisation_id AND i.provider_id = p.id) AS people
       FROM sso_provider p WHERE p.organisation_id = $1 ORDER BY p.created_at, p.id`,
      [organisationId],
    );
    const domains = await readDomains(db, organisationId);
    return found.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      active: row.active,
      listed: row.listed,
      fromPortal: row.fromPortal,
      createUsers: row.createUsers,
      createProjects: row.createProjects,
      newLicence: row.newLicence,
      required: row.required,
      attributes: { email: row.attributeEmail, firstName: row.attributeFirstName, lastName: row.attributeLastName },
      domains: domains.get(row.id) ?? [],
      people: row.people,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      saml: samlOf(row),
      oidc: row.kind === 'oidc' ? { issuer: row.issuer, clientId: row.clientId } : null,
      ours: ourSide(config, row),
    }));
  });
}

async function readProvider(services: Services, session: Session, providerId: string): Promise<Provider> {
  const found = (await readProviders(services, session)).find((provider) => provider.id === providerId);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Reads metadata from its URL. Throws `metadata_invalid` or `provider_unreachable`. */
async function fetchMetadata({ publicFetch }: Pick<Services, 'publicFetch'>, url: string): Promise<ProviderMetadata> {
  const response = await publicFetch(url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8' },
  }).catch((error: unknown) => {
    if (error instanceof AddressRefused) throw new AppError('metadata_invalid', { params: { reason: 'address' } });
    throw new AppError('provider_unreachable');
  });
  if (response.status !== 200) throw new AppError('provider_unreachable');
  return readMetadata(new Uint8Array(await response.arrayBuffer()));
}

async function readSource(services: Services, source: Source): Promise<ProviderMetadata & { metadataUrl: string }> {
  if ('metadataUrl' in source) {
    return { ...(await fetchMetadata(services, source.metadataUrl)), metadataUrl: source.metadataUrl };
  }
  const bytes = Buffer.from(source.metadata);
  if (bytes.length > MAX_METADATA_BYTES) throw new AppError('too_large');
  return { ...readMetadata(bytes), metadataUrl: '' };
}

async function noteChange(db: PoolClient, session: Session, providerId: string, what: string, now: Date) {
  const { organisationId, userId, sessionId } = session;
  const detail = { provider: providerId, what };
  await noteEvent(db, { kind: 'sign_on.changed', organisationId, userId, sessionId, detail }, now);
}

/** Runs as the database owner, the only role that may record events, so every statement must name the organisation. */
function changing<T>(
  services: Services,
  session: Session,
  providerId: string,
  what: string,
  fn: (db: PoolClient, row: ProviderRow) => Promise<T>,
): Promise<T> {
  return systemTransaction(services.pool, async (db) => {
    const row = await ownProvider(db, session.organisationId, providerId, true);
    await noteChange(db, session, providerId, what, services.clock.now());
    return fn(db, row);
  });
}

async function requireIssuer(services: Services, oidc: { issuer: string; clientId: string }): Promise<void> {
  const probe = { id: '', issuer: oidc.issuer, clientId: oidc.clientId, clientSecret: null } as unknown as ProviderRow;
  await discover(services, probe);
}

const sealSecret = ({ config }: Services, id: string, secret: string): Buffer | null =>
  secret === '' ? null : seal(config.secretKey, 'sign-on', ownerOfSecret(id, 'secret'), Buffer.from(secret));

/** Inserts the row of a new provider. */
type Insert = (db: PoolClient) => Promise<{ rowCount: number | null }>;

// Both contact the provider first, so that no database connection is held while it is slow to respond.
async function newSaml(
  services: Services,
  session: Session,
  requested: Extract<Creating, { kind: 'saml' }>,
): Promise<Insert> {
  const { id, name } = requested;
  const now = services.clock.now();
  const metadata = await readSource(services, requested.source);
  const own = await createOwnKey(`Plumbline ${new URL(services.config.publicUrl).hostname}`, now);
  const sealed = seal(services.config.secretKey, 'sign-on', ownerOfSecret(id, 'key'), own.key);
  const insert = (db: PoolClient) =>
    db.query(
      `INSERT INTO sso_provider (organisation_id, id, kind, name, entity_id, sign_on_url, logout_url, certificates, metadata_url,
       metadata_read_at, own_key, own_certificate, created_at)
     VALUES ($1, $2, 'saml', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
      [
        session.organisationId,
        id,
        name,
        metadata.entityId,
        metadata.signOnUrl,
        metadata.logoutUrl,
        metadata.certificates,
        metadata.metadataUrl,
        metadata.metadataUrl === '' ? null : now,
        sealed,
        own.certificate,
        now,
      ],
    );
  return insert;
}

async function newOidc(
  services: Services,
  session: Session,
  requested: Extract<Creating, { kind: 'oidc' }>,
): Promise<Insert> {
  const { id, name, issuer, clientId, clientSecret } = requested;
  await requireIssuer(services, requested);
  return (db) =>
    db.query(
      `INSERT INTO sso_provider (organisation_id, id, kind, name, issuer, client_id, client_secret, created_at)
     VALUES ($1, $2, 'oidc', $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        session.organisationId,
        id,
        name,
        issuer,
        clientId,
        sealSecret(services, id, clientSecret),
        services.clock.now(),
      ],
    );
}

export async function addProvider(services: Services, session: Session, requested: Creating): Promise<Provider> {
  const { organisationId } = session;
  const counted = await tenantSnapshot(services.pool, organisationId, (db) =>
    db.query<{ count: number }>('SELECT count(*)::int AS count FROM sso_provider WHERE organisation_id = $1', [
      organisationId,
    ]),
  );
  if ((counted.rows[0]?.count ?? 0) >= MAX_PROVIDERS) refuseFields({ path: 'name', outcome: 'TOO_LONG' });
  const insert =
    requested.kind === 'saml'
      ? await newSaml(services, session, requested)
      : await newOidc(services, session, requested);
  await systemTransaction(services.pool, async (db) => {
    const created = await insert(db);
    if (created.rowCount !== 1) throw new AppError('already_exists');
    await noteChange(db, session, requested.id, 'added', services.clock.now());
  });
  return readProvider(services, session, requested.id);
}

const SWITCHES = `UPDATE sso_provider SET name = coalesce($3, name), active = coalesce($4, active), listed = coalesce($5, listed),
  from_portal = coalesce($6, from_portal), create_users = coalesce($7, create_users),
  create_projects = coalesce($8, create_projects), required = coalesce($9, required),
  attribute_email = coalesce($10, attribute_email), attribute_first_name = coalesce($11, attribute_first_name),
  attribute_last_name = coalesce($12, attribute_last_name), new_licence = coalesce($13, new_licence)
  WHERE organisation_id = $1 AND id = $2`;

/** Ends the sessions that a provider opened, together with the provider. */
async function endProviderSessions(db: PoolClient, { organisationId, id }: ProviderRow, now: Date): Promise<void> {
  const found = await db.query<{ id: string }>(
    'SELECT session_id AS id FROM sso_session WHERE organisation_id = $1 AND provider_id = $2',
    [organisationId, id],
  );
  for (const session of found.rows) await endSession(db, session.id, 'sign-on switched off', now);
}

/** A changed name of the provider means a different provider: people it identified are matched by address again. */
async function forgetNames(db: PoolClient, { organisationId, id }: ProviderRow): Promise<void> {
  await db.query('DELETE FROM sso_identity WHERE organisation_id = $1 AND provider_id = $2', [organisationId, id]);
}

async function setMetadata(
  db: PoolClient,
  row: ProviderRow,
  read: ProviderMetadata & { metadataUrl: string },
  now: Date,
) {
  if (row.entityId !== read.entityId) await forgetNames(db, row);
  await db.query(
    `UPDATE sso_provider SET entity_id = $3, sign_on_url = $4, logout_url = $5, certificates = $6, metadata_url = $7,
       metadata_read_at = $8, metadata_problem = '' WHERE organisation_id = $1 AND id = $2`,
    [
      row.organisationId,
      row.id,
      read.entityId,
      read.signOnUrl,
      read.logoutUrl,
      read.certificates,
      read.metadataUrl,
      read.metadataUrl === '' ? null : now,
    ],
  );
}

export async function updateProvider(
  services: Services,
  session: Session,
  providerId: string,
  change: Changing,
): Promise<Provider> {
  const now = services.clock.now();
  const before = await tenantSnapshot(services.pool, session.organisationId, (db) =>
    ownProvider(db, session.organisationId, providerId),
  );
  const kind = change.source ? 'saml' : change.oidc ? 'oidc' : before.kind;
  if (kind !== before.kind || (change.source && change.oidc)) throw new AppError('bad_request');
  const read = change.source && (await readSource(services, change.source));
  if (change.oidc) await requireIssuer(services, change.oidc);
  await changing(services, session, providerId, Object.keys(change).join(' '), async (db, row) => {
    await db.query(SWITCHES, [
      row.organisationId,
      row.id,
      change.name ?? null,
      change.active ?? null,
      change.listed ?? null,
      change.fromPortal ?? null,
      change.createUsers ?? null,
      change.createProjects ?? null,
      change.required ?? null,
      change.attributes?.email ?? null,
      change.attributes?.firstName ?? null,
      change.attributes?.lastName ?? null,
      change.newLicence ?? null,
    ]);
    if (change.active === false) await endProviderSessions(db, row, now);
    if (read) await setMetadata(db, row, read, now);
    if (!change.oidc) return;
    const { issuer, clientId, clientSecret } = change.oidc;
    if (row.issuer !== issuer) await forgetNames(db, row);
    await db.query(
      `UPDATE sso_provider SET issuer = $3, client_id = $4, client_secret = CASE WHEN $5 THEN $6 ELSE client_secret END
       WHERE organisation_id = $1 AND id = $2`,
      [
        row.organisationId,
        row.id,
        issuer,
        clientId,
        clientSecret !== undefined,
        sealSecret(services, row.id, clientSecret ?? ''),
      ],
    );
  });
  return readProvider(services, session, providerId);
}

export async function dropProvider(services: Services, session: Session, providerId: string): Promise<void> {
  await changing(services, session, providerId, 'removed', async (db, row) => {
    await endProviderSessions(db, row, services.clock.now());
    await db.query('DELETE FROM sso_provider WHERE organisation_id = $1 AND id = $2', [row.organisationId, row.id]);
  });
}

/**
 * Reads the metadata URL again; a different provider behind it is refused. Errors are stored with the provider and
 * thrown.
 */
export async function renewMetadata(services: Services, row: ProviderRow): Promise<void> {
  const now = services.clock.now();
  let problem: AppError | undefined;
  const read = await fetchMetadata(services, row.metadataUrl).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    problem = error;
    return undefined;
  });
  if (read && read.entityId !== row.entityId) {
    problem = new AppError('metadata_invalid', { params: { reason: 'otherName' } });
  }
  await systemTransaction(services.pool, async (db) => {
    if (read && !problem) return setMetadata(db, row, { ...read, metadataUrl: row.metadataUrl }, now);
    await db.query('UPDATE sso_provider SET metadata_problem = $3 WHERE organisation_id = $1 AND id = $2', [
      row.organisationId,
      row.id,
      String(problem?.details.params?.reason ?? problem?.code ?? ''),
    ]);
  });
  if (problem) throw problem;
}

export async function renewOwnMetadata(services: Services, session: Session, providerId: string): Promise<Provider> {
  const row = await tenantSnapshot(services.pool, session.organisationId, (db) =>
    ownProvider(db, session.organisationId, providerId),
  );
  if (row.metadataUrl === '') throw new AppError('bad_request');
  await renewMetadata(services, row);
  return readProvider(services, session, providerId);
}

const setCertificates = (db: PoolClient, row: ProviderRow, certificates: readonly string[]) =>
  db.query('UPDATE sso_provider SET certificates = $3 WHERE organisation_id = $1 AND id = $2', [
    row.organisationId,
    row.id,
    certificates,
  ]);

export async function acceptCertificate(
  services: Services,
  session: Session,
  providerId: string,
  text: string,
): Promise<Provider> {
  const pem = readCertificate(text);
  if (pem === undefined) refuseFields({ path: 'certificate', outcome: 'NOT_VALID' });
  await changing(services, session, providerId, 'certificate', async (db, row) => {
    if (row.kind !== 'saml') throw new AppError('bad_request');
    const all = distinct([...row.certificates, pem]);
    if (all.length > MAX_CERTIFICATES) refuseFields({ path: 'certificate', outcome: 'TOO_LONG' });
    await setCertificates(db, row, all);
  });
  return readProvider(services, session, providerId);
}

export async function dropCertificate(
  services: Services,
  session: Session,
  providerId: string,
  fingerprint: string,
): Promise<Provider> {
  await changing(services, session, providerId, 'certificate', async (db, row) => {
    const left = row.certificates.filter((pem) => fingerprintOf(pem) !== fingerprint);
    if (left.length === row.certificates.length) throw new AppError('not_found');
    if (left.length === 0) throw new AppError('bad_request');
    await setCertificates(db, row, left);
  });
  return readProvider(services, session, providerId);
}

/** For changes made elsewhere in the feature whose reply is the changed provider. */
export async function shown(
  services: Services,
  session: Session,
  providerId: string,
  change: Promise<void>,
): Promise<Provider> {
  await change;
  return readProvider(services, session, providerId);
}
