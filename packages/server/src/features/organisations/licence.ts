// The licence of an organisation: read with its usage, and changed by owners if the operator allows it.
import { type Licence, quotasOf } from '@plumbline/core/access/licence-limits';
import { type Billing, offersFrom } from '@plumbline/core/features/organisations/licences';
import type { changeLicence, LicenceReply } from '@plumbline/core/features/organisations/organisation-contract';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { countUse } from '../../db/tx/quota.ts';
import { systemTransaction, tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { noteEvent } from '../auth/security-events.ts';
import { countSeats } from './seats.ts';

type Row = { licence: Licence; billing: Billing; endsAt: Date | null; projects: number | null; plans: number | null };

export async function readLicence(services: Services, { organisationId, owner }: Session): Promise<LicenceReply> {
  const { pool, config } = services;
  const found = await pool.query<Row>(
    `SELECT licence, billing, licence_ends_at AS "endsAt", project_quota AS projects, plan_quota AS plans
     FROM organisation WHERE id = $1`,
    [organisationId],
  );
  const row = found.rows[0];
  if (!row) throw new AppError('not_found');
  const { seats, taken } = await countSeats(pool, organisationId);
  const { licence, billing, endsAt } = row;
  return {
    licence,
    billing,
    endsAt: endsAt?.toISOString() ?? null,
    quotas: quotasOf(licence, row, config.licences.quotas),
    use: await tenantSnapshot(pool, organisationId, (db) => countUse(db, organisationId)),
    seats,
    taken,
    devicesPerPerson: config.licences.devices,
    offers: offersFrom(licence, config.licences.quotas),
    changes: config.licences.changes === 'operator' ? 'operator' : owner ? 'self' : 'owner',
    supportEmail: config.supportEmail,
  };
}

/** Ends a trial. An organisation above its new quotas keeps its data but cannot add more. */
export async function choosePlan(
  services: Services,
  session: Session,
  body: RequestOf<typeof changeLicence>['body'],
): Promise<LicenceReply> {
  const { organisationId, userId, sessionId, owner } = session;
  if (services.config.licences.changes === 'operator' || !owner) throw new AppError('forbidden');
  const now = services.clock.now();
  const { licence, billing, fullLicences, mobileLicences } = body;
  await systemTransaction(services.pool, async (db) => {
    await db.query(
      `UPDATE organisation SET licence_ends_at = CASE WHEN licence = 'test' AND $2 <> 'test' THEN NULL ELSE licence_ends_at END,
         licence = coalesce($2, licence), billing = coalesce($3, billing),
         full_licences = CASE WHEN $4 THEN $5 ELSE full_licences END,
         mobile_licences = CASE WHEN $6 THEN $7 ELSE mobile_licences END
       WHERE id = $1`,
      [
        organisationId,
        licence ?? null,
        billing ?? null,
        fullLicences !== undefined,
        fullLicences ?? null,
        mobileLicences !== undefined,
        mobileLicences ?? null,
      ],
    );
    const detail = { licence: licence ?? '', billing: billing ?? '' };
    await noteEvent(db, { kind: 'licence.changed', organisationId, userId, sessionId, detail }, now);
  });
  return readLicence(services, session);
}
