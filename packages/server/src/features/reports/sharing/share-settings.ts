// The end and the password of a report's link, and the log of its use, for the author of the report.
import {
  type changeReportShare,
  type DELIVERY_STATES,
  MAX_SHARE_DAYS,
  MAX_SHARE_LOG,
  type reportShareLog,
} from '@plumbline/core/features/reports/sharing';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError, refuseFields } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Caller } from '../store.ts';

type DeliveryState = (typeof DELIVERY_STATES)[number];

const DAY_MS = 86_400_000;

/** Throws `share_ended` if the report has no link that still works. */
export async function changeShare(
  services: Services,
  caller: Caller,
  reportId: string,
  { expiresAt, password }: RequestOf<typeof changeReportShare>['body'],
): Promise<void> {
  const now = services.clock.now();
  const end = expiresAt === undefined ? null : new Date(expiresAt);
  if (end !== null && (end <= now || end.getTime() > now.getTime() + MAX_SHARE_DAYS * DAY_MS))
    refuseFields({ path: 'expiresAt', outcome: 'NOT_VALID' });
  const hashed = typeof password === 'string' ? await hashPassword(password) : null;
  const changed = await tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query(
      `UPDATE report SET share_expires_at = coalesce($5, share_expires_at),
         share_password = CASE WHEN $6 THEN $7 ELSE share_password END
       WHERE organisation_id = $1 AND project_id = $2 AND id = $3 AND created_by = $4 AND share_expires_at > $8`,
      [caller.organisationId, caller.projectId, reportId, caller.userId, end, password !== undefined, hashed, now],
    ),
  );
  if (changed.rowCount !== 1) throw new AppError('share_ended');
}

export function shareLog(
  services: Services,
  { organisationId }: Caller,
  reportId: string,
): Promise<ReplyOf<typeof reportShareLog>> {
  return tenantTransaction(services.pool, organisationId, async (db) => {
    const found = await db.query<{ at: Date; event: 'opened' | 'downloaded'; downloads: number }>(
      `SELECT at, event, (count(*) FILTER (WHERE event = 'downloaded') OVER ())::int AS downloads FROM report_share_event
       WHERE organisation_id = $1 AND report_id = $2 ORDER BY at DESC, id LIMIT ${MAX_SHARE_LOG}`,
      [organisationId, reportId],
    );
    const deliveries = await db.query<{ id: string; address: string; state: DeliveryState; at: Date }>(
      `SELECT id, address, state, at FROM report_delivery
       WHERE organisation_id = $1 AND report_id = $2 ORDER BY at DESC, address LIMIT ${MAX_SHARE_LOG}`,
      [organisationId, reportId],
    );
    return {
      deliveries: deliveries.rows.map(({ at, ...delivery }) => ({ ...delivery, at: at.toISOString() })),
      downloads: found.rows[0]?.downloads ?? 0,
      entries: found.rows.map(({ at, event }) => ({ at: at.toISOString(), event })),
    };
  });
}
