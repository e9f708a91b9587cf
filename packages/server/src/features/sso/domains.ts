// Email domains of organisations: claimed by an administrator, proven by a DNS record or approved by the operator.
import { randomBytes } from 'node:crypto';
import { MAX_DOMAINS, PROOF_PREFIX, PROOF_RECORD, type ProviderDomain } from '@plumbline/core/features/sso/contract';
import type { DomainClaim } from '@plumbline/core/features/sso/sign-on-contract';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import type { PoolClient } from 'pg';
import { systemTransaction, tenantTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { ownProvider } from './store.ts';

type Row = { id: string; domain: string; proof: string; provenBy: 'dns' | 'operator' | null };

const recordOf = ({ domain, proof }: Pick<Row, 'domain' | 'proof'>) => ({
  name: `${PROOF_RECORD}.${domain}`,
  value: `${PROOF_PREFIX}${proof}`,
});

export async function readDomains(
  db: PoolClient,
  organisationId: string,
): Promise<ReadonlyMap<string, ProviderDomain[]>> {
  const found = await db.query<Row & { providerId: string }>(
    `SELECT id, provider_id AS "providerId", domain, proof, proven_by AS "provenBy" FROM sso_domain
     WHERE organisation_id = $1 ORDER BY domain`,
    [organisationId],
  );
  const domains = new Map<string, ProviderDomain[]>();
  for (const { providerId, id, domain, proof, provenBy } of found.rows) {
    const shown = { id, domain, provenBy, record: recordOf({ domain, proof }) };
    domains.set(providerId, [...(domains.get(providerId) ?? []), shown]);
  }
  return domains;
}

export async function claimDomain(services: Services, { organisationId }: Session, providerId: string, domain: string) {
  await tenantTransaction(services.pool, organisationId, async (db) => {
    await ownProvider(db, organisationId, providerId, true);
    const counted = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sso_domain WHERE organisation_id = $1',
      [organisationId],
    );
    if ((counted.rows[0]?.count ?? 0) >= MAX_DOMAINS) refuseFields({ path: 'domain', outcome: 'TOO_LONG' });
    const created = await db.query(
      `INSERT INTO sso_domain (organisation_id, id, provider_id, domain, proof, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organisation_id, domain) DO NOTHING`,
      [
        organisationId,
        services.newId(),
        providerId,
        domain,
        randomBytes(20).toString('base64url'),
        services.clock.now(),
      ],
    );
    if (created.rowCount !== 1) refuseFields({ path: 'domain', outcome: 'ALREADY_IN_USE' });
  });
}

export async function releaseDomain(
  services: Services,
  { organisationId }: Session,
  providerId: string,
  domainId: string,
) {
  await tenantTransaction(services.pool, organisationId, async (db) => {
    const gone = await db.query('DELETE FROM sso_domain WHERE organisation_id = $1 AND provider_id = $2 AND id = $3', [
      organisationId,
      providerId,
      domainId,
    ]);
    if (gone.rowCount !== 1) throw new AppError('not_found');
  });
}

/**
 * Assigns a domain to the organisation that has proven it. If two do so at once, the unique index lets only one
 * through.
 */
async function give(db: PoolClient, domainId: string, by: 'dns' | 'operator', now: Date): Promise<void> {
  const taken = await db.query(
    `SELECT FROM sso_domain mine JOIN sso_domain other ON other.domain = mine.domain AND other.id <> mine.id
     WHERE mine.id = $1 AND other.proven_at IS NOT NULL`,
    [domainId],
  );
  if (taken.rowCount) throw new AppError('domain_taken');
  const given = await db.query<{ organisationId: string }>(
    `UPDATE sso_domain SET proven_by = $2, proven_at = $3 WHERE id = $1 RETURNING organisation_id AS "organisationId"`,
    [domainId, by, now],
  );
  const organisationId = given.rows[0]?.organisationId;
  if (organisationId === undefined) throw new AppError('not_found');
  await noteEvent(db, { kind: 'domain.decided', organisationId, detail: { domainId, by, given: true } }, now);
}

const taken = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
    ? new AppError('domain_taken')
    : error;

export async function proveByRecord(
  services: Services,
  { organisationId }: Session,
  providerId: string,
  domainId: string,
) {
  const found = await tenantTransaction(services.pool, organisationId, (db) =>
    db.query<Row>(
      `SELECT id, domain, proof, proven_by AS "provenBy" FROM sso_domain
       WHERE organisation_id = $1 AND provider_id = $2 AND id = $3`,
      [organisationId, providerId, domainId],
    ),
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  if (row.provenBy !== null) return;
  const { name, value } = recordOf(row);
  const texts = await services.domainRecords.texts(name).catch(() => {
    throw new AppError('provider_unreachable');
  });
  if (!texts.some((text) => text.trim() === value)) throw new AppError('domain_unproven');
  await systemTransaction(services.pool, (db) => give(db, domainId, 'dns', services.clock.now())).catch(
    (error: unknown) => {
      throw taken(error);
    },
  );
}

export async function readClaims(services: Services): Promise<DomainClaim[]> {
  const found = await systemTransaction(services.pool, (db) =>
    db.query<Omit<DomainClaim, 'at'> & { at: Date }>(
      `SELECT d.id, d.domain, o.name AS organisation, d.proven_by AS "provenBy", d.created_at AS at
       FROM sso_domain d JOIN organisation o ON o.id = d.organisation_id ORDER BY d.proven_at IS NOT NULL, d.created_at LIMIT 1000`,
    ),
  );
  return found.rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The operator's decision: assigns a claimed domain, or takes it from the organisation that has it. */
export async function decideDomain(services: Services, domainId: string, approved: boolean): Promise<void> {
  const now = services.clock.now();
  await systemTransaction(services.pool, async (db) => {
    if (approved) return give(db, domainId, 'operator', now);
    const back = await db.query<{ organisationId: string }>(
      `UPDATE sso_domain SET proven_by = NULL, proven_at = NULL WHERE id = $1 RETURNING organisation_id AS "organisationId"`,
      [domainId],
    );
    const organisationId = back.rows[0]?.organisationId;
    if (organisationId === undefined) throw new AppError('not_found');
    await noteEvent(db, { kind: 'domain.decided', organisationId, detail: { domainId, given: false } }, now);
  }).catch((error: unknown) => {
    throw taken(error);
  });
}
