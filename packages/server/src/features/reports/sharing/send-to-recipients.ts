// Emails a finished report to the recipients of its saved report, in the transaction that finishes it.
import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { hashOf } from '../../../http/session.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReportKey } from '../progress.ts';
import { orderDeliveries } from './deliveries.ts';
import { SHARE_MS } from './share-link.ts';

export async function sendToRecipients(
  services: Services,
  db: PoolClient,
  { organisationId, reportId }: ReportKey,
  { recipients, language }: { recipients: readonly string[]; language: string },
): Promise<void> {
  // The addresses of erased people are empty.
  const addresses = [...new Set(recipients.map((one) => one.toLowerCase()))].filter((one) => one !== '');
  if (addresses.length === 0) return;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(services.clock.now().getTime() + SHARE_MS);
  await db.query(
    `UPDATE report SET share_token = $3, share_hash = $4, share_expires_at = $5
     WHERE organisation_id = $1 AND id = $2 AND share_hash IS NULL`,
    [organisationId, reportId, token, hashOf(token), expiresAt],
  );
  await orderDeliveries(services, db, { organisationId, reportId }, { addresses, text: '', language });
}
