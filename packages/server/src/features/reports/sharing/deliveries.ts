// The emails that carry a report: one delivery per address, whose outcome its author sees.
import type { PoolClient } from 'pg';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { notify } from '../../notifications/notify.ts';
import type { ReportKey } from '../progress.ts';
import { REPORT_EMAIL_TASK } from './share-link.ts';

/** 12 attempts with growing pauses take about two days. */
const MAX_ATTEMPTS = 12;

type Email = { addresses: readonly string[]; text: string; language: string };

/** Enqueues one email per address, in the transaction of `db`. */
export async function orderDeliveries(
  { queue, clock, newId }: Services,
  db: PoolClient,
  { organisationId, reportId }: ReportKey,
  { addresses, text, language }: Email,
): Promise<void> {
  const orders = addresses.map((to) => ({ organisationId, reportId, to, text, language, messageId: newId() }));
  await db.query(
    `INSERT INTO report_delivery (organisation_id, id, report_id, address, state, at)
     SELECT r.organisation_id, o.id, r.id, o.address, 'waiting', $5
     FROM report r CROSS JOIN unnest($3::uuid[], $4::text[]) AS o (id, address) WHERE r.organisation_id = $1 AND r.id = $2`,
    [organisationId, reportId, orders.map(({ messageId }) => messageId), addresses, clock.now()],
  );
  await queue.enqueueAll(db, REPORT_EMAIL_TASK, orders, { maxAttempts: MAX_ATTEMPTS });
}

type DeliveryKey = { organisationId: string; messageId: string };

/** A returned email stays failed. */
export const recordSent = ({ pool, clock }: Services, { organisationId, messageId }: DeliveryKey): Promise<unknown> =>
  tenantTransaction(pool, organisationId, (db) =>
    db.query(
      `UPDATE report_delivery SET state = 'sent', at = $3 WHERE organisation_id = $1 AND id = $2 AND state = 'waiting'`,
      [organisationId, messageId, clock.now()],
    ),
  );

/** The link was revoked before the email went out. */
export const dropDelivery = ({ pool }: Services, { organisationId, messageId }: DeliveryKey): Promise<unknown> =>
  tenantTransaction(pool, organisationId, (db) =>
    db.query('DELETE FROM report_delivery WHERE organisation_id = $1 AND id = $2', [organisationId, messageId]),
  );

type Undelivered = { reportId: string; address: string; projectId: string; userId: string; title: string };

/** Records that an address did not get the report, and notifies the author once. */
export const recordUndelivered = (services: Services, { organisationId, messageId }: DeliveryKey): Promise<unknown> =>
  tenantTransaction(services.pool, organisationId, async (db) => {
    const at = services.clock.now();
    const failed = await db.query<Undelivered>(
      `UPDATE report_delivery d SET state = 'failed', at = $3 FROM report r
       WHERE d.organisation_id = $1 AND d.id = $2 AND d.state <> 'failed'
         AND r.organisation_id = d.organisation_id AND r.id = d.report_id
       RETURNING d.report_id AS "reportId", d.address, r.project_id AS "projectId", r.created_by AS "userId", r.title`,
      [organisationId, messageId, at],
    );
    const news = failed.rows.map(({ address, projectId, userId, title }) => ({
      projectId,
      userId,
      kind: 'reportUndelivered' as const,
      actorId: null,
      detail: { title, text: address },
      source: `report-delivery:${messageId}`,
      at,
    }));
    await notify(services, db, organisationId, news);
  });
